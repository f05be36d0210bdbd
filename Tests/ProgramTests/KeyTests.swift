import ProgramSupport
import Testing

extension Displays {
  /// The keys, pressed for real, and what the screen then shows.
  struct Keys {
    @Test(arguments: WindowManager.expected)
    func allOfASessionIsDoneByKeysUnderEveryWindowManager(manager: WindowManager) throws {
      // The first look takes the longest to draw: once will do.
      let look = (manager == .none ? [] : ["--theme", "flat-light"]) + rings("0%")
      let desk = try Desk(look, manager: manager)
      let display = try desk.digits
      let hands = try desk.panel.hands
      #expect(display.hundredths(in: desk.fresh) == 0)
      #expect(hands.hand(.blue, in: desk.fresh) == nil)

      try desk.run()
      try desk.awaitTitle("running")

      try desk.keyboard.tap("l")
      try desk.see("the hand of the lap") { hands.hand(.blue, in: $0) != nil }

      try desk.keyboard.tap("space")
      try desk.awaitTimeInTitle()
      let stopped = try desk.see("the digits to stand") {
        display.hundredths(in: $0).map { desk.title.hasPrefix(text($0)) } ?? false
      }
      let time = try #require(display.hundredths(in: stopped))
      let angle = try #require(hands.hand(.orange, in: stopped))
      #expect(turn(from: Double(time) * 0.06, to: angle) < 0.6)

      try desk.keyboard.tap("r")
      try desk.awaitPicture(desk.fresh, "a reset")
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "rings at a half")
      try desk.keyboard.tap("End")
      try desk.awaitRender(rings("100%"), "full rings")
      try desk.keyboard.tap("0")
      try desk.awaitPicture(desk.fresh, "empty rings")
      try desk.quit()
    }

    @Test func modeAndThemeGoOnAndBackByTheirKeys() throws {
      let desk = try Desk([])
      try desk.keyboard.tap("t")
      try desk.awaitRender(["--theme", "neumorphic-dark"], "the dark theme")
      try desk.keyboard.tap("t")
      try desk.awaitRender(["--theme", "neon"], "the neon theme")
      try desk.keyboard.tap("t", holding: ["Shift_L"])
      try desk.keyboard.tap("t", holding: ["Shift_L"])
      try desk.awaitPicture(desk.fresh, "the first theme")
      try desk.keyboard.tap("m", holding: ["Shift_L"])
      try desk.awaitRender(["--mode", "counter"], "the counter")
      try desk.keyboard.tap("Up")
      try desk.awaitRender(["--mode", "counter", "--count", "1"], "a count of one")
      try desk.keyboard.tap("Next")
      try desk.awaitRender(["--mode", "counter", "--count", "-9"], "a count below zero")
      try desk.keyboard.tap("m")
      try desk.awaitPicture(desk.fresh, "the stopwatch")
    }

    @Test func countThatDoesNotFitIsRefusedWithWords() throws {
      let desk = try Desk(["--mode", "counter", "--count", "995"])
      let zero = try Program.render(["--mode", "counter", "--count", "990"], home: desk.home)
      let boxes = desk.panel.digits
      let display = SegmentDisplay(
        boxes: boxes, like: try SegmentDisplay(boxes: [boxes[2]], learningFrom: zero))
      #expect(display.digits(in: desk.fresh) == [9, 9, 5])
      try desk.keyboard.tap("Prior")
      try desk.see("words beside the old number") {
        $0 != desk.fresh && display.digits(in: $0) == [9, 9, 5]
      }
      try desk.keyboard.tap("Up")
      try desk.see("the next number") { display.digits(in: $0) == [9, 9, 6] }
    }

    @Test(arguments: [["q"], ["q", "Control_L"], ["w", "Control_L"]])
    func quittingKeysEndTheProgramWell(keys: [String]) throws {
      let desk = try Desk(isAnimated: true)
      try desk.keyboard.tap(keys[0], holding: Array(keys.dropFirst()))
      try desk.awaitEnd()
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func heldSpaceTogglesOnce() throws {
      let desk = try Desk()
      let display = try desk.digits
      desk.keyboard.repeatKeys(delay: 100, interval: 20)
      let space = try desk.keyboard.stroke("space").code
      desk.keyboard.press(code: space)
      try desk.see("the stopwatch to run while the key repeats") {
        // Read once: it may change between two looks.
        let title = desk.title
        #expect(title.hasPrefix("running") || title.hasPrefix("stopwatch"))
        return display.hundredths(in: $0).map { $0 >= 50 } ?? false
      }
      desk.keyboard.release(code: space)
      try desk.awaitTitle("running")
    }

    @Test func forgedKeysAreIgnored() throws {
      let desk = try Desk()
      try desk.keyboard.forge("End", to: desk.window)
      try desk.keyboard.forge("q", to: desk.window)
      // A true key after them: what it does is all that is to be seen.
      try desk.keyboard.tap("5")
      try desk.awaitRender(rings("50%"), "what the true key does, alone")
      #expect(desk.program.reap() == nil)
    }
  }
}

/// Hundredths of a second as `mm:ss.cc`.
func text(_ hundredths: Int) -> String {
  func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(pair(hundredths / 6000)):\(pair(hundredths / 100 % 60)).\(pair(hundredths % 100))"
}
