import CX11
import Keys

private let shiftMask = UInt32(ShiftMask)
private let controlMask = UInt32(ControlMask)
private let lockMask = UInt32(LockMask)
private let groupMask: UInt32 = 3 << 13

/// The meanings of a keyboard's keys. States are of X events, symbols are keysyms, 0 for none.
struct KeyboardMap {
  struct Meaning: Equatable {
    var key: Key
    var fallback: Key?
    var usedShift = false
  }

  private let symbol: (_ keycode: UInt32, _ state: UInt32) -> UInt
  /// The states of the groups, of four, that have the Latin letters.
  private let latinGroups: [UInt32]
  private let altMask: UInt32
  private let superMask: UInt32
  /// The modifier that decides what the number pad types; 0 for none.
  private let numLockMask: UInt32
  /// The combinations of the locks that change no meaning.
  let locks: Set<UInt32>

  /// `mask` returns the modifiers of a keysym, `symbol` what a key types in a state.
  init(
    mask: (Int32) -> UInt32, symbol: @escaping (_ keycode: UInt32, _ state: UInt32) -> UInt
  ) {
    self.symbol = symbol
    let (alt, logo) = (mask(XK_Alt_L) | mask(XK_Meta_L), mask(XK_Super_L))
    altMask = alt != 0 ? alt : UInt32(Mod1Mask)
    superMask = logo != 0 ? logo : UInt32(Mod4Mask)
    // A lock that shares its modifier with another key is not a lock.
    let held = altMask | superMask | shiftMask | controlMask | lockMask
    numLockMask = mask(XK_Num_Lock) & ~held
    let scrollLock = mask(XK_Scroll_Lock) & ~held & ~numLockMask
    locks = [0, lockMask, scrollLock, lockMask | scrollLock]
    latinGroups = (0..<UInt32(4)).map { $0 << 13 }.filter { group in
      // Non-Latin layouts have none; Latin ones have a few letters elsewhere.
      (UInt32(24)...58).count { (UInt(XK_a)...UInt(XK_z)).contains(symbol($0, group)) } >= 20
    }
  }

  func modifiers(_ state: UInt32) -> Modifiers {
    let masks: [(Modifiers, UInt32)] = [
      (.shift, shiftMask), (.control, controlMask), (.alt, altMask), (.super, superMask),
    ]
    return Modifiers(masks.filter { state & $0.1 != 0 }.map(\.0))
  }

  /// Returns the states, without Shift and locks, in which these are held: Alt may be several bits.
  func states(of modifiers: Modifiers) -> [UInt32] {
    var states = [modifiers.contains(.control) ? controlMask : 0]
    for (modifier, mask) in [(Modifiers.alt, altMask), (.super, superMask)]
    where modifiers.contains(modifier) {
      let bits = (0..<8).map { UInt32(1) << $0 }.filter { mask & $0 != 0 }
      states = states.flatMap { state in bits.map { state | $0 } }
    }
    return states
  }

  /// Each key in each group, with each combination of Shift and NumLock.
  var strokes: [(keycode: UInt32, state: UInt32)] {
    let levels: [UInt32] = [0, shiftMask, numLockMask, shiftMask | numLockMask]
    let states = (0..<UInt32(4)).flatMap { group in levels.map { group << 13 | $0 } }
    return (UInt32(8)...255).flatMap { keycode in states.map { (keycode, $0) } }
  }

  /// Returns the names of a key with the modifiers held, the likeliest first: Shift+1 may also be "!".
  func chords(_ keycode: UInt32, _ state: UInt32) -> [Chord] {
    let held = modifiers(state)
    let plain = state & ~(shiftMask | controlMask | altMask | superMask)
    return [state, plain].flatMap { used -> [Chord] in
      guard let meaning = meaning(of: keycode, used) else { return [] }
      let modifiers = meaning.usedShift && used == state ? held.subtracting(.shift) : held
      return [meaning.key, meaning.fallback].compactMap { $0 }.map { Chord($0, modifiers) }
    }
  }

  /// Returns the meaning of a key; nil if no shortcut can name it, as with modifiers and dead keys.
  func meaning(of keycode: UInt32, _ state: UInt32) -> Meaning? {
    let group = state & groupMask
    let isLatin = latinGroups.contains(group)
    // CapsLock must not matter. NumLock matters only for the keypad.
    let typed = symbol(keycode, state & ~lockMask)
    let (base, shifted) = (symbol(keycode, group), symbol(keycode, group | shiftMask))
    if let name = KeySymbol.name(of: typed) {
      return Meaning(key: name, usedShift: typed != base && KeySymbol.name(of: base) != name)
    }
    if let letter = KeySymbol.letter(base), typed == base || typed == shifted {
      return Meaning(key: .character(letter))
    }
    let isShifted = state & shiftMask != 0
    var substitute = isLatin ? nil : elsewhere(keycode, isShifted)
    if isLatin, !isShifted, let digit = KeySymbol.character(of: shifted),
      ("0"..."9").contains(digit)
    {
      // On French and Czech keyboards digits need Shift.
      substitute = Meaning(key: .character(digit))
    }
    guard let character = KeySymbol.character(of: typed), isLatin || character.isASCII else {
      return substitute
    }
    let lower = character.properties.lowercaseMapping.unicodeScalars
    return Meaning(
      key: .character(lower.count == 1 ? lower.first ?? character : character),
      fallback: substitute?.key,
      usedShift: typed != base && !character.properties.isAlphabetic)
  }

  /// Returns the meaning in this keyboard's Latin group, else by position on a US keyboard.
  private func elsewhere(_ keycode: UInt32, _ isShifted: Bool) -> Meaning? {
    if let group = latinGroups.first {
      let base = symbol(keycode, group)
      if let letter = KeySymbol.letter(base) { return Meaning(key: .character(letter)) }
      let typed = isShifted ? symbol(keycode, group | shiftMask) : base
      return KeySymbol.character(of: typed).map {
        Meaning(key: .character($0), usedShift: typed != base)
      }
    }
    for (first, plain, shifted) in KeyboardMap.places {
      let index = Int(keycode) - first
      guard plain.indices.contains(index) else { continue }
      let usesShift = isShifted && !("a"..."z").contains(plain[index])
      return Meaning(
        key: .character(usesShift ? shifted[index] : plain[index]), usedShift: usesShift)
    }
    return nil
  }

  /// The characters, without and with Shift, of the US keyboard by evdev keycodes.
  private static let places: [(first: Int, plain: [Unicode.Scalar], shifted: [Unicode.Scalar])] = [
    (10, Array("1234567890-=".unicodeScalars), Array("!@#$%^&*()_+".unicodeScalars)),
    (24, Array("qwertyuiop[]".unicodeScalars), Array("QWERTYUIOP{}".unicodeScalars)),
    (38, Array("asdfghjkl;'`".unicodeScalars), Array("ASDFGHJKL:\"~".unicodeScalars)),
    (51, Array("\\zxcvbnm,./".unicodeScalars), Array("|ZXCVBNM<>?".unicodeScalars)),
  ]
}
