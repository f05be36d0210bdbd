import CX11
import Keys

/// Reads key events on any layout and tells repeats from presses.
final class Keyboard {
  private let display: OpaquePointer
  /// Whether the server tells repeats by leaving out the releases between.
  let tellsRepeats: Bool
  /// Which keys are down, one bit a key code.
  private var held: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// What is known of the current keyboard map; asked for with the first key and after each change.
  private var map: KeyboardMap?

  init(display: OpaquePointer) {
    self.display = display
    var supported: Int32 = 0
    XkbSetDetectableAutoRepeat(display, 1, &supported)
    tellsRepeats = supported != 0
  }

  /// The press or release of a raw event; nil where no shortcut can name the key.
  func press(_ event: XKeyEvent, isRepeat: Bool) -> KeyPress? {
    let map = self.map ?? KeyboardMap(display: display)
    self.map = map
    guard let meaning = map.reading(of: event, display: display).meaning else { return nil }
    var modifiers = map.modifiers(event.state)
    if meaning.usedShift { modifiers.remove(.shift) }
    return KeyPress(
      key: meaning.key, fallback: meaning.fallback, modifiers: modifiers,
      time: UInt32(truncatingIfNeeded: event.time), isRepeat: isRepeat)
  }

  /// The modifiers of an event's state.
  func modifiers(_ state: UInt32) -> Modifiers {
    let map = self.map ?? KeyboardMap(display: display)
    self.map = map
    return map.modifiers(state)
  }

  /// Takes note of a key that went down; returns whether it was down already.
  func hold(_ keycode: UInt32) -> Bool {
    let wasHeld = isHeld(keycode)
    set(keycode, true)
    return wasHeld
  }

  /// Takes note of a key that went up.
  func release(_ keycode: UInt32) {
    set(keycode, false)
  }

  /// Takes over which keys are down, as the server tells with each new focus.
  func setHeld(_ event: XKeymapEvent) {
    withUnsafeBytes(of: event.key_vector) { source in
      withUnsafeMutableBytes(of: &held) { target in target.copyMemory(from: source) }
    }
  }

  /// Forgets all keys that were down, as with a lost focus.
  func releaseAll() {
    held = (0, 0, 0, 0)
  }

  /// Reads the keyboard's map again with the next key.
  func mappingChanged(_ event: inout XMappingEvent) {
    XRefreshKeyboardMapping(&event)
    map = nil
  }

  private func isHeld(_ keycode: UInt32) -> Bool {
    withUnsafeBytes(of: held) { $0[Int(keycode & 255) >> 3] & (1 << (keycode & 7)) != 0 }
  }

  private func set(_ keycode: UInt32, _ isDown: Bool) {
    withUnsafeMutableBytes(of: &held) { bytes in
      let bit: UInt8 = 1 << UInt8(keycode & 7)
      if isDown {
        bytes[Int(keycode & 255) >> 3] |= bit
      } else {
        bytes[Int(keycode & 255) >> 3] &= ~bit
      }
    }
  }
}

/// What is the same for all keys of a keyboard map.
private struct KeyboardMap {
  /// Whether each of the four groups has the Latin letters.
  private var isLatin: [Bool] = []
  private let altMask: UInt32
  private let superMask: UInt32

  init(display: OpaquePointer) {
    let alt =
      XkbKeysymToModifiers(display, KeySym(XK_Alt_L)) | XkbKeysymToModifiers(display, KeySym(XK_Meta_L))
    altMask = alt != 0 ? alt : UInt32(Mod1Mask)
    let logo = XkbKeysymToModifiers(display, KeySym(XK_Super_L))
    superMask = logo != 0 ? logo : UInt32(Mod4Mask)
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
      isLatinGroup: isLatin[group], hasLatinGroup: isLatin.contains(true), keycode: Int(event.keycode),
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
    return XkbLookupKeySym(display, KeyCode(truncatingIfNeeded: keycode), state, &used, &symbol) != 0
      ? symbol : 0
  }
}
