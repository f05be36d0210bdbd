import CX11
package import Keys

/// A press of a key that was asked for for the whole desktop.
package struct GlobalKeyPress: Equatable, Sendable {
  package var chord: Chord
  /// When, in the server's milliseconds; see `ServerClock`.
  package var time: UInt32
  /// Whether the key was down already and only repeats.
  package var isRepeat: Bool
}

/// A key that could not be grabbed for the whole desktop.
package struct GlobalKeyFailure: Hashable, Sendable {
  package var chord: Chord
  package var reason: Reason

  package enum Reason: Hashable, Sendable {
    /// Another program has it.
    case taken
    /// No key of the keyboard gives it.
    case missing
  }
}

/// A key of the keyboard with the modifiers that have to be held, locks among them: what a passive grab takes.
struct KeyGrab: Hashable {
  var keycode: UInt32
  /// Bits of ShiftMask ... Mod5Mask.
  var modifiers: UInt32
}

/// Keys that work wherever the focus is: passive grabs on the root window.
///
/// A key is grabbed if any group of the layout gives the chord. The group in force at a press
/// decides what it means, as for the window's own keys. A new keyboard map changes only the grabs
/// that differ.
final class GlobalKeys {
  private let connection: Connection
  private let keyboard: Keyboard
  private let events: EventQueue
  /// The keys that are wanted.
  private(set) var chords: [Chord] = []
  /// The grabs that the server has granted.
  private var grabs: [KeyGrab: Chord] = [:]
  /// Whether the grabs have to be requested again.
  private(set) var isDue = false
  /// Whether `globalKeysLimited` was sent.
  private var hasAnnouncedLimit = false
  /// The failures that were announced last.
  private var failures: Set<GlobalKeyFailure> = []

  init(connection: Connection, keyboard: Keyboard, events: EventQueue) {
    (self.connection, self.keyboard, self.events) = (connection, keyboard, events)
  }

  /// Requests these keys from the next turn on, and releases all others.
  func set(_ chords: [Chord]) {
    guard chords != self.chords else { return }
    self.chords = chords
    failures = []
    isDue = true
  }

  /// Handles a change of the keyboard's map.
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
      events.append(.globalKeysLimited)
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
    let taken = Set((refused ?? []).compactMap { requests[$0] })
    // What was refused is requested again with the next map.
    grabs = wanted.filter { !taken.contains($0.key) }
    announce(
      Set(taken.compactMap { wanted[$0] }.map { GlobalKeyFailure(chord: $0, reason: .taken) })
        .union(
          Set(chords).subtracting(wanted.values).map {
            GlobalKeyFailure(chord: $0, reason: .missing)
          }))
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

  private func announce(_ found: Set<GlobalKeyFailure>) {
    let isNew = !found.isSubset(of: failures)
    failures = found
    guard isNew else { return }
    // In the order in which they were asked for.
    events.append(
      .globalKeysFailed(chords.compactMap { chord in found.first { $0.chord == chord } }))
  }
}
