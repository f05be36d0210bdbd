import CX11
import ProgramSupport
import Testing

extension Displays {
  /// The window as one of many on a desktop, and the end of things around it.
  struct WindowLife {
    @Test func theWindowSaysWhoseItIs() throws {
      let desk = try Desk(isAnimated: true)
      let connection = desk.connection
      #expect(connection.text("WM_CLASS", of: desk.window) == "segclock\0Segclock\0")
      #expect(
        connection.property("_NET_WM_PID", of: desk.window) == [UInt(desk.program.identifier)])
      #expect(connection.text("WM_CLIENT_MACHINE", of: desk.window)?.isEmpty == false)
      let protocols = try #require(connection.atoms("WM_PROTOCOLS", of: desk.window))
      #expect(Set(protocols).isSuperset(of: ["WM_DELETE_WINDOW", "_NET_WM_PING"]))
      connection.ping(desk.window)
      try connection.awaitPingAnswers(1)
      try desk.wait(until: "the title") { desk.title.contains("segclock") }
    }

    @Test(arguments: WindowManager.fewExpected)
    func aResizedWindowShowsWhatRenderShowsAtThatSize(manager: WindowManager) throws {
      let desk = try Desk(isAnimated: true, manager: manager)
      for (width, height) in [(1000, 300), (300, 700), (120, 120), (24, 24), (841, 479)] {
        desk.connection.resize(desk.window, width: width, height: height)
        try desk.wait(until: "a window of \(width)x\(height)") {
          let place = desk.connection.geometry(of: desk.window)
          return place?.width == width && place?.height == height
        }
        let wanted = try Program.render(
          Desk.look + ["--size", "\(width)x\(height)"], home: desk.home)
        try desk.awaitPicture(wanted, "the picture at \(width)x\(height)")
      }
    }

    @Test func manyResizesEndWithTheLastSize() throws {
      let desk = try Desk(isAnimated: true)
      for step in 0..<300 {
        desk.connection.resize(
          desk.window, width: 30 + step * 37 % 900, height: 30 + step * 53 % 600)
      }
      desk.connection.resize(desk.window, width: 840, height: 480)
      try desk.awaitPicture(desk.fresh, "the first size again")
    }

    @Test func whatWasCoveredIsThereAgain() throws {
      let desk = try Desk([], isAnimated: true)
      let place = try desk.place
      let whole = desk.connection.cover(place)
      desk.connection.destroy(whole)
      try desk.awaitPicture(desk.fresh, "the whole window")
      // A part of it, across the edges of several instruments.
      let part = desk.connection.cover(
        Connection.Geometry(x: place.x + 200, y: place.y + 100, width: 333, height: 222))
      try desk.keyboard.tap("5")
      desk.connection.destroy(part)
      try desk.awaitRender(rings("50%"), "the part, with what has changed meanwhile")
    }

    @Test(arguments: [
      ["--scale", "2", "--size", "420x240"], ["--scale", "1.5", "--size", "400x300"],
    ])
    func scaledWindowEqualsTheScaledPicture(look: [String]) throws {
      let desk = try Desk(look + ["--theme", "neon"])
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "rings at a half")
    }

    @Test(arguments: [
      ["-extension", "MIT-SHM"], ["-extension", "RENDER"], ["-extension", "Composite"],
    ])
    func theWindowIsTheSameWithoutAnExtension(screen: [String]) throws {
      let desk = try Desk(options: ["--stats"], screen: screen)
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "rings at a half")
      try desk.end(by: 15)
      let way = screen.contains("MIT-SHM") ? "put" : "shared-memory"
      #expect(desk.program.standardError.contains("presented by    \(way)\n"))
    }

    /// The server gives the window's program the identifiers that the window manager had.
    @Test func whatAWindowManagerLeftBehindIsNoError() throws {
      let desk = try Desk()
      let stale = desk.window + 0xFFFF
      try desk.quit()
      let check = XInternAtom(desk.connection.display, "_NET_SUPPORTING_WM_CHECK", 0)
      _ = withUnsafeBytes(of: stale) {
        XChangeProperty(
          desk.connection.display, desk.connection.root, check, XA_WINDOW, 32, PropModeReplace,
          $0.baseAddress?.assumingMemoryBound(to: UInt8.self), 1)
      }
      let program = try desk.open()
      #expect(desk.window >> 21 == stale >> 21)
      try desk.press("f", "")
      try desk.ctl("sync")
      try desk.quit()
      #expect(program.standardError == "")
    }

    @Test func aWindowDestroyedFromOutsideEndsTheProgramWell() throws {
      let desk = try Desk(isAnimated: true)
      try desk.keyboard.tap("space")
      desk.connection.destroy(desk.window)
      try desk.awaitEnd()
    }
  }
}
