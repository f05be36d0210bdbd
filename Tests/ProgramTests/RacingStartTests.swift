import Glibc
import ProgramSupport
import Storage
import Testing

extension Displays {
  /// Starts at the same moment: one opens the window, the others raise it.
  struct RacingStarts {
    @Test(arguments: [2, 5, 20]) func oneWindowStays(count: Int) throws {
      let sitting = try State.Sitting()
      var starts = try (0..<count).map { _ in try sitting.start() }
      // Twenty processes on a slow machine take some time to come to the question.
      try sitting.connection.wait(until: "all but one to end", Deadline(seconds: 60)) {
        starts.removeAll { start in
          guard let ending = start.reap() else { return false }
          #expect(ending == .exited(0) && start.standardError.isEmpty, "\(start.standardError)")
          return true
        }
        return starts.count <= 1
      }
      let owner = try #require(starts.first)
      _ = try sitting.connection.window(ofProcess: owner.identifier)
      try sitting.ctl("count", "42")
      try sitting.ctl("quit")
      #expect(try owner.wait() == .exited(0))
      #expect(try sitting.kept().counter.value == 42)
    }

    /// Two starts wait for a window that is stopped, and then killed: one opens a new one, which the other raises.
    @Test func aWaitingStartTakesOver() throws {
      let sitting = try State.Sitting()
      let owner = try sitting.open()
      owner.freeze()
      var starts = try (0..<2).map { _ in try sitting.start() }
      for start in starts {
        try sitting.connection.wait(until: "a start to ask") { start.hasSocket }
      }
      try sitting.kill()
      try sitting.connection.wait(until: "one to end") {
        starts.removeAll { start in
          guard let ending = start.reap() else { return false }
          #expect(ending == .exited(0), "\(start.standardError)")
          return true
        }
        return starts.count <= 1
      }
      let next = try #require(starts.first)
      _ = try sitting.connection.window(ofProcess: next.identifier)
      try sitting.ctl("count", "7")
      try sitting.ctl("quit")
      #expect(try next.wait() == .exited(0))
      #expect(try sitting.kept().counter.value == 7)
    }

    @Test func aWindowThatDoesNotAnswerIsReported() throws {
      let sitting = try State.Sitting()
      try sitting.open().freeze()
      let start = try sitting.start()
      #expect(try start.wait(Deadline(seconds: 30)) == .exited(5))
      #expect(
        start.standardError
          == "segclock: the window that is open does not answer; end its process, or give another --name\n"
      )
    }
  }
}

extension Displays.State.Sitting {
  /// Starts the program, and does not wait for its window.
  fileprivate func start() throws -> ChildProcess {
    try ChildProcess(
      Program.path, [], environment: ProgramSupport.environment(home: home, display: server.display)
    )
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
