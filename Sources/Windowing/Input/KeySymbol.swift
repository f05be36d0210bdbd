import CX11
import Keys

enum KeySymbol {
  /// The keys that type no character, by the keysyms of the main part and the keypad.
  private static let named: [UInt: Key] = {
    // Names that differ from those of the keys. Break is Pause with Ctrl.
    var named: [UInt: Key] = [0xFF80: .space, 0xFF8D: .return, 0xFE20: .tab, 0xFF6B: .pause]
    for key in Key.named + (1...35).map({ .function($0) }) {
      for prefix in ["", "KP_"] { named[XStringToKeysym(prefix + key.symbolName)] = key }
    }
    named[0] = nil
    return named
  }()

  static func name(of symbol: UInt) -> Key? {
    guard (0x1008_FF00...0x1008_FFFF).contains(symbol) else { return named[symbol] }
    return XKeysymToString(symbol).map { .special(String(cString: $0)) }
  }

  /// Returns the character of a keysym; nil for dead and legacy ones (Latin-2, Cyrillic ...).
  static func character(of symbol: UInt) -> Unicode.Scalar? {
    switch symbol {
    case 0x21...0x7E, 0xA0...0xFF: Unicode.Scalar(UInt32(symbol))
    case 0x0100_0020...0x0110_FFFF: Unicode.Scalar(UInt32(symbol - 0x0100_0000))
    // The keypad: * + , - . / 0 ... 9 are ASCII with an offset, = is separate.
    case 0xFFAA...0xFFB9: Unicode.Scalar(UInt32(symbol - 0xFF80))
    case 0xFFBD: "="
    default: nil
    }
  }

  static func letter(_ symbol: UInt) -> Unicode.Scalar? {
    character(of: symbol).flatMap { ("a"..."z").contains($0) ? $0 : nil }
  }
}

extension Key {
  /// X's name of the key.
  var symbolName: String {
    switch self {
    case .character(let scalar):
      XKeysymToString(UInt(scalar.value) | (scalar.value > 0xFF ? 0x0100_0000 : 0)).map {
        String(cString: $0)
      } ?? ""
    case .space: "space"
    case .backspace: "BackSpace"
    default: description.replacing(" ", with: "_")
    }
  }
}
