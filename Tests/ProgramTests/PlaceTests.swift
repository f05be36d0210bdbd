import ProgramSupport
import Testing

extension Displays {
  /// Where the window is: dragged, in full screen and back, at another scale, and on several monitors.
  struct Places {
    static let look = Desk.look + ["--size", "400x240"]

    typealias Geometry = Connection.Geometry

    static let moved = [WindowManager.none, .twm, .awesome].filter(\.canBeTried)

    @Test(arguments: moved)
    func draggedItLiesWhereThePointerHasTakenIt(manager: WindowManager) throws {
      let desk = try Desk(Places.look, manager: manager)
      for (dx, dy) in [(60, 40), (-30, 20), (50, -10)] {
        let before = try desk.place
        let start = (x: before.x + 8, y: before.y + 8)
        desk.mouse.move(x: start.x, y: start.y)
        desk.mouse.press()
        for step in 1...4 {
          desk.mouse.move(x: start.x + dx * step / 4, y: start.y + dy * step / 4)
        }
        try desk.awaitPlace(
          Geometry(x: before.x + dx, y: before.y + dy, width: before.width, height: before.height),
          "the window \(dx), \(dy) from \(before)")
        desk.mouse.release()
      }
    }

    @Test(arguments: moved)
    func draggedSlowlyItStaysUnderThePointer(manager: WindowManager) throws {
      let desk = try Desk(Places.look, manager: manager)
      let before = try desk.place
      let start = (x: before.x + 8, y: before.y + 8)
      desk.mouse.move(x: start.x, y: start.y)
      desk.mouse.press()
      for (dx, dy) in [(20, 10), (40, 30), (60, 40)] {
        let place = Geometry(
          x: before.x + dx, y: before.y + dy, width: before.width, height: before.height)
        try desk.awaitPlace("the window \(dx), \(dy) from \(before)") { seen in
          // Again and again, so that the pointer is followed and not its last move alone.
          for x in [dx - 1, dx] { desk.mouse.move(x: start.x + x, y: start.y + dy) }
          return seen == place
        }
      }
      desk.mouse.release()
    }

    @Test(arguments: moved)
    func fullScreenAndBackItLiesWhereItLay(manager: WindowManager) throws {
      let desk = try Desk(Places.look, manager: manager)
      let before = try desk.place
      for _ in 0..<3 {
        try desk.keyboard.tap("f")
        try desk.awaitPlace(Desk.screen, "the full screen")
        try desk.keyboard.tap("f")
        try desk.awaitPlace(before, "the window where it was")
      }
    }

    static let scaled = [WindowManager.none, .twm, .openbox, .xfwm4].filter(\.canBeTried)

    @Test(arguments: scaled)
    func atAnotherScaleTheFullScreenStaysAndTheWindowAfterItFollows(manager: WindowManager) throws {
      let desk = try Desk(Places.look, manager: manager)
      try desk.keyboard.tap("f")
      try desk.awaitPlace(Desk.screen, "the full screen")
      desk.connection.setResources("Xft.dpi:\t192\n")
      try desk.awaitPicture(
        Program.render(Desk.look + ["--size", "640x400", "--scale", "2"], home: desk.home),
        "the full screen at twice the scale")
      #expect(try desk.place == Desk.screen)
      try desk.keyboard.tap("f")
      try desk.awaitSize(800, 480, "the window at twice the scale")
      try desk.keyboard.tap("f")
      try desk.awaitPlace(Desk.screen, "the full screen")
      desk.connection.setResources("Xft.dpi:\t96\n")
      try desk.awaitPicture(
        Program.render(Desk.look + ["--size", "1280x800"], home: desk.home),
        "the full screen as at first")
      try desk.keyboard.tap("f")
      try desk.awaitSize(400, 240, "the window as at first")
    }

    @Test(arguments: WindowManager.expectedWithStates)
    func atAnotherScaleAMaximisedWindowStaysAndFollowsLater(manager: WindowManager) throws {
      let desk = try Desk(Places.look, manager: manager)
      let states = ("_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT")
      desk.connection.setState(true, states.0, states.1, of: desk.window)
      let full = try desk.awaitPlace("the window to be maximised") {
        $0.width > 1200 && $0.height > 700
      }
      let size = "\(Double(full.width) / 2)x\(Double(full.height) / 2)"
      desk.connection.setResources("Xft.dpi:\t192\n")
      try desk.awaitPicture(
        Program.render(Desk.look + ["--size", size, "--scale", "2"], home: desk.home),
        "the maximised window at twice the scale")
      #expect(try desk.place == full)
      desk.connection.setState(false, states.0, states.1, of: desk.window)
      try desk.awaitSize(800, 480, "the window at twice the scale")
    }

    @Test func theScaleOfTheSettingsManagerIsThatOfTheWindow() throws {
      let desk = try Desk(Places.look)
      let manager = try SettingsManager(desk.server, [("Gdk/WindowScalingFactor", .number(2))])
      try desk.awaitSize(800, 480, "twice the scale")
      manager.say([("Xft/DPI", .number(147_456))])
      try desk.awaitSize(600, 360, "one and a half times the scale")
      // What the resources say counts more.
      desk.connection.setResources("Xft.dpi:\t96\n")
      try desk.awaitSize(400, 240, "the resources' scale")
      desk.connection.setResources("")
      try desk.awaitSize(600, 360, "the settings' scale")
      manager.end()
      try desk.awaitSize(400, 240, "no scale")
    }

