import CX11
import Keys

/// Reads key events on any layout and distinguishes repeats from presses.
final class Keyboard {
  private let display: OpaquePointer
  private var held: Set<UInt32> = []
  /// The keys that are down and came by a grab of ours. They are not in `held`: where the pointer is
  /// in the window, the server lists them in a KeymapNotify before their press.
  private var grabbed: Set<UInt32> = []
  /// Nil before `refresh`, and after each change of the keyboard's map.
  private var map: KeyboardMap?
  /// The last change of each kind that Xlib has not heard of.
  private var changes: [Int32: XMappingEvent] = [:]

  init(display: OpaquePointer) {
    self.display = display
    // A key that repeats then sends no releases in between.
    XkbSetDetectableAutoRepeat(display, 1, nil)
  }

  // MARK: Meanings

  /// The press of a raw event; nil where no shortcut can name the key.
  func press(_ event: XKeyEvent, isRepeat: Bool) -> KeyPress? {
    guard let map, let meaning = map.reading(of: event).meaning else { return nil }
    var modifiers = map.modifiers(event.state)
    if meaning.usedShift { modifiers.remove(.shift) }
    return KeyPress(
      key: meaning.key, fallback: meaning.fallback, modifiers: modifiers,
      time: UInt32(truncatingIfNeeded: event.time), isRepeat: isRepeat)
  }

  /// The modifiers of an event's state.
  func modifiers(_ state: UInt32) -> Modifiers { map?.modifiers(state) ?? [] }

  /// The names of the key of a raw event with the modifiers held, the likeliest first: what it types
  /// with them, and what it types without, as 1 with Shift is Shift+1 besides what stands above it.
  func chords(_ event: XKeyEvent) -> [Chord] {
    guard let map else { return [] }
    let held = map.modifiers(event.state)
    var plain = event
    plain.state &= ~map.heldMask
    var chords: [Chord] = []
    for (event, isPlain) in [(event, false), (plain, true)] {
      guard let meaning = map.reading(of: event).meaning else { continue }
      let modifiers = meaning.usedShift && !isPlain ? held.subtracting(.shift) : held
      for case let key? in [meaning.key, meaning.fallback] { chords.append(Chord(key, modifiers)) }
    }
    return chords
  }

  /// The keys, with each state of the locks, that give one of `chords` in any group.
  func grabs(for chords: [Chord]) -> [KeyGrab: Chord] {
    guard let map, !chords.isEmpty else { return [:] }
    var grabs: [KeyGrab: Chord] = [:]
    let states = Set(chords.flatMap { map.states(of: $0.modifiers) })
    for stroke in map.strokes {
      for state in states {
        var event = XKeyEvent()
        (event.keycode, event.state) = (stroke.keycode, state | stroke.state)
        guard let chord = self.chords(event).first(where: { chords.contains($0) }) else { continue }
        for locks in map.locks {
          // The modifiers of the core protocol, without the group.
          let modifiers = (event.state | locks) & 0xFF
          grabs[KeyGrab(keycode: stroke.keycode, modifiers: modifiers)] = chord
        }
      }
    }
    return grabs
  }

  // MARK: The map

  /// Whether the keyboard's map has to be read; keys mean nothing until it is.
  var isStale: Bool { map == nil }

  /// Reads the keyboard's map; takes round trips.
  func refresh() {
    guard isStale else { return }
    for var change in changes.values { XRefreshKeyboardMapping(&change) }
    changes = [:]
    map = KeyboardMap(display: display)
  }

  /// Reads the keyboard's map again before the next key.
  func mappingChanged(_ event: XMappingEvent) {
    changes[event.request] = event
    map = nil
  }

  // MARK: Keys that are down

  /// Records that a key went down; returns whether it was down already.
  func hold(_ keycode: UInt32, isGrabbed: Bool = false) -> Bool {
    !(isGrabbed ? grabbed.insert(keycode) : held.insert(keycode)).inserted
  }

  /// Records that a key went up.
  func release(_ keycode: UInt32, isGrabbed: Bool = false) {
    if isGrabbed { grabbed.remove(keycode) } else { held.remove(keycode) }
  }

  /// Takes over which keys are down, as the server lists them with each new focus.
  func setHeld(_ event: XKeymapEvent) {
    held = withUnsafeBytes(of: event.key_vector) { bytes in
      Set((0..<256).filter { bytes[Int($0 >> 3)] & (1 << ($0 & 7)) != 0 })
    }
    grabbed.formIntersection(held)
  }

