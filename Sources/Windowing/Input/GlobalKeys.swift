import CX11
import Keys

/// Keys that come to us wherever the keys go: passive grabs on the root window, asked for again with every other keyboard map.
final class GlobalKeys {
  private let connection: Connection
  private let window: XID
  private let keyboard: Keyboard
  private let events: EventQueue
  /// What is to be had.
  private(set) var chords: [Chord] = []
  /// What was asked for and not refused, as far as that is known.
  private var grabs: [KeyGrab: Chord] = [:]
  /// The requests that the server has not carried out yet, by their numbers.
  private var open: [UInt: KeyGrab] = [:]
  private var isStale = false
  /// Whether it was said that Xwayland passes keys on only while an X11 window has the focus.
  private var hasToldLimit = false
  /// What was told last that could not be had.
  private var failures: Set<GlobalKeyFailure> = []
  /// The keys that are missing by the map that was looked at last.
  private var missing: Set<Chord> = []

  /// The number of the message that comes back when the grabs are done.
  private static let acknowledgement = 1 << 16

  init(connection: Connection, window: XID, keyboard: Keyboard, events: EventQueue) {
    (self.connection, self.window, self.keyboard, self.events) = (
      connection, window, keyboard, events
    )
  }

  /// Has these keys from the next turn on, and no others.
  func set(_ chords: [Chord]) {
    guard chords != self.chords else { return }
    self.chords = chords
    failures = []
    isStale = true
  }

  /// Takes note that the keyboard has another map.
  func noteMapping() {
    if !chords.isEmpty { isStale = true }
  }

  /// Whether the keys are to be asked for again, and can be.
  var isDue: Bool { isStale && open.isEmpty }

  /// Asks for what is not had yet and gives back what is not wanted any more; reads the keyboard's map, which takes round
  /// trips.
  func refresh() {
    guard isDue else { return }
    isStale = false
    keyboard.refresh()
    if !hasToldLimit, !chords.isEmpty, connection.isXwayland {
      hasToldLimit = true
      events.append(.globalKeysLimited)
    }
    let wanted = keyboard.grabs(for: chords)
    missing = Set(chords).subtracting(wanted.values)
    for grab in grabs.keys where wanted[grab] == nil { giveBack(grab) }
    let new = wanted.keys.filter { grabs[$0] == nil }
    grabs = wanted
    guard !new.isEmpty else {
      return tell(taken: Set(failures.filter { $0.reason == .taken }.map(\.chord)))
    }
    connection.keepRefusals {
      for grab in new {
        connection.use { display in
          open[XNextRequest(display)] = grab
          XGrabKey(
            display, Int32(grab.keycode), grab.modifiers, connection.root, 0, GrabModeAsync,
            GrabModeAsync)
        }
      }
    }
    connection.mailbox.sendAcknowledgement(
      to: window, number: GlobalKeys.acknowledgement, on: connection)
    connection.flush()
  }

  /// Takes note of an event that says that the server has dealt with all grabs; false for any other.
  func acknowledge(_ event: XEvent) -> Bool {
    guard
      connection.mailbox.isAcknowledgement(event, to: window, number: GlobalKeys.acknowledgement)
    else {
      return false
    }
    var taken: Set<Chord> = []
    for request in connection.takeRefusals() {
      // Not had, so that it is asked for again with the next map.
      if let grab = open[request], let chord = grabs.removeValue(forKey: grab) {
        taken.insert(chord)
      }
    }
    open = [:]
    tell(taken: taken)
    return true
  }

  /// Gives all keys back, as a window does that is closed.
  func end() {
    for grab in grabs.keys { giveBack(grab) }
    (chords, grabs, isStale) = ([], [:], false)
    connection.flush()
  }

  private func giveBack(_ grab: KeyGrab) {
    connection.use { XUngrabKey($0, Int32(grab.keycode), grab.modifiers, connection.root) }
  }

  /// Tells what cannot be had, unless that was told.
  private func tell(taken: Set<Chord>) {
    var found = Set(taken.map { GlobalKeyFailure(chord: $0, reason: .taken) })
    for chord in missing { found.insert(GlobalKeyFailure(chord: chord, reason: .missing)) }
    let isNew = !found.isSubset(of: failures)
    failures = found
    guard isNew else { return }
    // In the order in which they were asked for.
    events.append(
      .globalKeysFailed(chords.compactMap { chord in found.first { $0.chord == chord } }))
  }
}
