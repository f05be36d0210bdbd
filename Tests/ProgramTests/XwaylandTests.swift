import ProgramSupport
import Testing

extension Displays {
  /// What the program does among Wayland windows; where sway is missing, that is said, unless CI is set.
  struct Rootless {
    static let isTried: ConditionTrait = .enabled(
      if: ["sway", "foot", "Xwayland", "grim", "wl-copy"].allSatisfy { isExpected($0) },
      "sway, foot, xwayland, grim or wl-clipboard is not installed")

    /// A window on sway, as large as 400 x 240 user units.
    private struct Room {
      static let look = Desk.look + ["--size", "400x240"]

      let sway: Sway
      let desk: Desk

      init(_ options: [String] = [], hasBus: Bool = false, variables: [String: String] = [:]) throws
      {
        let home = TestFolder()
        sway = try Sway(home: home, isFloating: true)
        desk = try Desk(
          Room.look, options: options, on: sway.server, variables: variables, home: home,
          hasBus: hasBus)
      }

      /// The window as a person sees it.
      func picture() throws -> Picture {
        let place = try desk.place
        return try sway.picture().part(
          x: place.x, y: place.y, width: place.width, height: place.height)
      }

      /// Waits until the screen has shown three pictures of the window, one after another.
      func expectMotion(_ what: String) throws {
        for _ in 0..<3 {
          let last = try picture()
          try desk.wait(until: "\(what): another picture") { try picture() != last }
        }
      }

      /// Waits until the screen shows the window as `render` draws it at this scale.
      func awaitFresh(_ what: String, scale: Double = 1) throws {
        let wanted = try Program.render(Room.look + ["--scale", "\(scale)"], home: desk.home)
        try desk.wait(until: what, seen: (try? picture().difference(from: wanted)) ?? "") {
          try picture() == wanted
        }
      }
    }

    @Test(isTried) func theServerAndItsRateAreNamed() throws {
      let room = try Room(["--stats"])
      let desk = room.desk
      try desk.ctl("start")
      try desk.wait(until: "the server's name") { try desk.status()["server"].string != nil }
      let status = try desk.status()
      #expect(status["server"].string == "Xwayland")
      #expect(status["window_manager"].string == "wlroots wm")
      let version = try Program.run(["--version"], home: desk.home, display: room.sway.display)
      let lines = version.output.split(separator: "\n")
      #expect(lines.count == 2 && version.ending == .exited(0))
      #expect(lines.last?.hasPrefix("display \(room.sway.display): Xwayland (") == true)
      #expect(lines.last?.hasSuffix("window manager wlroots wm") == true)
      // The server's own figure is 59.81.
      try desk.wait(until: "frames in step with the display") {
        try desk.status(format: "{{elapsed|ns}}").count > 8
      }
      try desk.ctl("quit")
      try desk.awaitEnd()
      #expect(desk.program.standardError.contains("frames a second 60.0\n"))
    }

    @Test(isTried) func whatAWaylandWindowCoveredOrTheScratchpadHadMovesAgain() throws {
      let room = try Room()
      let desk = room.desk
      try desk.ctl("start")
      try room.expectMotion("at first")
      // A Wayland window covers it.
      let terminal = try room.sway.openTerminal()
      try room.sway.run("[app_id=foot] fullscreen enable")
      Deadline.observe(seconds: 0.3)
      terminal.end()
      try room.expectMotion("after a Wayland window covered it")
      try room.sway.run("[class=Segclock] move to scratchpad")
      Deadline.observe(seconds: 0.3)
      try room.sway.run("[class=Segclock] scratchpad show")
      try room.expectMotion("out of the scratchpad")
    }

    @Test(isTried, arguments: ["2", "1.5"]) func aScaleOfTheOutputChangesNothing(scale: String)
      throws
    {
      let room = try Room()
      let before = try room.desk.place
      for value in [scale, "1"] {
        try room.sway.run("output HEADLESS-1 scale \(value)")
        try room.desk.wait(until: "another screen") {
          let root = room.desk.connection.root
          return room.desk.connection.geometry(of: root)?.width
            == Int((1280 / (Double(value) ?? 1)).rounded())
        }
        try room.desk.awaitRender([], "a scale of \(value)")
      }
      let after = try room.desk.place
      #expect((after.width, after.height) == (before.width, before.height))
      try room.desk.ctl("start")
      try room.expectMotion("after that")
    }

    @Test(isTried) func dotsPerInchChangeTheScaleAtOnce() throws {
      let room = try Room()
      for (dpi, scale) in [(192, 2.0), (144, 1.5), (96, 1)] {
        room.desk.connection.setResources("Xft.dpi:\t\(dpi)\n")
        try room.awaitFresh("\(dpi) dots per inch", scale: scale)
      }
    }

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
