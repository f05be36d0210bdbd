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
package final class GlobalKeys: WindowPart {
  private let surface: Surface
  private var connection: Connection { surface.connection }
  private let keyboard: Keyboard
  private(set) var chords: [Chord] = []
  private var grabs: [KeyGrab: Chord] = [:]
  private(set) var needsUpdate = false
  private var failures: Set<Chord> = []

  init(_ surface: Surface, _ keyboard: Keyboard) {
    (self.surface, self.keyboard) = (surface, keyboard)
  }

  /// Replaces the grabbed keys in the next turn. They come as `globalKeyPressed`;
  /// `globalKeysFailed` has those that cannot be grabbed.
  package func set(_ chords: [Chord]) {
    guard chords != self.chords else { return }
    (self.chords, failures, needsUpdate) = (chords, [], true)
  }

  func record(_ event: XEvent) {
    if event.type == MappingNotify, !chords.isEmpty { needsUpdate = true }
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
      surface.report(.globalKeysFailed(taken: taken, missing: missing))
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
