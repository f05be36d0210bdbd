import ProgramSupport
import Testing

extension Displays {
  /// Where the window is: dragged, in full screen and back, at another scale, and on several monitors.
  struct Places {
    static let look = ["--theme", "flat-light"]
    static let small = ["--size", "400x240"]

    typealias Geometry = Connection.Geometry

    func geometry(_ desk: Desk) throws -> Geometry {
      try #require(desk.connection.geometry(of: desk.window))
    }

    func expect(_ place: Geometry, _ what: String, _ desk: Desk) throws {
      var seen: Geometry?
      do {
        try desk.connection.wait(until: what) {
          seen = desk.connection.geometry(of: desk.window)
          return seen == place
        }
      } catch {
        throw Failure("\(error): \(String(describing: seen))")
      }
    }

    /// Waits until the window has this size, and gives its place.
    @discardableResult
    func awaitSize(_ width: Int, _ height: Int, _ what: String, _ desk: Desk) throws -> Geometry {
      var seen: Geometry?
      do {
        return try desk.connection.wait(for: what) {
          seen = desk.connection.geometry(of: desk.window)
          return seen.flatMap { $0.width == width && $0.height == height ? $0 : nil }
        }
      } catch {
        throw Failure("\(error): \(String(describing: seen))")
      }
    }

    static let screen = Geometry(x: 0, y: 0, width: 1280, height: 800)
    static let moved = [WindowManager.none, .twm, .awesome].filter(\.canBeTried)

