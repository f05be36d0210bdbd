import Keys
import Testing

@testable import Windowing

@Suite("Key readings")
struct KeyReadingTests {
  /// A key of a keyboard whose current group has Latin letters.
  private func latin(_ typed: UInt, base: UInt, shifted: UInt, shift: Bool = false) -> KeyReading {
    KeyReading(
      typed: typed, base: base, shifted: shifted, isLatinGroup: true, hasLatinGroup: true,
      keycode: 0,
      isShifted: shift)
  }

  @Test("a letter is lower case, and shift stays a modifier")
  func letters() {
    let plain = KeyReading.Meaning(key: .character("l"))
    #expect(latin(0x6C, base: 0x6C, shifted: 0x4C).meaning == plain)
    #expect(latin(0x4C, base: 0x6C, shifted: 0x4C, shift: true).meaning == plain)
  }

  @Test("a question mark is one wherever it sits, and uses shift up")
  func questionMark() {
    let expected = KeyReading.Meaning(key: .character("?"), usedShift: true)
    #expect(latin(0x3F, base: 0x2F, shifted: 0x3F, shift: true).meaning == expected)
    #expect(latin(0x3F, base: 0xDF, shifted: 0x3F, shift: true).meaning == expected)
    // Dvorak's own key for it, and a layout that has it without shift.
    #expect(
      latin(0x3F, base: 0x3F, shifted: 0x2C).meaning == KeyReading.Meaning(key: .character("?")))
  }

  @Test("a character of the third level is no letter of the first")
  func thirdLevel() {
    #expect(latin(0x40, base: 0x71, shifted: 0x51).meaning?.key == .character("@"))
  }

  @Test("a digit that needs shift is found without")
  func frenchDigits() {
    #expect(
      latin(0x26, base: 0x26, shifted: 0x31).meaning
        == KeyReading.Meaning(key: .character("&"), fallback: .character("1")))
    #expect(
      latin(0x31, base: 0x26, shifted: 0x31, shift: true).meaning
        == KeyReading.Meaning(key: .character("1"), usedShift: true))
    // Czech: e with caron, a symbol of Latin-2.
    #expect(
      latin(0x1EC, base: 0x1EC, shifted: 0x32).meaning == KeyReading.Meaning(key: .character("2")))
  }

  @Test(
    "the keypad means digits or arrows as NumLock has it",
    arguments: [
      (0xFFB7 as UInt, Key.character("7")), (0xFF95, .home), (0xFFB0, .character("0")),
      (0xFF9E, .insert),
      (0xFF8D, .return), (0xFFAB, .character("+")), (0xFF9F, .delete), (0xFF97, .up),
    ])
  func keypad(symbol: UInt, key: Key) {
    #expect(latin(symbol, base: 0xFF95, shifted: 0xFFB7).meaning?.key == key)
  }

  @Test("shift and tab are tab with shift")
  func shiftTab() {
    #expect(
      latin(0xFE20, base: 0xFF09, shifted: 0xFE20, shift: true).meaning
        == KeyReading.Meaning(key: .tab))
  }

  @Test("a Cyrillic key means what the Latin group has in its place")
  func otherGroup() {
    var reading = KeyReading(
      typed: 0x6C6, base: 0x6C6, shifted: 0x6E6, isLatinGroup: false, latinBase: 0x61,
      latinTyped: 0x61,
      hasLatinGroup: true, keycode: 38, isShifted: false)
    #expect(reading.meaning == KeyReading.Meaning(key: .character("a")))
    // The key of full stop and comma, where US keyboards have slash and question mark.
    reading = KeyReading(
      typed: 0x2C, base: 0x2E, shifted: 0x2C, isLatinGroup: false, latinBase: 0x2F,
      latinTyped: 0x3F,
      hasLatinGroup: true, keycode: 61, isShifted: true)
    #expect(
      reading.meaning
        == KeyReading.Meaning(key: .character(","), fallback: .character("?"), usedShift: true))
  }

  @Test(
    "without any Latin group a key means what its place has on a US keyboard",
    arguments: [
      (38, "a" as Unicode.Scalar), (24, "q"), (41, "f"), (46, "l"), (27, "r"), (58, "m"), (52, "z"),
    ])
  func byPlace(keycode: Int, letter: Unicode.Scalar) {
    for isShifted in [false, true] {
      let reading = KeyReading(
        typed: 0x6C6, base: 0x6C6, shifted: 0x6E6, isLatinGroup: false, hasLatinGroup: false,
        keycode: keycode,
        isShifted: isShifted)
      #expect(reading.meaning == KeyReading.Meaning(key: .character(letter)))
    }
  }

  @Test(
    "modifiers and dead keys mean nothing", arguments: [0xFFE1 as UInt, 0xFFE3, 0xFFEB, 0xFE51, 0])
  func nothing(symbol: UInt) {
    #expect(latin(symbol, base: symbol, shifted: symbol).meaning == nil)
  }

  @Test("function keys are numbered")
  func functionKeys() {
    #expect(KeySymbol.name(of: 0xFFBE) == .function(1))
    #expect(KeySymbol.name(of: 0xFFC8) == .function(11))
    #expect(KeySymbol.name(of: 0xFFE1) == nil)
  }
}
