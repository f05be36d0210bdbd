import Glibc
import Platform
import Testing

@testable import Desktop

@Suite("The sound of an alarm")
struct SoundTests {
  private let second: Int64 = 1_000_000_000

  /// What is done from 10 s on by a sequence whose players take so many seconds, or fail at once where they take none:
  /// each step with its second.
  private func steps(_ players: [(name: String, seconds: Int64)]) -> [String] {
    var sequence = SoundSequence(Array(players.indices), from: 10 * second)
    var steps: [String] = []
    var now: Int64 = 0
    var end: (time: Int64, hasFailed: Bool)?
    while let deadline = [sequence.deadline, end?.time].compactMap({ $0 }).min() {
      #expect(deadline >= now || steps.isEmpty)
      now = max(now, deadline)
      if let ended = end, ended.time <= now {
        sequence.finished(at: now, hasFailed: ended.hasFailed)
        end = nil
      }
      while let step = sequence.next(at: now) {
        switch step {
        case .play(let place):
          steps.append("\(now / second) \(players[place].name)")
          end = (now + players[place].seconds * second, players[place].seconds == 0)
        case .bell: steps.append("\(now / second) bell")
        case .end:
          steps.append("\(now / second) end")
          end = nil
        }
      }
      guard steps.count < 1000 else { break }
    }
    return steps
  }

  @Test("it is played again when it has ended, no sooner than every two seconds, and for a minute")
  func repetition() {
    #expect(steps([("a", 1)]) == stride(from: 10, to: 70, by: 2).map { "\($0) a" } + ["70 end"])
    #expect(steps([("a", 25)]) == ["10 a", "35 a", "60 a", "70 end"])
    #expect(steps([("a", 1000)]) == ["10 a", "70 end"])
  }

  @Test("where a player fails the next is tried at once, and at last the bell")
  func failures() {
    let bells = stride(from: 10, to: 70, by: 2).map { "\($0) bell" } + ["70 end"]
    #expect(steps([]) == bells)
    #expect(steps([("a", 0)]) == ["10 a"] + bells)
    #expect(steps([("a", 0), ("b", 0)]) == ["10 a", "10 b"] + bells)
    #expect(steps([("a", 0), ("b", 58)]) == ["10 a", "10 b", "68 b", "70 end"])
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
      SoundPlayers.find { variables[$0] }.map { ([$0.path] + $0.arguments).joined(separator: " ") }
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
    silent.start(at: 0)
    #expect(silent.deadline == nil)
  }
}
