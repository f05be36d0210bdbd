import CX11
import Keys

/// What is the same for all keys of a keyboard map.
struct KeyboardMap {
  /// Whether each of the four groups has the Latin letters.
  private var isLatin: [Bool] = []
  private let altMask: UInt32
  private let superMask: UInt32
  /// The modifier that tells what the number pad types; 0 where there is none.
  private let numLockMask: UInt32
  private let scrollLockMask: UInt32

  /// The modifiers of the core protocol, without the group.
  static let realMask: UInt32 = 0xFF

  init(display: OpaquePointer) {
    let alt =
      XkbKeysymToModifiers(display, KeySym(XK_Alt_L))
      | XkbKeysymToModifiers(display, KeySym(XK_Meta_L))
    altMask = alt != 0 ? alt : UInt32(Mod1Mask)
    let logo = XkbKeysymToModifiers(display, KeySym(XK_Super_L))
    superMask = logo != 0 ? logo : UInt32(Mod4Mask)
    // A lock that shares its modifier with a key that is held is none.
    let held = altMask | superMask | UInt32(ShiftMask | ControlMask | LockMask)
    numLockMask = XkbKeysymToModifiers(display, KeySym(XK_Num_Lock)) & ~held
    scrollLockMask = XkbKeysymToModifiers(display, KeySym(XK_Scroll_Lock)) & ~held & ~numLockMask
    for group in 0..<UInt32(4) {
      var letters = 0
      for keycode in UInt32(24)...58 {
        let symbol = KeyboardMap.symbol(of: keycode, state: group << 13, display: display)
        if (UInt(XK_a)...UInt(XK_z)).contains(symbol) { letters += 1 }
      }
      // Non-Latin layouts have none; Latin ones differ in a few letters off these places.
      isLatin.append(letters >= 20)
    }
  }

  func modifiers(_ state: UInt32) -> Modifiers {
    var modifiers: Modifiers = []
    if state & UInt32(ShiftMask) != 0 { modifiers.insert(.shift) }
    if state & UInt32(ControlMask) != 0 { modifiers.insert(.control) }
    if state & altMask != 0 { modifiers.insert(.alt) }
    if state & superMask != 0 { modifiers.insert(.super) }
    return modifiers
  }

  /// All that can be held to choose between two uses of a key.
  var heldMask: UInt32 { UInt32(ShiftMask | ControlMask) | altMask | superMask }

  /// The states, without Shift and locks, in which these are held: Alt may be one of several modifiers.
  func states(of modifiers: Modifiers) -> [UInt32] {
    var states: [UInt32] = [modifiers.contains(.control) ? UInt32(ControlMask) : 0]
    for (modifier, mask) in [(Modifiers.alt, altMask), (.super, superMask)]
    where modifiers.contains(modifier) {
      let bits = (0..<8).map { UInt32(1) << $0 }.filter { mask & $0 != 0 }
      states = states.flatMap { state in bits.map { state | $0 } }
    }
    return states
  }

  /// What the locks that change no meaning can be: none of them, each, and both.
  var locks: Set<UInt32> {
    [0, UInt32(LockMask), scrollLockMask, UInt32(LockMask) | scrollLockMask]
  }

  /// Each key in each group and with all that changes what it types: Shift and NumLock. A group in which it types what it does
  /// in the first is left out.
  func strokes(display: OpaquePointer) -> [(keycode: UInt32, state: UInt32)] {
    var (first, last): (Int32, Int32) = (8, 255)
    XDisplayKeycodes(display, &first, &last)
    var strokes: [(UInt32, UInt32)] = []
    for keycode in UInt32(max(8, first))...UInt32(min(max(8, last), 255)) {
      let levels = [0, UInt32(ShiftMask)]
      func symbols(_ group: UInt32) -> [UInt] {
        levels.map { KeyboardMap.symbol(of: keycode, state: group << 13 | $0, display: display) }
      }
      let usual = symbols(0)
      for group in 0..<UInt32(4) where group == 0 || symbols(group) != usual {
        for numLock in Set([0, numLockMask]) {
          for level in levels { strokes.append((keycode, group << 13 | numLock | level)) }
        }
      }
    }
    return strokes
  }

  func reading(of event: XKeyEvent, display: OpaquePointer) -> KeyReading {
    let groupBits = event.state & (3 << 13)
    let group = Int(groupBits >> 13)
    let shift = UInt32(ShiftMask)
    // CapsLock must not matter. NumLock does, for the keypad, and does nothing elsewhere.
    let state = event.state & ~UInt32(LockMask)
    func symbol(_ state: UInt32) -> UInt {
      KeyboardMap.symbol(of: event.keycode, state: state, display: display)
    }
    var reading = KeyReading(
      typed: symbol(state), base: symbol(groupBits), shifted: symbol(groupBits | shift),
      isLatinGroup: isLatin[group], hasLatinGroup: isLatin.contains(true),
      keycode: Int(event.keycode),
      isShifted: state & shift != 0)
    if !isLatin[group], let latin = isLatin.firstIndex(of: true) {
      let latinBits = UInt32(latin) << 13
      reading.latinBase = symbol(latinBits)
      reading.latinTyped = symbol(latinBits | state & shift)
    }
    return reading
  }

  private static func symbol(of keycode: UInt32, state: UInt32, display: OpaquePointer) -> UInt {
    var used: UInt32 = 0
    var symbol: KeySym = 0
    return XkbLookupKeySym(display, KeyCode(truncatingIfNeeded: keycode), state, &used, &symbol)
      != 0
      ? symbol : 0
  }
}
