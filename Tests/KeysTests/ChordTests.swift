import Testing

@testable import Keys

@Suite("Keys as text")
struct ChordTests {
  @Test("what a chord is called is read as that chord")
  func roundTrip() {
    let keys: [Key] =
      [
        .space, .return, .escape, .tab, .backspace, .delete, .insert, .home, .end, .pageUp, .pageDown, .up,
        .down, .left, .right, .menu,
      ] + (1...35).map(Key.function) + "a9?+-/öß".unicodeScalars.map(Key.character)
    for key in keys {
      for raw: UInt8 in 0..<16 {
        let chord = Chord(key, Modifiers(rawValue: raw))
        // The name of ß is two letters in upper case.
        guard key != .character("ß") else { continue }
        #expect(Chord(chord.description) == chord, "\(chord)")
        #expect(Chord(chord.description.lowercased()) == chord)
      }
    }
    #expect(Chord("pagedown") == Chord(.pageDown) && Chord("Ctrl + z") == Chord(.character("z"), .control))
    #expect(Chord("Ctrl++") == Chord(.character("+"), .control) && Chord("T") == Chord(.character("t")))
  }

  @Test(
    "what is no key is none",
    arguments: [
      "", " ", "Ctrl+", "Ctrl+Ctrl+A", "ab", "F0", "F36", "F1x", "F01", "Hyper+A", "\u{1B}", "\n", "\u{202E}",
      "Space+A", "Ctrl", "é\u{301}",
    ])
  func refused(text: String) {
    #expect(Chord(text) == nil)
  }
}
