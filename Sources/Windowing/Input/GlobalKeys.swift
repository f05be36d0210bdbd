import CX11
package import Keys

/// A key and the modifiers of a passive grab, including locks.
struct KeyGrab: Hashable {
  var keycode: UInt32
  var modifiers: UInt32
}

/// Keys that work wherever the focus is: passive grabs on the root window.
///
/// A key is grabbed if any group of the layout gives the chord. The group at a press decides its
/// meaning, as for the window's own keys. A new keyboard map changes only the grabs that differ.
package final class GlobalKeys {
  private let target: ServerWindow
  private var connection: Connection { target.connection }
  private let keyboard: Keyboard
  private(set) var chords: [Chord] = []
  private var grabs: [KeyGrab: Chord] = [:]
  private(set) var isDue = false
  private var failures: Set<Chord> = []

  init(_ target: ServerWindow, _ keyboard: Keyboard) {
    (self.target, self.keyboard) = (target, keyboard)
  }

  /// Replaces the grabbed keys in the next turn. They come as `globalKeyPressed`;
  /// `globalKeysFailed` has those that cannot be grabbed.
  package func set(_ chords: [Chord]) {
    guard chords != self.chords else { return }
    (self.chords, failures, isDue) = (chords, [], true)
  }

  func recordMapping() {
    if !chords.isEmpty { isDue = true }
  }

  /// Updates the grabs; takes round trips.
  func refresh() {
    guard isDue else { return }
    isDue = false
    keyboard.refresh()
    if !chords.isEmpty, connection.isXwayland { target.events.append(.globalKeysLimited) }
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
    let taken = chords.filter { lost.contains($0) }
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
    let name =
      switch key {
      case .character(let scalar):
        XKeysymToString(UInt(scalar.value) | (scalar.value > 0xFF ? 0x0100_0000 : 0)).map {
          String(cString: $0)
        } ?? ""
      case .space: "space"
      case .backspace: "BackSpace"
      default: key.description.replacing(" ", with: "_")
      }
    return names.reduce("") { modifiers.contains($1.modifier) ? "\($0)\($1.name)+" : $0 } + name
  }
}
