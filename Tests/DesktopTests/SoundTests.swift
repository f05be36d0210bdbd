import Glibc
import Platform
import Testing

@testable import Desktop

@Suite("The sound of an alarm")
struct SoundTests {
  private func time(_ seconds: Int64) -> MonotonicTime {
    MonotonicTime.distantPast + .seconds(seconds)
  }

  /// Waits for the process, and returns what the sound makes of its end.
  private func end(_ sound: inout AlarmSound, at now: MonotonicTime) -> AlarmSound.Event? {
    if let process = sound.process {
      var info = siginfo_t()
      // Leaves the exit status for the sound itself.
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    }
    return sound.poll(at: now)
  }

  @Test("it is played again when it has ended, no sooner than every two seconds, and for a minute")
  func repetition() {
    var sound = AlarmSound()
    sound.start(.command("exit 0"), at: time(10))
    for start: Int64 in [10, 12, 40, 68] {
      #expect(sound.deadline.map { $0 <= time(start) } == true)
      #expect(sound.poll(at: time(start)) == nil && sound.deadline == time(70))
      #expect(end(&sound, at: time(start + 1)) == nil)
      #expect(sound.deadline == time(start + 2))
    }
    #expect(sound.poll(at: time(70)) == nil)
    #expect(sound.deadline == nil && sound.process == nil)
  }

  @Test("where the command fails it is the bell, every two seconds, and for a minute")
  func failures() {
    var sound = AlarmSound()
    sound.start(.command("exit 3"), at: time(10))
    #expect(sound.poll(at: time(10)) == nil)
    let events = end(&sound, at: time(11))
    #expect(events == .failed(.exited(3)))
    var bells: [Int64] = []
    while let deadline = sound.deadline, bells.count < 100 {
      let now = max(deadline, time(11))
      if sound.poll(at: now) == .bell {
        bells.append((now - .distantPast).components.seconds)
      }
    }
    #expect(bells == Array(stride(from: 11, through: 69, by: 2)))
  }

  @Test("none is silent")
  func silence() {
    var silent = AlarmSound()
    silent.start(.none, at: time(0))
    #expect(silent.deadline == nil)
  }
}
