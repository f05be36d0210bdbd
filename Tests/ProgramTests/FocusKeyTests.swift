import ProgramSupport
import Testing

extension Displays {
  /// The buttons, reached and pressed by keys.
  struct FocusKeys {
    @Test func arrowsChooseAButtonAndReturnPressesIt() throws {
      let desk = try Desk()
      try desk.keyboard.tap("Tab")
      let first = try desk.seeChange(from: desk.fresh, "a ring around the first button")
      // To 0 %, and on in its row to 100 %.
      try desk.keyboard.tap("Tab")
      try desk.see("a ring around another one") { $0 != first && $0 != desk.fresh }
      for _ in 0..<2 { try desk.keyboard.tap("Right") }
      try desk.keyboard.tap("Return")
      try desk.keyboard.tap("Escape")
      try desk.awaitRender(rings("100%"), "full rings, and no ring around a button")
      // Without one, Return marks a lap, which does nothing here.
      try desk.keyboard.tap("Return")
      try desk.keyboard.tap("Right")
      try desk.keyboard.tap("KP_Enter")
      try desk.see(hundredths: 10)
      try desk.awaitTitle("running")
      // It stays where it is: now it stops.
      try desk.keyboard.tap("Return")
      try desk.awaitTimeInTitle()
      // Space means what it always does.
      try desk.press("space", "running")
    }

    @Test func aHeldReturnPressesOnce() throws {
      let desk = try Desk()
      let display = try desk.digits
      try desk.keyboard.tap("Right")
      try desk.seeChange(from: desk.fresh, "a ring around the first button that is enabled")
      desk.keyboard.repeatKeys(delay: 100, interval: 20)
      let key = try desk.keyboard.stroke("Return").code
      desk.keyboard.press(code: key)
      try desk.see("the stopwatch to run while the key repeats") {
        // Read once: it may change between two looks.
        let title = desk.title
        #expect(title.hasPrefix("running") || title.hasPrefix("stopwatch"))
        return display.hundredths(in: $0).map { $0 >= 50 } ?? false
      }
      desk.keyboard.release(code: key)
      try desk.awaitTitle("running")
    }

    @Test func escapeAndTheMouseLetItGo() throws {
      let desk = try Desk()
      try desk.keyboard.tap("F11")
      let full = try Program.render(
        Desk.look + ["--size", "1280x800"], home: desk.home)
      try desk.awaitPicture(full, "the picture of the whole screen")
      try desk.keyboard.tap("Right")
      try desk.seeChange(from: full, "a ring")
      try desk.keyboard.tap("Escape")
      try desk.awaitPicture(full, "no ring, and still the whole screen")
      try desk.keyboard.tap("Right")
      try desk.seeChange(from: full, "a ring")
      desk.mouse.move(x: 3, y: 3)
      desk.mouse.click(2)
      try desk.awaitPicture(full, "no ring after a click")
      try desk.keyboard.tap("Escape")
      try desk.awaitPicture(desk.fresh, "the window as it was")
    }
  }
}