  /// Forgets all keys that were down, as with a lost focus.
  func releaseAll() { held = [] }
}

private let shiftMask = UInt32(ShiftMask)
private let controlMask = UInt32(ControlMask)
private let lockMask = UInt32(LockMask)

/// What is the same for all keys of a keyboard map.
private struct KeyboardMap {
  private let display: OpaquePointer
  /// Whether each of the four groups has the Latin letters.
  private var isLatin: [Bool] = []
  private let altMask: UInt32
  private let superMask: UInt32
  /// The modifier that decides what the number pad types; 0 where there is none.
  private let numLockMask: UInt32
  private let scrollLockMask: UInt32

  init(display: OpaquePointer) {
    self.display = display
    func mask(_ symbols: Int32...) -> UInt32 {
      symbols.reduce(0) { $0 | XkbKeysymToModifiers(display, KeySym($1)) }
    }
    let (alt, logo) = (mask(XK_Alt_L, XK_Meta_L), mask(XK_Super_L))
    altMask = alt != 0 ? alt : UInt32(Mod1Mask)
    superMask = logo != 0 ? logo : UInt32(Mod4Mask)
    // A lock that shares its modifier with a key that is held is none.
    let held = altMask | superMask | shiftMask | controlMask | lockMask
    numLockMask = mask(XK_Num_Lock) & ~held
    scrollLockMask = mask(XK_Scroll_Lock) & ~held & ~numLockMask
    for group in 0..<UInt32(4) {
      let letters = (UInt32(24)...58).count { keycode in
        (UInt(XK_a)...UInt(XK_z)).contains(symbol(of: keycode, state: group << 13))
      }
      // Non-Latin layouts have none; Latin ones differ in a few letters off these places.
      isLatin.append(letters >= 20)
    }
  }

  func modifiers(_ state: UInt32) -> Modifiers {
    var modifiers: Modifiers = []
    if state & shiftMask != 0 { modifiers.insert(.shift) }
    if state & controlMask != 0 { modifiers.insert(.control) }
    if state & altMask != 0 { modifiers.insert(.alt) }
    if state & superMask != 0 { modifiers.insert(.super) }
    return modifiers
  }

  /// All that can be held to choose between two uses of a key.
  var heldMask: UInt32 { shiftMask | controlMask | altMask | superMask }

  /// The states, without Shift and locks, in which these are held: Alt may be one of several
  /// modifiers.
  func states(of modifiers: Modifiers) -> [UInt32] {
    var states = [modifiers.contains(.control) ? controlMask : 0]
    for (modifier, mask) in [(Modifiers.alt, altMask), (.super, superMask)]
    where modifiers.contains(modifier) {
      let bits = (0..<8).map { UInt32(1) << $0 }.filter { mask & $0 != 0 }
      states = states.flatMap { state in bits.map { state | $0 } }
    }
    return states
  }

  /// The states of the locks that change no meaning: none of them, each, and both.
  var locks: Set<UInt32> { [0, lockMask, scrollLockMask, lockMask | scrollLockMask] }

  /// Each key in each group and with all that changes what it types: Shift and NumLock. A group in
  /// which it types what it does in the first is left out.
  var strokes: [(keycode: UInt32, state: UInt32)] {
    var strokes: [(UInt32, UInt32)] = []
    for keycode in UInt32(8)...255 {
      func symbols(_ group: UInt32) -> [UInt] {
        [0, shiftMask].map { symbol(of: keycode, state: group << 13 | $0) }
      }
      let usual = symbols(0)
      for group in 0..<UInt32(4) where group == 0 || symbols(group) != usual {
        for state in [0, shiftMask, numLockMask, shiftMask | numLockMask] {
          strokes.append((keycode, group << 13 | state))
        }
      }
    }
    return strokes
  }

  func reading(of event: XKeyEvent) -> KeyReading {
    let groupBits = event.state & (3 << 13)
    let group = Int(groupBits >> 13)
    // CapsLock must not matter. NumLock does, for the keypad, and does nothing elsewhere.
    let state = event.state & ~lockMask
    func symbol(_ state: UInt32) -> UInt { self.symbol(of: event.keycode, state: state) }
    var reading = KeyReading(
      typed: symbol(state), base: symbol(groupBits), shifted: symbol(groupBits | shiftMask),
      isLatinGroup: isLatin[group], hasLatinGroup: isLatin.contains(true),
      keycode: Int(event.keycode), isShifted: state & shiftMask != 0)
    if !isLatin[group], let latin = isLatin.firstIndex(of: true) {
      let latinBits = UInt32(latin) << 13
      reading.latinBase = symbol(latinBits)
      reading.latinTyped = symbol(latinBits | state & shiftMask)
    }
    return reading
  }

