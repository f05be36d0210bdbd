import ProgramSupport
import Testing

extension Displays {
  /// What the program does among Wayland windows; where sway is missing, that is said, unless CI is set.
  struct Rootless {
    static let isTried: ConditionTrait = .enabled(
      if: isExpected("sway") && isExpected("foot") && isExpected("Xwayland"),
      "sway, foot or xwayland is not installed")

    @Test(isTried) func aStopwatchThatCanBeSeenMovesAndWhatSwayCannotDoIsSaid() throws {
      let home = TestFolder()
      let sway = try Sway(home: home)
      let connection = try Connection(display: sway.display)
      let program = try Program.start(
        Desk.look + ["--start", "--above", "--global-key", "lap=F9"], home: home,
        display: sway.display)
      let window = try connection.window(ofProcess: program.identifier)
      func expectMotion(_ what: String) throws {
        for _ in 0..<5 {
          let last = connection.picture(of: window)
          try connection.wait(until: "\(what): another picture") {
            connection.picture(of: window).map { $0 != last } ?? false
          }
        }
      }
      try expectMotion("at first")
      let terminal = try sway.openTerminal()
      // A tiled window on another workspace lies over all of the screen for X.
      try sway.run("workspace 2")
      let other = connection.openWindow(width: 300, height: 200)
      try connection.wait(until: "the other window to be tiled") {
        connection.geometry(of: other).map { $0.width > 1200 && $0.height > 700 } ?? false
      }
      try sway.run("workspace 1")
      // All that the server has to say of that has been said by the time of the answer.
      connection.synchronize()
      #expect(connection.children(of: connection.root).last == other)
      #expect(try Program.run(["ctl", "sync"], home: home).ending == .exited(0))
      try expectMotion("on the workspace that is shown")
      terminal.end()
      let status = try Program.run(["ctl", "status", "--json"], home: home)
      #expect(status.output.contains("\"visible\":true"))
      let said = program.standardError.split(separator: "\n")
      #expect(said.count { $0.contains("global keys work only") } == 1)
    }
  }
}
