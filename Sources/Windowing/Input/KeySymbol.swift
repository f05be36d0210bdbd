import Keys

/// The X key symbols that the room knows, and what they mean.
enum KeySymbol {
  /// The meaning of a symbol that has a name rather than a character.
  static func name(of symbol: UInt) -> Key? {
    switch symbol {
    case 0x20, 0xFF80: .space
    case 0xFF0D, 0xFF8D: .return
    case 0xFF1B: .escape
    case 0xFF09, 0xFF89, 0xFE20: .tab
    case 0xFF08: .backspace
    case 0xFFFF, 0xFF9F: .delete
    case 0xFF63, 0xFF9E: .insert
    case 0xFF50, 0xFF95: .home
    case 0xFF57, 0xFF9C: .end
    case 0xFF55, 0xFF9A: .pageUp
    case 0xFF56, 0xFF9B: .pageDown
    case 0xFF52, 0xFF97: .up
    case 0xFF54, 0xFF99: .down
    case 0xFF51, 0xFF96: .left
    case 0xFF53, 0xFF98: .right
    case 0xFF67: .menu
    case 0xFFBE...0xFFE0: .function(Int(symbol - 0xFFBD))
    case 0xFF91...0xFF94: .function(Int(symbol - 0xFF90))
    default: special[symbol].map { .special($0) }
    }
  }

  /// Keys of media players and the like; Break is what Pause gives with Ctrl.
  private static let special: [UInt: SpecialKey] = {
    var keys: [UInt: SpecialKey] = [
      0xFF13: .pause, 0xFF6B: .pause, 0xFF61: .print, 0xFF14: .scrollLock,
      0x1008_FF11: .audioLower, 0x1008_FF12: .audioMute, 0x1008_FF13: .audioRaise,
      0x1008_FF14: .audioPlay,
      0x1008_FF15: .audioStop, 0x1008_FF16: .audioPrevious, 0x1008_FF17: .audioNext,
      0x1008_FF18: .homePage,
      0x1008_FF19: .mail, 0x1008_FF1B: .search, 0x1008_FF1C: .audioRecord, 0x1008_FF1D: .calculator,
      0x1008_FF2C: .eject, 0x1008_FF2E: .web, 0x1008_FF30: .favorites, 0x1008_FF31: .audioPause,
      0x1008_FF32: .audioMedia, 0x1008_FF33: .computer, 0x1008_FF3E: .audioRewind,
      0x1008_FF5D: .explorer,
      0x1008_FF81: .tools, 0x1008_FF97: .audioForward, 0x1008_FFB2: .microphoneMute,
    ]
    let launchers: [SpecialKey] = [
      .launch0, .launch1, .launch2, .launch3, .launch4, .launch5, .launch6, .launch7, .launch8,
      .launch9,
      .launchA, .launchB, .launchC, .launchD, .launchE, .launchF,
    ]
    for (index, key) in launchers.enumerated() { keys[0x1008_FF40 + UInt(index)] = key }
    return keys
  }()

  /// The character of a symbol; nil for dead keys and for alphabets with symbols of their own (Latin-2, Cyrillic ...).
  static func character(of symbol: UInt) -> Unicode.Scalar? {
    switch symbol {
    case 0x21...0x7E, 0xA0...0xFF: Unicode.Scalar(UInt32(symbol))
    case 0x0100_0020...0x0110_FFFF: Unicode.Scalar(UInt32(symbol - 0x0100_0000))
    // The keypad: * + , - . / 0 ... 9 are ASCII with an offset, = stands apart.
    case 0xFFAA...0xFFB9: Unicode.Scalar(UInt32(symbol - 0xFF80))
    case 0xFFBD: "="
    default: nil
    }
  }
}
