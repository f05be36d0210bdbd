import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// Windows that are no rectangle, or not opaque, with and without somebody who respects that; and their edges.
  struct ShapedWindows {
    static let look = Desk.look + ["--size", "300x260"]

    /// What stands on the screen where the window is.
    private func seen(_ desk: Desk) throws -> (window: Picture, desktop: Pixel) {
      let place = try desk.place
      let screen = try #require(desk.connection.picture(of: desk.connection.root))
      return (
        screen.part(x: place.x, y: place.y, width: place.width, height: place.height),
        Pixel(screen.pixels[screen.width * screen.height - 1])
      )
    }

    /// Waits until the screen shows what `render` makes of `look`, as it lies on the desktop; without `isSmooth` where a pixel
    /// is shown whole or not at all.
    private func awaitScreen(
      _ look: [String], isSmooth: Bool, _ what: String, _ desk: Desk
    ) throws {
      let path = desk.home.file("wanted.png")
      #expect(try Program.run(["render"] + look + [path], home: desk.home).ending == .exited(0))
      var difference: String?
      try desk.wait(until: what, seen: difference ?? "") {
        let (window, desktop) = try seen(desk)
        let wanted = try Picture(png: path, on: desktop)
        let edge = isSmooth ? wanted : try Picture(png: path, on: Pixel(desktop.value ^ 0x80_8080))
        difference = window.difference(from: wanted, tolerance: 2) { index in
          // Only what is the same on any paper is known to the bit; of the line between, that it is one of both.
          wanted.pixels[index] == edge.pixels[index]
            || edge.pixels[index] == desktop.value ^ 0x80_8080
        }
        return difference == nil
      }
    }

    @Test(arguments: ["rounded", "round"])
    func withoutACompositorTheServerCutsIt(shape: String) throws {
      let look = ShapedWindows.look + ["--shape", shape]
      let desk = try Desk(look, comparesFresh: false)
      try awaitScreen(look, isSmooth: false, shape, desk)
      // In full screen, too, and back.
      try desk.keyboard.tap("f")
      try desk.awaitSize(1280, 800, "the whole screen")
      try desk.keyboard.tap("f")
      try awaitScreen(look, isSmooth: false, shape + " again", desk)
    }

    /// Cut as in full screen, a small one would have nothing to be seen of, and so draw nothing that changes that.
    @Test(arguments: [WindowManager.none, .openbox].filter(\.canBeTried))
    func aSmallOneComesBackFromFullScreen(manager: WindowManager) throws {
      let look = Desk.look + ["--size", "120x120", "--shape", "round"]
      let desk = try Desk(
        look, options: ["--position", "500,300"], manager: manager, comparesFresh: false)
      for number in 0..<2 {
        try desk.keyboard.tap("f")
        try desk.awaitSize(1280, 800, "the whole screen")
        // Until it is cut to that size.
        let wide = look.map { $0 == "120x120" ? "1280x800" : $0 }
        try awaitScreen(wide, isSmooth: false, "full \(number)", desk)
        try desk.keyboard.tap("f")
        try awaitScreen(look, isSmooth: false, "small \(number)", desk)
      }
    }

    static let ways = ["shared-memory", "put"]

    @Test(.enabled(if: isExpected("picom")), arguments: ways)
    func underACompositorItIsSmoothAndLetsShineThrough(way: String) throws {
      let look = ShapedWindows.look + ["--shape", "round", "--background-opacity", "0.5"]
      let desk = try Desk(
        look, options: ["--present", way], manager: .openbox, compositor: .picom,
        comparesFresh: false)
      try awaitScreen(look, isSmooth: true, "a round window", desk)
      try desk.keyboard.tap("5")
      try awaitScreen(look + rings("50%"), isSmooth: true, "half", desk)
    }

    @Test(.enabled(if: isExpected("picom")))
    func aCompositorThatComesOrGoesIsFollowed() throws {
      let look = ShapedWindows.look + ["--shape", "rounded"]
      let clear = ["--background-opacity", "0.4"]
      let desk = try Desk(look + clear, comparesFresh: false)
      for number in 0..<2 {
        try awaitScreen(look, isSmooth: false, "opaque \(number)", desk)
        let picom = try desk.start("picom", ["--config", "/dev/null", "--backend", "xrender"])
        try awaitScreen(look + clear, isSmooth: true, "translucent \(number)", desk)
        picom.signal(SIGKILL)
      }
      try awaitScreen(look, isSmooth: false, "opaque in the end", desk)
    }

    @Test func clicksBesideItGoToWhatLiesBehind() throws {
      let desk = try Desk(ShapedWindows.look + ["--shape", "round"], comparesFresh: false)
      let behind = desk.connection.openWindow(width: 1280, height: 800)
      desk.connection.move(behind, x: 0, y: 0)
      desk.connection.raise(desk.window)
      func clicks(x: Double, y: Double) throws -> Int {
        _ = desk.connection.inputs()
        try desk.mouse.click(at: (x, y), of: desk.window)
        desk.connection.synchronize()
        return desk.connection.inputs().count
      }
      #expect(try clicks(x: 4, y: 4) == 1)
      #expect(try clicks(x: 150, y: 20) == 0)
      #expect(try clicks(x: 296, y: 256) == 1)
      // Let through everywhere, and then no more.
      try desk.keyboard.tap("x")
      try desk.wait(until: "clicks to go through") { try clicks(x: 150, y: 20) == 1 }
      try desk.ctl("click-through", "off")
      try desk.wait(until: "clicks to be taken again") { try clicks(x: 150, y: 20) == 0 }
      #expect(try clicks(x: 4, y: 4) == 1)
    }

    @Test func onlyARectangleHasAFrameUnlessItIsAskedFor() throws {
      for (options, hasFrame) in [
        ([], true), (["--shape", "round"], false),
        (["--shape", "round", "--no-undecorated"], true),
        (["--shape", "rounded"], false),
      ] {
        let desk = try Desk([], options: options, manager: .openbox, comparesFresh: false)
        #expect(desk.hasFrame == hasFrame, "\(options)")
      }
    }

    @Test func aShapeInTheConfigurationIsFollowed() throws {
      let desk = try Desk(ShapedWindows.look, isOpen: false)
      try desk.configure("shape = \"round\"\n")
      try desk.open()
      try awaitScreen(ShapedWindows.look, isSmooth: false, "round", desk)
      try desk.configure("shape = \"rounded\"\n")
      try awaitScreen(ShapedWindows.look, isSmooth: false, "rounded", desk)
      try desk.configure("\n")
      try awaitScreen(ShapedWindows.look, isSmooth: true, "a rectangle", desk)
    }

    static let resizers = [WindowManager.none, .openbox, .xfwm4, .twm].filter(\.canBeTried)

    @Test(arguments: resizers)
    func withoutAFrameItIsResizedByItsEdges(manager: WindowManager) throws {
      let desk = try Desk(
        ShapedWindows.look, options: ["--undecorated", "--position", "300,200"], manager: manager,
        comparesFresh: false)
      // Twm gives every window a frame, by which it is held; but it carries out what the edges ask for, too.
      for (x, y, dx, dy, grows) in [
        (1.0, 0.5, 40, 0, (x: 0, y: 0, width: 40, height: 0)),
        (0.5, 1.0, 0, 30, (x: 0, y: 0, width: 0, height: 30)),
        (0.0, 0.0, -20, -10, (x: -20, y: -10, width: 20, height: 10)),
        (1.0, 1.0, -30, -20, (x: 0, y: 0, width: -30, height: -20)),
      ] {
        let before = try desk.place
        let start = (
          x: before.x + max(2, Int(Double(before.width) * x) - 3),
          y: before.y + max(2, Int(Double(before.height) * y) - 3)
        )
        desk.mouse.move(x: start.x, y: start.y)
        desk.mouse.press()
        let wanted = Connection.Geometry(
          x: before.x + grows.x, y: before.y + grows.y, width: before.width + grows.width,
          height: before.height + grows.height)
        for step in 6...8 {
          desk.mouse.move(x: start.x + dx * step / 8, y: start.y + dy * step / 8)
        }
        try desk.awaitPlace("\(wanted)") { now in
          // Managers begin a few pixels into the move, and once they have the pointer: it has to move on, but so little
          // that the window is right at any time.
          for back in [1, 0] {
            desk.mouse.move(
              x: start.x + dx - dx.signum() * back, y: start.y + dy - dy.signum() * back)
          }
          return abs(now.x - wanted.x) <= 4 && abs(now.y - wanted.y) <= 4
            && abs(now.width - wanted.width) <= 4 && abs(now.height - wanted.height) <= 4
        }
        desk.mouse.release()
        try desk.wait(until: "the pointer to be let go of") { desk.connection.isPointerFree }
      }
    }

    /// Openbox gives the frame the region of the contents.
    @Test(arguments: [WindowManager.openbox].filter(\.canBeTried), [true, false])
    func throughTheContentsTheFrameStaysClickable(manager: WindowManager, atStart: Bool) throws {
      let desk = try Desk(
        options: atStart ? ["--click-through"] : [], manager: manager, comparesFresh: false)
      if !atStart { try desk.ctl("click-through", "on") }
      let (window, connection) = (desk.window, desk.connection)
      try desk.wait(until: "a region of the frame alone") {
        let rects = connection.inputRegion(of: window)
        return rects.contains { $0.y < 0 && $0.height > 10 }
          && !rects.contains { $0.x >= 0 && $0.y >= 0 && $0.x < 840 && $0.y < 480 }
      }
      try desk.ctl("click-through", "off")
      try desk.wait(until: "clicks on the contents") {
        connection.inputRegion(of: window).contains { $0.x <= 0 && $0.y <= 0 && $0.height >= 480 }
      }
    }

    @Test func theCursorShowsWhichEdgeIsUnderIt() throws {
      let desk = try Desk(
        ShapedWindows.look, options: ["--undecorated"], manager: .openbox, comparesFresh: false)
      for (x, y, name) in [
        (2.0, 130.0, "left_side"), (298, 130, "right_side"), (150, 2, "top_side"),
        (150, 258, "bottom_side"), (2, 2, "top_left_corner"), (298, 258, "bottom_right_corner"),
        (298, 2, "top_right_corner"), (2, 258, "bottom_left_corner"),
      ] {
        try desk.mouse.move(to: desk.window, x: x, y: y)
        try desk.wait(until: name) { desk.connection.cursorName == name }
        try desk.mouse.move(to: desk.window, x: 150, y: 12)
        try desk.wait(until: "the usual cursor") { desk.connection.cursorName != name }
      }
    }

    @Test func anEdgeHasItsCursorAfterTheFullScreenToo() throws {
      let desk = try Desk(
        ShapedWindows.look, options: ["--undecorated"], manager: .openbox, comparesFresh: false)
      func touchEdge() throws {
        try desk.mouse.move(to: desk.window, x: 2, y: 130)
        try desk.wait(until: "the edge's cursor") { desk.connection.cursorName == "left_side" }
      }
      try touchEdge()
      try desk.keyboard.tap("f")
      try desk.wait(until: "the pointer to hide") { desk.connection.isPointerHidden }
      try desk.keyboard.tap("f")
      try desk.wait(until: "the pointer to be seen") { !desk.connection.isPointerHidden }
      try touchEdge()
    }

    @Test func aWindowWithAFrameIsNotHeldByItsEdges() throws {
      let desk = try Desk(
        ShapedWindows.look, options: ["--position", "300,200"], manager: .openbox,
        comparesFresh: false)
      try desk.mouse.move(to: desk.window, x: 298, y: 130)
      let before = try desk.place
      desk.mouse.press()
      let after = try desk.awaitPlace("it to be moved") { now in
        for step in 6...8 { desk.mouse.move(x: before.x + 298 + step * 5, y: before.y + 130) }
        return now.x > before.x + 20
      }
      desk.mouse.release()
      #expect(after.width == before.width)
    }
  }
}
