import CX11
import Keys
import Testing

@testable import Windowing

@Suite("Meanings of keys")
struct KeyboardMapTests {
  private typealias Meaning = KeyboardMap.Meaning
  private static let shift = UInt32(ShiftMask)

  private static let keycode: UInt32 = 200

  /// The meaning of a key whose symbols alone and with shift are these, in a state, among Latin letters.
  private func meaning(
    _ base: UInt, _ shifted: UInt, state: UInt32 = 0, typed: UInt? = nil
  ) -> Meaning? {
    let map = KeyboardMap(mask: { _ in 0 }) { code, state in
      if code != Self.keycode { return 0x61 }
      if state & UInt32(Mod5Mask | Mod2Mask) != 0 { return typed ?? base }
      return state & Self.shift != 0 ? shifted : base
    }
    return map.meaning(of: Self.keycode, state | (typed == nil ? 0 : UInt32(Mod5Mask)))
  }

  @Test("a question mark is one wherever it sits, and uses shift up")
  func questionMark() {
    let expected = Meaning(key: .character("?"), usedShift: true)
    #expect(meaning(0x2F, 0x3F, state: Self.shift) == expected)
    #expect(meaning(0xDF, 0x3F, state: Self.shift) == expected)
    // A layout that has it without shift.
    #expect(meaning(0x3F, 0x2C) == Meaning(key: .character("?")))
  }

  @Test("a character of the third level is no letter of the first")
  func thirdLevel() {
    #expect(meaning(0x71, 0x51, typed: 0x40)?.key == .character("@"))
  }

  @Test("shift and tab are tab with shift")
  func shiftTab() {
    #expect(meaning(0xFF09, 0xFE20, state: Self.shift) == Meaning(key: .tab))
  }

  @Test(
    "modifiers and dead keys mean nothing", arguments: [0xFFE1 as UInt, 0xFFE3, 0xFFEB, 0xFE51, 0])
  func nothing(symbol: UInt) {
    #expect(meaning(symbol, symbol) == nil)
  }

  @Test("function keys are numbered, and keys of media players have X's names")
  func namedKeys() {
    #expect(KeySymbol.name(of: 0xFFBE) == .function(1))
    #expect(KeySymbol.name(of: 0xFFC8) == .function(11))
    #expect(KeySymbol.name(of: 0xFFE1) == nil)
    #expect(KeySymbol.name(of: 0x1008_FF14) == .special("XF86AudioPlay"))
    #expect(KeySymbol.name(of: 0x1008_FF4A) == .special("XF86LaunchA"))
    #expect(KeySymbol.name(of: 0x1008_FFB2) == .special("XF86AudioMicMute"))
    #expect(KeySymbol.name(of: 0xFF6B) == .pause)
    #expect(KeySymbol.name(of: 0xFF61) == .print)
    #expect(KeySymbol.name(of: 0x1008_FFFF) == nil)
  }
}
