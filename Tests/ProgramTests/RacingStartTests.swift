import Glibc
import ProgramSupport
import Storage
import Testing

extension Displays {
  /// Starts at the same moment: one opens the window, the others raise it.
  struct RacingStarts {
    /// Waits until all starts but one have ended well, and expects that the window of that one works and is the only owner.
    private func expectOneOwner(_ starts: [ChildProcess], on desk: Desk) throws {
      var starts = starts
      // Twenty processes on a slow machine take some time to come to the question.
      try desk.connection.wait(until: "all but one to end", Deadline(seconds: 60)) {
        starts.removeAll { start in
          guard let ending = start.reap() else { return false }
          #expect(ending == .exited(0), "\(start.standardError)")
          return true
        }
        return starts.count <= 1
      }
      let owner = try #require(starts.first)
      _ = try desk.connection.window(ofProcess: owner.identifier)
      try desk.ctl("count", "42")
      try desk.ctl("quit")
      #expect(try owner.wait() == .exited(0))
      #expect(try desk.kept().counter.value == 42)
    }

    @Test(arguments: [2, 5, 20]) func oneWindowStays(count: Int) throws {
      let desk = try Desk(isOpen: false)
      let starts = try (0..<count).map { _ in try desk.openAnother() }
      try expectOneOwner(starts, on: desk)
      #expect(starts.allSatisfy { $0.standardError.isEmpty })
    }

    /// Two starts wait for a window that is stopped, and then killed: one opens a new one, which the other raises.
    @Test func aWaitingStartTakesOver() throws {
      let desk = try Desk()
      desk.program.freeze()
      let starts = try (0..<2).map { _ in try desk.openAnother() }
      for start in starts { try desk.wait(until: "a start to ask") { start.hasSocket } }
      try desk.kill()
      try expectOneOwner(starts, on: desk)
    }

    @Test func aWindowThatDoesNotAnswerIsReported() throws {
      let desk = try Desk()
      desk.program.freeze()
      let start = try desk.openAnother()
      #expect(try start.wait(Deadline(seconds: 30)) == .exited(5))
      #expect(
        start.standardError
          == "segclock: the window that is open does not answer; end its process, or give another --name\n"
      )
    }
  }
}

extension ChildProcess {
  /// Whether a socket is among its descriptors.
  fileprivate var hasSocket: Bool {
    (3..<16).contains { number in
      var target = [CChar](repeating: 0, count: 16)
      guard readlink("/proc/\(identifier)/fd/\(number)", &target, 15) > 0 else { return false }
      return String(
        decoding: target.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
      )
      .hasPrefix("socket:")
    }
  }
}
