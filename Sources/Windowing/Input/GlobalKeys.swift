import CX11
package import Keys

/// A key of the keyboard with the modifiers that have to be held, locks among them: what a passive
/// grab takes.
struct KeyGrab: Hashable {
  var keycode: UInt32
  var modifiers: UInt32
}

/// Keys that work wherever the focus is: passive grabs on the root window.
///
/// A key is grabbed if any group of the layout gives the chord. The group in force at a press
/// decides what it means, as for the window's own keys. A new keyboard map changes only the grabs
/// that differ.
package final class GlobalKeys {
  private let target: ServerWindow
  private var connection: Connection { target.connection }
  private let keyboard: Keyboard
  private(set) var chords: [Chord] = []
  /// The grabs that the server has granted.
  private var grabs: [KeyGrab: Chord] = [:]
  /// Whether the grabs have to be requested again.
  private(set) var isDue = false
  private var hasAnnouncedLimit = false
  /// Those that could not be grabbed when that was announced last.
  private var failures: Set<Chord> = []

  init(_ target: ServerWindow, _ keyboard: Keyboard) {
    (self.target, self.keyboard) = (target, keyboard)
  }

  /// Grabs these keys from the next turn on, and no others: they come as `globalKeyPressed`, and
  /// `globalKeysFailed` names those that cannot be grabbed.
  package func set(_ chords: [Chord]) {
    guard chords != self.chords else { return }
    (self.chords, failures, isDue) = (chords, [], true)
  }

  func noteMapping() {
    if !chords.isEmpty { isDue = true }
  }

  /// Requests the grabs that are missing and releases those that are not wanted; takes round trips.
  func refresh() {
    guard isDue else { return }
    isDue = false
    keyboard.refresh()
    if !hasAnnouncedLimit, !chords.isEmpty, connection.isXwayland {
      hasAnnouncedLimit = true
      target.events.append(.globalKeysLimited)
    }
    let wanted = keyboard.grabs(for: chords)
    for grab in grabs.keys where wanted[grab] == nil { release(grab) }
    var requests: [UInt: KeyGrab] = [:]
    let refused = connection.trapErrors {
      for grab in wanted.keys where grabs[grab] == nil {
        connection.use { display in
          requests[XNextRequest(display)] = grab
          XGrabKey(
            display, Int32(grab.keycode), grab.modifiers, connection.root, 0, GrabModeAsync,
            GrabModeAsync)
        }
      }
    }
    // What was refused is requested again with the next map.
    grabs = wanted
    let lost = Set(
      (refused ?? []).compactMap { requests[$0] }.compactMap { grabs.removeValue(forKey: $0) })
    let taken = chords.filter { lost.contains($0) }
    let missing = chords.filter { !wanted.values.contains($0) }
    let failed = Set(taken + missing)
    if !failed.isSubset(of: failures) {
      target.events.append(.globalKeysFailed(taken: taken, missing: missing))
    }
    failures = failed
  }

  /// Releases all keys, as a window does that is closed.
  func end() {
    for grab in grabs.keys { release(grab) }
    (chords, grabs, isDue) = ([], [:], false)
    connection.flush()
  }

  private func release(_ grab: KeyGrab) {
    connection.use { XUngrabKey($0, Int32(grab.keycode), grab.modifiers, connection.root) }
  }
}
