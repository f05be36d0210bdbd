import Glibc
import Platform
import Testing

@testable import Desktop

@Suite("The sound of an alarm")
struct SoundTests {
  private func time(_ seconds: Int64) -> MonotonicTime {
    MonotonicTime.distantPast + .seconds(seconds)
  }

  /// Waits for the only process, and returns what the sound makes of its end.
  private func end(
    _ sound: inout AlarmSound, _ processes: inout Subprocesses, at now: MonotonicTime
  ) -> [AlarmSound.Event] {
    for _ in 0..<2000 where !processes.isEmpty {
      for (process, ending, _) in processes.poll(at: now) {
        return sound.finished(process, ending, at: now)
      }
      usleep(1000)
    }
    Issue.record("the process has not ended")
    return []
  }

  @Test("it is played again when it has ended, no sooner than every two seconds, and for a minute")
  func repetition() {
    var processes = Subprocesses()
    var sound = AlarmSound(.command("exit 0"))
    sound.start(at: time(10))
    for start: Int64 in [10, 12, 40, 68] {
      #expect(sound.deadline.map { $0 <= time(start) } == true)
      #expect(sound.poll(&processes, at: time(start)) == [] && sound.deadline == time(70))
      #expect(end(&sound, &processes, at: time(start + 1)) == [])
      #expect(sound.deadline == time(start + 2))
    }
    #expect(sound.poll(&processes, at: time(70)) == [])
    #expect(sound.deadline == nil && processes.isEmpty)
  }

  @Test("where the command fails it is the bell, every two seconds, and for a minute")
  func failures() {
    var processes = Subprocesses()
    var sound = AlarmSound(.command("exit 3"))
    sound.start(at: time(10))
    #expect(sound.poll(&processes, at: time(10)) == [])
    let events = end(&sound, &processes, at: time(11))
    #expect(events == [.failed("ended with status 3")])
    var bells: [Int64] = []
    while let deadline = sound.deadline, bells.count < 100 {
      let now = max(deadline, time(11))
      for event in sound.poll(&processes, at: now) where event == .bell {
        bells.append((now - .distantPast).components.seconds)
      }
    }
    #expect(bells == Array(stride(from: 11, through: 69, by: 2)))
  }

  @Test("the desktop's sound is looked for as the desktop does, and played by what there is")
  func players() throws {
    var template = Array("/tmp/segclock.XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { _ = remove(folder) }
    var made: [String] = []
    defer { for path in made.reversed() { remove(path) } }
    func make(_ path: String, isFolder: Bool = false) {
      if isFolder {
        mkdir(path, 0o700)
      } else {
        close(open(path, O_WRONLY | O_CREAT, 0o700))
      }
      made.append(path)
    }
    for name in ["one", "two", "own"] {
      make("\(folder)/\(name)", isFolder: true)
      make("\(folder)/\(name)/bin", isFolder: true)
      make("\(folder)/\(name)/sounds", isFolder: true)
      make("\(folder)/\(name)/sounds/freedesktop", isFolder: true)
      make("\(folder)/\(name)/sounds/freedesktop/stereo", isFolder: true)
    }
    func found(_ variables: [String: String]) -> [String] {
      AlarmSound.players { variables[$0] }.map { ([$0.path] + $0.arguments).joined(separator: " ") }
    }
    var variables = [
      "PATH": "\(folder)/one/bin:\(folder)/two/bin", "XDG_DATA_DIRS": "\(folder)/one:\(folder)/two",
      "XDG_DATA_HOME": "\(folder)/own",
    ]
    let sound = "sounds/freedesktop/stereo/alarm-clock-elapsed"
    make("\(folder)/two/bin/paplay")
    #expect(found(variables) == [])
    make("\(folder)/two/\(sound).wav")
    #expect(found(variables) == ["\(folder)/two/bin/paplay \(folder)/two/\(sound).wav"])
    make("\(folder)/two/\(sound).oga")
    make("\(folder)/one/bin/pw-play")
    make("\(folder)/one/bin/paplay")
    #expect(
      found(variables)
        == ["pw-play", "paplay"].map { "\(folder)/one/bin/\($0) \(folder)/two/\(sound).oga" })
    make("\(folder)/own/\(sound).ogg")
    #expect(found(variables).last == "\(folder)/one/bin/paplay \(folder)/own/\(sound).ogg")
    variables["PATH"] = "/nowhere"
    #expect(found(variables) == [])
  }

  @Test("none is silent")
  func silence() {
    var silent = AlarmSound(.none)
    silent.start(at: time(0))
    #expect(silent.deadline == nil)
  }
}
