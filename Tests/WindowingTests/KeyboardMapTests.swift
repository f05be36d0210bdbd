import CX11
import Keys
import Testing

@testable import Windowing

@Suite("Meanings of keys")
struct KeyboardMapTests {
  private typealias Meaning = KeyboardMap.Meaning
  private static let shift = UInt32(ShiftMask)
  private static let secondGroup: UInt32 = 1 << 13

  /// The meaning of a key whose symbols alone and with shift are these in the first group, in a state.
  /// The group has the Latin letters, unless `isLatin` is false.
  private func meaning(
    _ base: UInt, _ shifted: UInt, state: UInt32 = 0, isLatin: Bool = true, keycode: UInt32 = 200,
    typed: UInt? = nil
  ) -> Meaning? {
    let map = KeyboardMap(mask: { _ in 0 }) { code, state in
      if code != keycode { return isLatin ? 0x61 : 0x6C6 }
      if state & UInt32(Mod5Mask | Mod2Mask) != 0 { return typed ?? base }
      return state & Self.shift != 0 ? shifted : base
    }
    return map.meaning(of: keycode, state | (typed == nil ? 0 : UInt32(Mod5Mask)))
  }

  @Test("a letter is lower case, and shift stays a modifier")
  func letters() {
    let plain = Meaning(key: .character("l"))
    #expect(meaning(0x6C, 0x4C) == plain)
    #expect(meaning(0x6C, 0x4C, state: Self.shift) == plain)
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

  @Test("a digit that needs shift is found without")
  func frenchDigits() {
    #expect(meaning(0x26, 0x31) == Meaning(key: .character("&"), fallback: .character("1")))
    #expect(
      meaning(0x26, 0x31, state: Self.shift) == Meaning(key: .character("1"), usedShift: true))
    // Czech: e with caron, a symbol of Latin-2.
    #expect(meaning(0x1EC, 0x32) == Meaning(key: .character("2")))
  }

  @Test(
    "the keypad means digits or arrows as NumLock has it",
    arguments: [
      (0xFFB7 as UInt, Key.character("7")), (0xFF95, .home), (0xFFB0, .character("0")),
      (0xFF9E, .insert),
      (0xFF8D, .return), (0xFFAB, .character("+")), (0xFF9F, .delete), (0xFF97, .up),
    ])
  func keypad(symbol: UInt, key: Key) {
    #expect(meaning(0xFF95, 0xFFB7, typed: symbol)?.key == key)
  }

  @Test("shift and tab are tab with shift")
  func shiftTab() {
    #expect(meaning(0xFF09, 0xFE20, state: Self.shift) == Meaning(key: .tab))
  }

  @Test("a Cyrillic key has the meaning of the Latin key at the same position")
  func otherGroup() {
    let map = KeyboardMap(mask: { _ in 0 }) { code, state in
      let isShifted = state & Self.shift != 0
      guard state & Self.secondGroup != 0 else {
        return code == 61 ? isShifted ? 0x3F : 0x2F : 0x61
      }
      return code == 61 ? isShifted ? 0x2C : 0x2E : 0x6C6
    }
    #expect(map.meaning(of: 38, Self.secondGroup) == Meaning(key: .character("a")))
    // The key of full stop and comma, where US keyboards have slash and question mark.
    #expect(
      map.meaning(of: 61, Self.secondGroup | Self.shift)
        == Meaning(key: .character(","), fallback: .character("?"), usedShift: true))
  }

  @Test(
    "without any Latin group a key means what its place has on a US keyboard",
    arguments: [
      (38, "a"), (24, "q"), (41, "f"), (46, "l"), (27, "r"), (58, "m"), (52, "z"),
    ] as [(UInt32, Unicode.Scalar)])
  func byPlace(keycode: UInt32, letter: Unicode.Scalar) {
    for state in [0, Self.shift] {
      #expect(
        meaning(0x6C6, 0x6E6, state: state, isLatin: false, keycode: keycode)
          == Meaning(key: .character(letter)))
    }
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
