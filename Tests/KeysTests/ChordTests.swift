import Testing

@testable import Keys

@Suite("Keys as text")
struct ChordTests {
  @Test("what a chord is called is read as that chord")
  func roundTrip() {
    let keys: [Key] =
      [
        .space, .return, .escape, .tab, .backspace, .delete, .insert, .home, .end, .pageUp,
        .pageDown, .up,
        .down, .left, .right, .menu, .pause, .print, .scrollLock,
      ] + (1...35).map(Key.function) + "a9?+-/öß".unicodeScalars.map(Key.character)
    for key in keys {
      for raw: UInt8 in 0..<16 {
        let chord = Chord(key, Modifiers(rawValue: raw))
        #expect(Chord(chord.description) == chord, "\(chord)")
        #expect(Chord(chord.description.lowercased()) == chord)
      }
    }
    #expect(
      Chord("pagedown") == Chord(.pageDown) && Chord("Ctrl + z") == Chord(.character("z"), .control)
    )
    #expect(
      Chord("Ctrl++") == Chord(.character("+"), .control) && Chord("T") == Chord(.character("t")))
  }

  @Test("every character that can be written is read again as it was, whatever its capital is")
  func characters() {
    // All with a capital of their own: plane 0, and Deseret to Adlam.
    for value in Array(0...0xFFFF as ClosedRange<UInt32>) + Array(0x10400...0x1E943) {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isCased else { continue }
      for prefix in ["", "Shift+"] {
        guard let chord = Chord(prefix + String(scalar)) else { continue }
        #expect(Chord(chord.description) == chord, "\(prefix)\(value)")
      }
    }
    #expect(Chord("ß")?.description == "ß" && Chord("ä")?.description == "Ä")
    #expect(Chord("ſ")?.description == "ſ" && Chord("ı")?.description == "ı")
  }

  @Test("a media key has its name in X")
  func media() {
    let key = Chord(.special("XF86AudioPlay"), .shift)
    #expect(Chord("Shift+XF86AudioPlay") == key && Chord(key.description) == key)
    #expect(Chord("XF86Audio-Play") == nil && Chord("audioplay") == nil)
    #expect(Chord("p") == Chord(.character("p")) && Chord("XF86") == nil)
  }

  @Test("what nobody types with can be taken from all programs")
  func global() {
    for text in [
      "F1", "Shift+F5", "Pause", "XF86AudioPlay", "Ctrl+L", "Alt+Space", "Super+1", "Ctrl+Shift+L",
    ] {
      #expect(Chord(text)?.isGlobal == true, "\(text)")
    }
    for text in [
      "L", "Shift+L", "5", "?", "Space", "Return", "Shift+Tab", "Escape", "Page Up", "Up", "Menu",
    ] {
      #expect(Chord(text)?.isGlobal == false, "\(text)")
    }
  }

  @Test(
    "what is no key is none",
    arguments: [
      "", " ", "Ctrl+", "Ctrl+Ctrl+A", "ab", "F0", "F36", "F1x", "F01", "Hyper+A", "\u{1B}", "\n",
      "\u{202E}",
      "Space+A", "Ctrl", "é\u{301}",
    ])
  func refused(text: String) {
    #expect(Chord(text) == nil)
  }
}