  private func symbol(of keycode: UInt32, state: UInt32) -> UInt {
    var (used, symbol): (UInt32, KeySym) = (0, 0)
    let keycode = KeyCode(truncatingIfNeeded: keycode)
    return XkbLookupKeySym(display, keycode, state, &used, &symbol) != 0 ? symbol : 0
  }
}

/// What a keyboard says about one key, from which its meaning follows; symbols are X key symbols, 0 is
/// none.
struct KeyReading: Equatable {
  /// The symbol that the key types, by the current group and all modifiers but CapsLock.
  var typed: UInt
  /// The symbols of the key alone and with shift, in the current group.
  var base: UInt
  var shifted: UInt
  /// Whether the current group has the Latin letters.
  var isLatinGroup: Bool
  /// The symbols of the key alone and as typed in the first group with Latin letters, where the
  /// current one has none.
  var latinBase: UInt = 0
  var latinTyped: UInt = 0
  /// Whether any group has Latin letters.
  var hasLatinGroup: Bool
  /// On evdev keyboards it names the key's place.
  var keycode: Int
  var isShifted: Bool

  struct Meaning: Equatable {
    var key: Key
    var fallback: Key?
    /// Whether shift was used up in finding the key.
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
      // In lower case where that is one scalar.
      let lower = character.properties.lowercaseMapping.unicodeScalars
      return Meaning(
        key: .character(lower.count == 1 ? lower.first ?? character : character),
        fallback: substitute?.key,
        usedShift: typed != base && !character.properties.isAlphabetic)
    }
    return substitute
  }

  /// The digit of a key that types it with shift only, as on French and Czech keyboards.
  private var digitBehindShift: Meaning? {
    guard !isShifted, let digit = KeySymbol.character(of: shifted), ("0"..."9").contains(digit)
    else { return nil }
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
    for (first, plain, shifted) in KeyReading.places
    where (first..<first + plain.count).contains(keycode) {
      let (plain, shifted) = (plain[keycode - first], shifted[keycode - first])
      let usesShift = isShifted && !("a"..."z").contains(plain)
      return Meaning(key: .character(usesShift ? shifted : plain), usedShift: usesShift)
    }
    return nil
  }

  /// The letter a...z of a symbol.
  private static func letter(_ symbol: UInt) -> Unicode.Scalar? {
    KeySymbol.character(of: symbol).flatMap { ("a"..."z").contains($0) ? $0 : nil }
  }

  /// The characters, alone and with shift, at the places of the US keyboard by evdev key codes.
  private static let places: [(first: Int, plain: [Unicode.Scalar], shifted: [Unicode.Scalar])] = [
    (10, Array("1234567890-=".unicodeScalars), Array("!@#$%^&*()_+".unicodeScalars)),
    (24, Array("qwertyuiop[]".unicodeScalars), Array("QWERTYUIOP{}".unicodeScalars)),
    (38, Array("asdfghjkl;'`".unicodeScalars), Array("ASDFGHJKL:\"~".unicodeScalars)),
    (51, Array("\\zxcvbnm,./".unicodeScalars), Array("|ZXCVBNM<>?".unicodeScalars)),
  ]
}

/// The meanings of X key symbols.
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
    // Break, what Pause gives with Ctrl.
    case 0xFF6B: .special(.pause)
    case 0xFF13...0xFF14, 0xFF61, 0x1008_FF00...0x1008_FFFF:
      XKeysymToString(symbol).flatMap { SpecialKey(symbolName: String(cString: $0)) }
        .map { .special($0) }
    default: nil
    }
  }

  /// The character of a symbol; nil for dead keys and for alphabets with symbols of their own
  /// (Latin-2, Cyrillic ...).
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

extension SpecialKey {
  /// The key that X calls `name`.
  fileprivate init?(symbolName name: String) {
    self.init(rawValue: name == "Scroll_Lock" ? "Scroll Lock" : name)
  }
}
