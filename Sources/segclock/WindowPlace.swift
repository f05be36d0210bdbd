import Platform
import Settings
import Storage
import Windowing

// The window's saved position, one for each set of monitors, and its state.

/// How long the server may take to list the monitors at the start and the end.
private let patience = Duration.milliseconds(100)

extension App {
  /// Saves position and state a second after their last change. So a crash loses at most the last move, and a drag
  /// causes one write.
  func followPlace() {
    guard kept.descriptor != nil else { return }
    let state = window.lastState
    if state != observedState { (observedState, placeDeadline) = (state, .now + .seconds(1)) }
    guard let due = placeDeadline, .now >= due else { return }
    // A server that is too busy to answer is asked again.
    placeDeadline = recordPlace(within: patience / 5) ? nil : .now + .seconds(1)
  }

  /// Returns false if the server does not answer in time.
  @discardableResult func recordPlace(within limit: Duration = patience) -> Bool {
    guard kept.descriptor != nil else { return true }
    guard let state = window.currentState() else { return false }
    let monitors = connection.monitors(within: limit)
    guard !monitors.isEmpty else { return false }
    var book = PlaceBook(kept.pending.windowPlace)
    book.record(state, scale: view.environment.scale, on: monitors)
    update { kept in
      kept.record(windowPlace: book.text)
      return false
    }
    return true
  }
}

extension WindowOptions {
  /// Sets position and size where `given` leaves them open, and with `--restore` the window's state. On unknown monitors
  /// the window manager chooses the position.
  mutating func restore(
    _ book: PlaceBook, _ given: ProgramSettings, scale: Double, on connection: Connection
  ) {
    if given.restore, var saved = book.states {
      if given.isGiven("above") || given.isGiven("below") { saved.subtract([.above, .below]) }
      if given.isGiven("sticky") { saved.remove(.sticky) }
      states.formUnion(saved)
      desktop = states.contains(.sticky) ? nil : book.desktop
    }
    guard !book.text.isEmpty,
      let (rect, isKnown) = book.place(on: connection.monitors(within: patience), scale: scale)
    else { return }
    if !given.isGiven("size") {
      (width, height) = connection.fitted(width: rect.width, height: rect.height)
    }
    if isKnown, position == nil { position = (rect.x, rect.y) }
  }
}
