import CX11
package import Keys

/// Reads key events on any layout and distinguishes repeats from presses.
final class Keyboard {
  private let display: OpaquePointer
  private var held: Set<UInt32> = []
  /// The held keys of passive grabs. The server may list these in a KeymapNotify before their press.
  private var grabbed: Set<UInt32> = []
  /// Nil until it is read; keys have no meaning before.
  private(set) var map: KeyboardMap?
  /// The last change of each kind, not yet passed to Xlib.
  private var changes: [Int32: XMappingEvent] = [:]

  init(display: OpaquePointer) {
    self.display = display
    // Then a repeating key sends no releases in between.
    XkbSetDetectableAutoRepeat(display, 1, nil)
  }

  /// Returns the keys, with each state of the locks, that give one of `chords` in any group.
  func grabs(for chords: [Chord]) -> [KeyGrab: Chord] {
    guard let map, !chords.isEmpty else { return [:] }
    var grabs: [KeyGrab: Chord] = [:]
    let held = Set(chords.flatMap { map.states(of: $0.modifiers) })
    for stroke in map.strokes {
      for state in held.map({ $0 | stroke.state }) {
        let given = map.chords(stroke.keycode, state)
        guard let chord = given.first(where: { chords.contains($0) }) else { continue }
        for locks in map.locks {
          // The core protocol's modifiers, without the group.
          grabs[KeyGrab(keycode: stroke.keycode, modifiers: (state | locks) & 0xFF)] = chord
        }
      }
    }
    return grabs
  }

  /// Reads the map if needed; takes round trips.
  func refresh() {
    guard map == nil else { return }
    for var change in changes.values { XRefreshKeyboardMapping(&change) }
    changes = [:]
    map = KeyboardMap(
      mask: { [display] in XkbKeysymToModifiers(display, KeySym($0)) },
      symbol: { [display] keycode, state in
        var (used, symbol): (UInt32, KeySym) = (0, 0)
        let keycode = KeyCode(truncatingIfNeeded: keycode)
        return XkbLookupKeySym(display, keycode, state, &used, &symbol) != 0 ? symbol : 0
      })
  }

  func mappingChanged(_ event: XMappingEvent) {
    changes[event.request] = event
    map = nil
  }

  /// Records a press; returns whether the key was down already.
  func hold(_ keycode: UInt32, isGrabbed: Bool = false) -> Bool {
    !(isGrabbed ? grabbed.insert(keycode) : held.insert(keycode)).inserted
  }

  func release(_ keycode: UInt32, isGrabbed: Bool = false) {
    if isGrabbed { grabbed.remove(keycode) } else { held.remove(keycode) }
  }

  /// Sets the held keys, which the server lists with each new focus.
  func setHeld(_ event: XKeymapEvent) {
    held = withUnsafeBytes(of: event.key_vector) { bytes in
      Set((0..<256).filter { bytes[Int($0 >> 3)] & (1 << ($0 & 7)) != 0 })
    }
    grabbed.formIntersection(held)
  }
}

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

/// A key and the modifiers of a passive grab, including locks.
struct KeyGrab: Hashable {
  var keycode: UInt32
  var modifiers: UInt32
}

/// Keys that work wherever the focus is: passive grabs on the root window.
///
/// A key is grabbed if any group of the layout gives the chord. The group at a press decides its
/// meaning, as for the window's own keys. A new keyboard map changes only the grabs that differ.
package final class GlobalKeys: WindowPart {
  private let target: ServerWindow
  private var connection: Connection { target.connection }
  private let keyboard: Keyboard
  private(set) var chords: [Chord] = []
  private var grabs: [KeyGrab: Chord] = [:]
  private(set) var needsUpdate = false
  private var failures: Set<Chord> = []

  init(_ target: ServerWindow, _ keyboard: Keyboard) {
    (self.target, self.keyboard) = (target, keyboard)
  }

  /// Replaces the grabbed keys in the next turn. They come as `globalKeyPressed`;
  /// `globalKeysFailed` has those that cannot be grabbed.
  package func set(_ chords: [Chord]) {
    guard chords != self.chords else { return }
    (self.chords, failures, needsUpdate) = (chords, [], true)
  }

  func recordMapping() {
    if !chords.isEmpty { needsUpdate = true }
  }

  /// The selection that a window of this program owns while it has grabbed a key.
  private func selection(of chord: Chord) -> Atom {
    XInternAtom(connection.display, "_SEGCLOCK_KEY_\(chord)", 0)
  }

  /// Whether another window of this program has the key: they share the configuration.
  private func isOwnProgram(_ chord: Chord) -> Bool {
    XGetSelectionOwner(connection.display, selection(of: chord)) != 0
  }

  /// Updates the grabs; takes round trips.
  func refresh() {
    guard needsUpdate else { return }
    needsUpdate = false
    keyboard.refresh()
    let wanted = keyboard.grabs(for: chords)
    let (display, root) = (connection.display, connection.root)
    for grab in grabs.keys where wanted[grab] == nil {
      XUngrabKey(display, Int32(grab.keycode), grab.modifiers, root)
    }
    var requests: [UInt: KeyGrab] = [:]
    let refused = connection.trapErrors {
      for grab in wanted.keys where grabs[grab] == nil {
        requests[XNextRequest(display)] = grab
        XGrabKey(
          display, Int32(grab.keycode), grab.modifiers, root, 0, GrabModeAsync, GrabModeAsync)
      }
    }
    // Refused grabs are requested again with the next map.
    grabs = wanted
    let lost = refused.compactMap { requests[$0] }.compactMap { grabs.removeValue(forKey: $0) }
    let taken = chords.filter { lost.contains($0) && !isOwnProgram($0) }
    for chord in Set(grabs.values) {
      XSetSelectionOwner(
        display, selection(of: chord), connection.ownWindow, Time(CX11.CurrentTime))
    }
    let missing = chords.filter { !wanted.values.contains($0) }
    let failed = Set(taken + missing)
    if !failed.isSubset(of: failures) || failed.isEmpty && !failures.isEmpty {
      target.events.append(.globalKeysFailed(taken: taken, missing: missing))
    }
    failures = failed
  }
}

extension Chord {
  /// By the freedesktop.org specification of shortcuts, with the key's name of X: `CTRL+ALT+l`.
  package var trigger: String {
    let names: [(modifier: Modifiers, name: String)] = [
      (.control, "CTRL"), (.alt, "ALT"), (.shift, "SHIFT"), (.super, "LOGO"),
    ]
    let held = names.filter { modifiers.contains($0.modifier) }.map { "\($0.name)+" }
    return held.joined() + key.symbolName
  }
}

extension Key {
  /// X's name of the key.
  fileprivate var symbolName: String {
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
