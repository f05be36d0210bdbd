import Keys

/// What a keyboard says about one key, from which its meaning follows; symbols are X key symbols, 0 is none.
struct KeyReading: Equatable {
  /// The symbol that the key types, by the current group and all modifiers but CapsLock.
  var typed: UInt
  /// The symbol of the key alone, in the current group.
  var base: UInt
  /// The symbol of the key with shift, in the current group.
  var shifted: UInt
  /// Whether the current group has the Latin letters.
  var isLatinGroup: Bool
  /// The symbols of the key alone and as typed in the first group with Latin letters, where the current one has none.
  var latinBase: UInt = 0
  var latinTyped: UInt = 0
  /// Whether any group has Latin letters.
  var hasLatinGroup: Bool
  /// The key's number, which on evdev keyboards names its place.
  var keycode: Int
  /// Whether shift is held.
  var isShifted: Bool

  /// A meaning, with whether shift was used up in finding it.
  struct Meaning: Equatable {
    var key: Key
    var fallback: Key?
    var usedShift = false
  }

  /// The meaning; nil for modifiers, dead keys and all else that no shortcut can name.
  var meaning: Meaning? {
    if let name = KeySymbol.name(of: typed) {
      return Meaning(key: name, usedShift: typed != base && KeySymbol.name(of: base) != name)
    }
    if let letter = KeyReading.letter(base), typed == base || typed == shifted {
      return Meaning(key: .character(letter))
    }
    let substitute = isLatinGroup ? digitBehindShift : elsewhere
    if let character = KeySymbol.character(of: typed), isLatinGroup || character.isASCII {
      return Meaning(
        key: .character(lowercase(character)), fallback: substitute?.key,
        usedShift: typed != base && !character.properties.isAlphabetic)
    }
    return substitute
  }

  /// The digit of a key that types it with shift only, as on French and Czech keyboards.
  private var digitBehindShift: Meaning? {
    guard !isShifted, let digit = KeySymbol.character(of: shifted), ("0"..."9").contains(digit)
    else {
      return nil
    }
    return Meaning(key: .character(digit))
  }

  /// What the key means on a Latin keyboard: on another group of this one, else by its place.
  private var elsewhere: Meaning? {
    if hasLatinGroup {
      if let letter = KeyReading.letter(latinBase) { return Meaning(key: .character(letter)) }
      return KeySymbol.character(of: latinTyped).map {
        Meaning(key: .character($0), usedShift: latinTyped != latinBase)
      }
    }
    guard let (plain, shifted) = KeyReading.place(keycode) else { return nil }
    if isLowercaseLetter(plain) { return Meaning(key: .character(plain)) }
    return Meaning(key: .character(isShifted ? shifted : plain), usedShift: isShifted)
  }

  /// The letter a...z of a symbol.
  private static func letter(_ symbol: UInt) -> Unicode.Scalar? {
    KeySymbol.character(of: symbol).flatMap { isLowercaseLetter($0) ? $0 : nil }
  }

  /// The characters, alone and with shift, at a place of the US keyboard by its evdev key code.
  static func place(_ keycode: Int) -> (plain: Unicode.Scalar, shifted: Unicode.Scalar)? {
    for (first, plain, shifted) in places where keycode >= first && keycode < first + plain.count {
      return (plain[keycode - first], shifted[keycode - first])
    }
    return nil
  }

  private static let places: [(first: Int, plain: [Unicode.Scalar], shifted: [Unicode.Scalar])] = [
    (10, Array("1234567890-=".unicodeScalars), Array("!@#$%^&*()_+".unicodeScalars)),
    (24, Array("qwertyuiop[]".unicodeScalars), Array("QWERTYUIOP{}".unicodeScalars)),
    (38, Array("asdfghjkl;'`".unicodeScalars), Array("ASDFGHJKL:\"~".unicodeScalars)),
    (51, Array("\\zxcvbnm,./".unicodeScalars), Array("|ZXCVBNM<>?".unicodeScalars)),
  ]
}

private func isLowercaseLetter(_ scalar: Unicode.Scalar) -> Bool {
  ("a"..."z").contains(scalar)
}

/// The scalar in lower case where that is one scalar, else itself.
private func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  let mapped = scalar.properties.lowercaseMapping.unicodeScalars
  return mapped.count == 1 ? mapped.first ?? scalar : scalar
}
