import CX11
import Keys

/// Reads key events on any layout and tells repeats from presses.
final class Keyboard {
  private let display: OpaquePointer
  /// Whether the server tells repeats by leaving out the releases between.
  let tellsRepeats: Bool
  /// Which keys are down, one bit a key code.
  private var held: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// Which keys are down that a grab of ours has brought. They are not among `held`: where the pointer is in the window, the
  /// grab tells it which keys are down before it tells of the press.
  private var grabbed: Set<UInt32> = []
  /// What is known of the current keyboard map; nil before `refresh`, and after each change.
  private var map: KeyboardMap?
  /// The last change of each kind that Xlib has not heard of.
  private var changes: [Int32: XMappingEvent] = [:]

  init(display: OpaquePointer) {
    self.display = display
    var supported: Int32 = 0
    XkbSetDetectableAutoRepeat(display, 1, &supported)
    tellsRepeats = supported != 0
  }

  /// The press or release of a raw event; nil where no shortcut can name the key.
  func press(_ event: XKeyEvent, isRepeat: Bool) -> KeyPress? {
    guard let map, let meaning = map.reading(of: event, display: display).meaning else {
      return nil
    }
    var modifiers = map.modifiers(event.state)
    if meaning.usedShift { modifiers.remove(.shift) }
    return KeyPress(
      key: meaning.key, fallback: meaning.fallback, modifiers: modifiers,
      time: UInt32(truncatingIfNeeded: event.time), isRepeat: isRepeat)
  }

  /// The modifiers of an event's state.
  func modifiers(_ state: UInt32) -> Modifiers { map?.modifiers(state) ?? [] }

  /// What the key of a raw event may be called with the modifiers held, the likeliest first: what it gives with them, and what
  /// it gives without, as 1 with Shift is Shift+1 besides what stands above it.
  func chords(_ event: XKeyEvent) -> [Chord] {
    guard let map else { return [] }
    let held = map.modifiers(event.state)
    var plain = event
    plain.state &= ~map.heldMask
    var chords: [Chord] = []
    for (event, isPlain) in [(event, false), (plain, true)] {
      guard let meaning = map.reading(of: event, display: display).meaning else { continue }
      let modifiers = meaning.usedShift && !isPlain ? held.subtracting(.shift) : held
      for key in [meaning.key, meaning.fallback] {
        if let key { chords.append(Chord(key, modifiers)) }
      }
    }
    return chords
  }

  /// The keys, with each state of the locks, that give one of `chords` in any group.
  func grabs(for chords: [Chord]) -> [KeyGrab: Chord] {
    guard let map else { return [:] }
    var grabs: [KeyGrab: Chord] = [:]
    let modifiers = Set(chords.map { $0.modifiers.subtracting(.shift) })
    let strokes = chords.isEmpty ? [] : map.strokes(display: display)
    for state in Set(modifiers.flatMap { map.states(of: $0) }) {
      for stroke in strokes {
        var event = XKeyEvent()
        event.keycode = stroke.keycode
        event.state = state | stroke.state
        guard let chord = self.chords(event).first(where: { chords.contains($0) }) else { continue }
        for locks in map.locks {
          grabs[
            KeyGrab(
              keycode: stroke.keycode, modifiers: (event.state | locks) & KeyboardMap.realMask)] =
            chord
        }
      }
    }
    return grabs
  }

  /// Whether the keyboard's map has to be read; keys mean nothing until it is.
  var isStale: Bool { map == nil }

  /// Reads the keyboard's map; takes round trips.
  func refresh() {
    guard isStale else { return }
    for var change in changes.values { XRefreshKeyboardMapping(&change) }
    changes = [:]
    map = KeyboardMap(display: display)
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

  /// Takes note of a key that went down and that a grab of ours has brought; returns whether it was down already.
  func holdGrabbed(_ keycode: UInt32) -> Bool { !grabbed.insert(keycode).inserted }

  /// Takes note of such a key that went up.
  func releaseGrabbed(_ keycode: UInt32) { grabbed.remove(keycode) }

  /// Takes over which keys are down, as the server tells with each new focus.
  func setHeld(_ event: XKeymapEvent) {
    withUnsafeBytes(of: event.key_vector) { source in
      withUnsafeMutableBytes(of: &held) { target in target.copyMemory(from: source) }
    }
    grabbed = grabbed.filter { isHeld($0) }
  }

  /// Forgets all keys that were down, as with a lost focus.
  func releaseAll() {
    held = (0, 0, 0, 0)
  }

  /// Has the keyboard's map read again before the next key.
  func mappingChanged(_ event: XMappingEvent) {
    changes[event.request] = event
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