    @Test func aScaleThatWasAskedForStays() throws {
      let desk = try Desk(Places.look + ["--scale", "1"])
      let manager = try SettingsManager(desk.server, [("Gdk/WindowScalingFactor", .number(2))])
      // Both changes were handled once the second one is.
      desk.connection.setResources("Xft.dpi:\t192\n")
      try desk.ctl("sync")
      try desk.ctl("theme", "flat-dark")
      try desk.awaitRender(["--theme", "flat-dark"], "the picture at the scale that was asked for")
      manager.end()
    }

    /// Mutter resizes X11 windows by itself, with their frames, before the program hears of the scale or after that.
    @Test func changesOfScaleLeadBackToTheSameSizeWhoeverElseResizes() throws {
      let desk = try Desk(Places.look)
      func resizeAsMutter(by factor: Double) throws {
        let now = try desk.place
        desk.connection.resize(
          desk.window, width: Int(Double(now.width) * factor),
          height: Int(Double(now.height + 37) * factor) - 37)
      }
      for step in 0..<4 {
        let (scale, factor) = step % 2 == 0 ? (2, 2.0) : (1, 0.5)
        if step < 3 { try resizeAsMutter(by: factor) }
        desk.connection.setResources("Xft.dpi:\t\(96 * scale)\n")
        try desk.awaitSize(400 * scale, 240 * scale, "the size at scale \(scale)")
        // By its end the program has no change of scale open.
        try resizeAsMutter(by: factor)
        try desk.awaitSize(400 * scale, 240 * scale, "the size at scale \(scale) again")
      }
    }

    /// GNOME's settings daemon says the scale 1.5 s after mutter has resized the windows for it.
    @Test func aScaleThatIsSaidLateLeadsToTheSameSize() throws {
      let desk = try Desk(Places.look)
      for scale in [2, 1] {
        desk.connection.resize(desk.window, width: 400 * scale, height: 250 * scale)
        try desk.awaitSize(400 * scale, 250 * scale, "the size that mutter has chosen")
        Deadline.observe(seconds: 1.5)
        desk.connection.setResources("Xft.dpi:\t\(96 * scale)\n")
        try desk.awaitPicture(
          Program.render(Places.look + ["--scale", "\(scale)"], home: desk.home), "scale \(scale)")
      }
    }

    @Test func aPanelStartsOutsideOfOtherPanels() throws {
      let desk = try Desk(options: ["--no-state"], isOpen: false)
      desk.connection.set("_NET_WORKAREA", of: desk.connection.root, to: [64, 32, 1216, 768])
      for (options, x, y) in [
        (["--type", "dock"], 64, 32), (["--type", "desktop"], 64, 32),
        (["--type", "dock", "--position", "5,6"], 5, 6), (["--type", "normal"], 0, 0),
      ] {
        try desk.open(options, takesKeys: false)
        let place = try desk.place
        #expect((place.x, place.y) == (x, y), "\(options)")
        try desk.kill()
      }
    }

    @Test func withoutAWindowManagerItFillsTheMonitorThatShowsMostOfIt() throws {
      let desk = try Desk(Places.look)
      let left = Geometry(x: 0, y: 0, width: 480, height: 800)
      let right = Geometry(x: 480, y: 0, width: 800, height: 600)
      desk.connection.addMonitor("left", left)
      desk.connection.addMonitor("right", right, isMain: true)
      for (x, monitor) in [(100, left), (300, right), (480, right)] {
        desk.connection.move(desk.window, x: x, y: 50)
        let before = Geometry(x: x, y: 50, width: 400, height: 240)
        try desk.awaitPlace(before, "the window's place")
        try desk.keyboard.tap("f")
        try desk.awaitPlace(monitor, "the monitor")
        try desk.keyboard.tap("Escape")
        try desk.awaitPlace(before, "the window where it was")
      }
    }

    @Test func withoutAWindowManagerTheFullScreenFollowsTheScreen() throws {
      let desk = try Desk(Places.look)
      try desk.keyboard.tap("f")
      try desk.awaitPlace(Desk.screen, "the full screen")
      try desk.connection.setMode(DisplayMode(width: 640, height: 480, hertz: 60))
      try desk.awaitPlace(Geometry(x: 0, y: 0, width: 640, height: 480), "the smaller screen")
      try desk.keyboard.tap("f")
      try desk.awaitSize(400, 240, "the window")
    }

    @Test(arguments: WindowManager.fewExpected)
    func aWindowThatIsLargerThanTheMonitorIsFitted(manager: WindowManager) throws {
      let desk = try Desk(options: ["--no-state"], manager: manager, isOpen: false)
      let (left, right) = (
        Geometry(x: 0, y: 0, width: 480, height: 800),
        Geometry(x: 480, y: 0, width: 800, height: 600)
      )
      desk.connection.addMonitor("left", left)
      desk.connection.addMonitor("right", right, isMain: true)
      for (size, width, height) in [("3000x2000", 800, 600), ("1100x300", 800, 300)] {
        try desk.open(["--size", size])
        let place = try desk.place
        // Some take a frame's room off that.
        #expect((width - 20...width).contains(place.width))
        #expect((height - 60...height).contains(place.height))
        try desk.kill()
      }
    }
  }
}
