import ProgramSupport
import Testing

extension Displays {
  /// The keys on other people's keyboards.
  @Suite(.enabled(if: isExpected("setxkbmap")))
  struct KeyboardLayouts {
    /// A layout, and the keys that bear some labels or, without Latin letters, stand where those are elsewhere.
    struct Case: CustomTestStringConvertible, Sendable {
      var layout: String
      var variant: String?
      var group: UInt32 = 0
      /// The key codes of 5, R, T and Q.
      var codes: [UInt8]

      var testDescription: String { "\(layout) \(variant ?? "") \(group)" }
    }

    static let cases = [
      Case(layout: "us", codes: [14, 27, 28, 24]),
      // No Latin group at all: the keys' places count.
      Case(layout: "ru", codes: [14, 27, 28, 24]),
      Case(layout: "us,ru", group: 1, codes: [14, 27, 28, 24]),
      // Digits are typed with Shift, and Q is where A is on others.
      Case(layout: "fr", codes: [14, 27, 28, 38]),
      Case(layout: "us", variant: "dvorak", codes: [14, 32, 45, 53]),
      Case(layout: "de", codes: [14, 27, 28, 24]),
      Case(layout: "gr", codes: [14, 27, 28, 24]),
    ]

    @Test(arguments: cases)
    func shortcutsWorkOnEveryLayout(of keyboard: Case) throws {
      let desk = try Desk()
      try desk.keyboard.useLayout(keyboard.layout, variant: keyboard.variant, group: keyboard.group)
      desk.keyboard.tap(code: keyboard.codes[0])
      try desk.awaitRender(rings("50%"), "5")
      try desk.keyboard.tap("Home")
      try desk.awaitRender(rings("0%"), "Home")
      for _ in 0..<2 {
        try desk.run()
      }
      try desk.awaitTimeInTitle()
      desk.keyboard.tap(code: keyboard.codes[1])
      try desk.awaitRender(rings("0%"), "R")
      desk.keyboard.tap(code: keyboard.codes[2])
      try desk.awaitRender(["--theme", "flat-dark"] + rings("0%"), "T")
      desk.keyboard.tap(code: keyboard.codes[3])
      try desk.awaitEnd()
    }

    @Test func keypadWorksWithNumLockAndWithout() throws {
      let desk = try Desk()
      // The keypad's 1, which is End without NumLock.
      desk.keyboard.tap(code: 87)
      try desk.awaitRender(rings("100%"), "End on the keypad")
      desk.keyboard.tap(code: 77)
      desk.keyboard.tap(code: 87)
      try desk.awaitRender(rings("10%"), "1 on the keypad")
      let hands = try desk.panel.hands
      try desk.run()
      // Enter on the keypad is Return.
      desk.keyboard.tap(code: 104)
      try desk.see("the hand of the lap") { hands.hand(.blue, in: $0) != nil }
    }

    @Test func capsLockAndNumLockChangeNothing() throws {
      let desk = try Desk()
      desk.keyboard.tap(code: 66)
      desk.keyboard.tap(code: 77)
      desk.keyboard.tap(code: 28)
      try desk.awaitRender(["--theme", "flat-dark"], "T with CapsLock")
      desk.keyboard.tap(code: 14)
      try desk.awaitRender(["--theme", "flat-dark"] + rings("50%"), "5 with CapsLock")
      desk.keyboard.tap(code: 24)
      try desk.awaitEnd()
    }
  }
}
