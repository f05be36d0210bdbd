import ProgramSupport
import Testing

extension Displays {
  /// What is particular to a window that fills the screen.
  struct FullScreen {
    private func fill(_ desk: Desk) throws -> Picture {
      try desk.keyboard.tap("F11")
      let full = try Program.render(Desk.look + ["--size", "1280x800"], home: desk.home)
      try desk.awaitPlace(Desk.screen, "the whole screen")
      try desk.awaitPicture(full, "the picture of the whole screen")
      return full
    }

    @Test(arguments: WindowManager.fewExpected)
    func thePointerHidesAndComesBack(manager: WindowManager) throws {
      let desk = try Desk(manager: manager, isWatched: true)
      let connection = desk.connection
      func expectHidden() throws {
        try connection.wait(until: "the pointer to hide") { connection.isPointerHidden }
      }
      func expectShown(_ what: String) throws {
        try connection.wait(until: "the pointer to come back by \(what)") {
          !connection.isPointerHidden
        }
      }
      _ = try fill(desk)
      desk.mouse.move(x: 640, y: 400)
      try expectShown("a move")
      try expectHidden()
      // Then nothing is waited for.
      try desk.awaitStillness(hasDeadline: true)
      desk.mouse.move(x: 650, y: 400)
      try expectShown("a move")
      try expectHidden()
      desk.mouse.press(2)
      try expectShown("a button")
      desk.mouse.release(2)
      try expectHidden()
      // Another program's window has its own.
      let other = connection.cover(.init(x: 0, y: 0, width: 200, height: 200))
      desk.mouse.move(x: 100, y: 100)
      try expectShown("another window")
      connection.destroy(other)
      desk.mouse.move(x: 640, y: 400)
      try expectHidden()
      try desk.keyboard.tap("Escape")
      try expectShown("the end of full screen")
    }

    @Test func escapeClosesTheHelpBeforeIt() throws {
      let desk = try Desk()
      let full = try fill(desk)
      try desk.keyboard.tap("F1")
      try desk.seeChange(from: full, "the help")
      try desk.ctl("do", "leave")
      try desk.awaitPicture(full, "no help, and still the whole screen")
      try desk.keyboard.tap("F1")
      try desk.seeChange(from: full, "the help again")
      for _ in 0..<2 { try desk.keyboard.tap("Escape") }
      try desk.awaitPicture(desk.fresh, "the window as it was")
    }

    @Test func thePictureMovesByAPixelAMinute() throws {
      let desk = try Desk()
      let faults = desk.faults
      let full = try fill(desk)
      /// Whether `picture` is that of the whole screen, so far to the right and down.
      func isMoved(_ picture: Picture, _ dx: Int, _ dy: Int) -> Bool {
        for y in 8..<792 {
          for x in 8..<1272
          where picture.pixels[(y + dy) * 1280 + x + dx] != full.pixels[y * 1280 + x] {
            return false
          }
        }
        return true
      }
      for (dx, dy) in [(1, 0), (2, 0), (3, 0), (4, 0)] {
        faults.now.boot_time += 60_000_000_000
        // A key that does nothing, so that it looks at the clock.
        try desk.keyboard.tap("b")
        try desk.see("the picture at \(dx), \(dy)") { isMoved($0, dx, dy) }
      }
      // Where nothing else is to come, the next step comes by itself.
      try desk.wait(until: "the pointer to hide") { desk.connection.isPointerHidden }
      for (dx, dy) in [(3, 0), (2, 0), (1, 0)] {
        faults.now.skipped_wait = 5_000_000_000
        // A question changes nothing: the program goes on with its wait, which is now cut short.
        _ = try desk.status()
        try desk.see("the picture at \(dx), \(dy)") { isMoved($0, dx, dy) }
        #expect(faults.now.skipped_wait == 0)
      }
      try desk.keyboard.tap("Escape")
      try desk.awaitPicture(desk.fresh, "the picture of a window, where it belongs")
    }
  }
}
