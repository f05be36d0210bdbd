import CX11
import Keys

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