    @Test(arguments: moved)
    func draggedItLiesWhereThePointerHasTakenIt(manager: WindowManager) throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still, manager: manager)
      for (dx, dy) in [(60, 40), (-30, 20), (50, -10)] {
        let before = try geometry(desk)
        let start = (x: before.x + 8, y: before.y + 8)
        desk.mouse.move(x: start.x, y: start.y)
        desk.mouse.press()
        for step in 1...4 {
          desk.mouse.move(x: start.x + dx * step / 4, y: start.y + dy * step / 4)
        }
        try expect(
          Geometry(x: before.x + dx, y: before.y + dy, width: before.width, height: before.height),
          "the window \(dx), \(dy) from \(before)", desk
        )
        desk.mouse.release()
      }
    }

    @Test(arguments: moved)
    func draggedSlowlyItStaysUnderThePointer(manager: WindowManager) throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still, manager: manager)
      let before = try geometry(desk)
      let start = (x: before.x + 8, y: before.y + 8)
      desk.mouse.move(x: start.x, y: start.y)
      desk.mouse.press()
      for (dx, dy) in [(20, 10), (40, 30), (60, 40)] {
        let place = Geometry(
          x: before.x + dx, y: before.y + dy, width: before.width, height: before.height)
        var seen: Geometry?
        do {
          try desk.connection.wait(until: "the window \(dx), \(dy) from \(before)") {
            seen = desk.connection.geometry(of: desk.window)
            // Again and again, so that the pointer is followed and not its last move alone.
            for x in [dx - 1, dx] { desk.mouse.move(x: start.x + x, y: start.y + dy) }
            return seen == place
          }
        } catch {
          throw Failure("\(error): \(String(describing: seen))")
        }
      }
      desk.mouse.release()
    }

    @Test(arguments: moved)
    func fullScreenAndBackItLiesWhereItLay(manager: WindowManager) throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still, manager: manager)
      let before = try geometry(desk)
      for _ in 0..<3 {
        try desk.keyboard.tap("f")
        try expect(Places.screen, "the full screen", desk)
        try desk.keyboard.tap("f")
        try expect(before, "the window in its place", desk)
      }
    }

    static let scaled = [WindowManager.none, .twm, .openbox, .xfwm4].filter(\.canBeTried)

    @Test(arguments: scaled)
    func atAnotherScaleTheFullScreenStaysAndTheWindowAfterItFollows(manager: WindowManager) throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still, manager: manager)
      try desk.keyboard.tap("f")
      try expect(Places.screen, "the full screen", desk)
      desk.connection.setResources("Xft.dpi:\t192\n")
      try desk.awaitPicture(
        Program.render(Places.look + ["--size", "640x400", "--scale", "2"], home: desk.home),
        "the full screen at twice the scale")
      #expect(try geometry(desk) == Places.screen)
      try desk.keyboard.tap("f")
      try awaitSize(800, 480, "the window at twice the scale", desk)
      try desk.keyboard.tap("f")
      try expect(Places.screen, "the full screen", desk)
      desk.connection.setResources("Xft.dpi:\t96\n")
      try desk.awaitPicture(
        Program.render(Places.look + ["--size", "1280x800"], home: desk.home),
        "the full screen as at first")
      try desk.keyboard.tap("f")
      try awaitSize(400, 240, "the window as at first", desk)
    }

    @Test(arguments: [WindowManager.openbox, .xfwm4].filter(\.canBeTried))
    func atAnotherScaleAMaximisedWindowStaysAndFollowsLater(manager: WindowManager) throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still, manager: manager)
      let states = ("_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT")
      desk.connection.setState(true, states.0, states.1, of: desk.window)
      let full = try desk.connection.wait(for: "the window to be maximised") {
        let place = try geometry(desk)
        return place.width > 1200 && place.height > 700 ? place : nil
      }
      let size = "\(Double(full.width) / 2)x\(Double(full.height) / 2)"
      desk.connection.setResources("Xft.dpi:\t192\n")
      try desk.awaitPicture(
        Program.render(Places.look + ["--size", size, "--scale", "2"], home: desk.home),
        "the maximised window at twice the scale")
      #expect(try geometry(desk) == full)
      desk.connection.setState(false, states.0, states.1, of: desk.window)
      try awaitSize(800, 480, "the window at twice the scale", desk)
    }

    @Test func theScaleOfTheSettingsManagerIsThatOfTheWindow() throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still)
      let manager = try SettingsManager(desk.server, [("Gdk/WindowScalingFactor", .number(2))])
      try awaitSize(800, 480, "twice the scale", desk)
      manager.say([("Xft/DPI", .number(147_456))])
      try awaitSize(600, 360, "one and a half times the scale", desk)
      // What the resources say counts more.
      desk.connection.setResources("Xft.dpi:\t96\n")
      try awaitSize(400, 240, "the resources' scale", desk)
      desk.connection.setResources("")
      try awaitSize(600, 360, "the settings' scale", desk)
      manager.end()
      try awaitSize(400, 240, "no scale", desk)
    }

    @Test func aScaleThatWasAskedForStays() throws {
      let desk = try Desk(Places.look + Places.small + ["--scale", "1"], options: Keys.still)
      let manager = try SettingsManager(desk.server, [("Gdk/WindowScalingFactor", .number(2))])
      // Both changes were handled once the second one is.
      desk.connection.setResources("Xft.dpi:\t192\n")
      #expect(try Program.run(["ctl", "sync"], home: desk.home).ending == .exited(0))
      #expect(try Program.run(["ctl", "theme", "flat-dark"], home: desk.home).ending == .exited(0))
      try desk.awaitRender(["--theme", "flat-dark"], "the picture at the scale that was asked for")
      manager.end()
    }

    /// Mutter resizes X11 windows by itself, with their frames, before the program hears of the scale or after that.
    @Test func changesOfScaleLeadBackToTheSameSizeWhoeverElseResizes() throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still)
      func resizeAsMutter(by factor: Double) throws {
        let now = try geometry(desk)
        desk.connection.resize(
          desk.window, width: Int(Double(now.width) * factor),
          height: Int(Double(now.height + 37) * factor) - 37)
      }
      for step in 0..<4 {
        let (scale, factor) = step % 2 == 0 ? (2, 2.0) : (1, 0.5)
        if step < 3 { try resizeAsMutter(by: factor) }
        desk.connection.setResources("Xft.dpi:\t\(96 * scale)\n")
        try awaitSize(400 * scale, 240 * scale, "the size at scale \(scale)", desk)
        // By its end the program has no change of scale open.
        try resizeAsMutter(by: factor)
        try awaitSize(400 * scale, 240 * scale, "the size at scale \(scale) again", desk)
      }
    }

    @Test func aPanelStartsOutsideOfOtherPanels() throws {
      let server = try XServer()
      let connection = try Connection(server)
      connection.set("_NET_WORKAREA", of: connection.root, to: [64, 32, 1216, 768])
      for (options, x, y) in [
        (["--type", "dock"], 64, 32), (["--type", "desktop"], 64, 32),
        (["--type", "dock", "--position", "5,6"], 5, 6),
        (["--type", "normal"], 0, 0),
      ] {
        let home = try TemporaryDirectory()
        let program = try ChildProcess(
          Program.path, options, environment: environment(home: home, display: server.display))
        let window = try connection.window(ofProcess: program.identifier)
        let place = try #require(connection.geometry(of: window))
        #expect((place.x, place.y) == (x, y), "\(options)")
        program.end()
      }
    }

    @Test func withoutAWindowManagerItFillsTheMonitorThatShowsMostOfIt() throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still)
      let left = Geometry(x: 0, y: 0, width: 480, height: 800)
      let right = Geometry(x: 480, y: 0, width: 800, height: 600)
      desk.connection.addMonitor("left", left)
      desk.connection.addMonitor("right", right, isMain: true)
      for (x, monitor) in [(100, left), (300, right), (480, right)] {
        desk.connection.move(desk.window, x: x, y: 50)
        let before = Geometry(x: x, y: 50, width: 400, height: 240)
        try expect(before, "the window's place", desk)
        try desk.keyboard.tap("f")
        try expect(monitor, "the monitor", desk)
        try desk.keyboard.tap("Escape")
        try expect(before, "the window in its place", desk)
      }
    }

    @Test func withoutAWindowManagerTheFullScreenFollowsTheScreen() throws {
      let desk = try Desk(Places.look + Places.small, options: Keys.still)
      try desk.keyboard.tap("f")
      try expect(Places.screen, "the full screen", desk)
      try desk.connection.setMode(DisplayMode(width: 640, height: 480, hertz: 60))
      try expect(Geometry(x: 0, y: 0, width: 640, height: 480), "the smaller screen", desk)
      try desk.keyboard.tap("f")
      try awaitSize(400, 240, "the window", desk)
    }

    @Test(arguments: WindowManager.fewExpected)
    func aWindowThatIsLargerThanTheMonitorIsFitted(manager: WindowManager) throws {
      let home = try TemporaryDirectory()
      let server = try XServer()
      let running = try RunningWindowManager.start(manager, on: server, home: home)
      let connection = try Connection(server)
      connection.addMonitor("left", Geometry(x: 0, y: 0, width: 480, height: 800))
      connection.addMonitor("right", Geometry(x: 480, y: 0, width: 800, height: 600), isMain: true)
      for (size, width, height) in [("3000x2000", 800, 600), ("1100x300", 800, 300)] {
        let program = try ChildProcess(
          Program.path, Places.look + ["--no-state", "--size", size],
          environment: environment(home: home, display: server.display))
        let window = try connection.window(ofProcess: program.identifier)
        let place = try #require(connection.geometry(of: window))
        // Some take a frame's room off that.
        #expect((width - 20...width).contains(place.width))
        #expect((height - 60...height).contains(place.height))
        program.end()
      }
      withExtendedLifetime(running) {}
    }
  }
}
