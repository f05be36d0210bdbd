import Drawing
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

// The window's saved position, one for each set of monitors, and its state.

/// How long the server may take to list the monitors at the start and the end.
private let patience = Duration.milliseconds(100)

extension App {
  /// Saves position and state a second after a change: a crash loses the last move at most, a drag writes once.
  func savePlaceIfDue() {
    // What the window manager does about new monitors is not the user's choice of a place.
    guard kept.descriptor != nil, !window.placement.isUnsettled else { return }
    let state = window.lastState
    if state != observedState { (observedState, placeDeadline) = (state, .now + .seconds(1)) }
    guard let due = placeDeadline, .now >= due else { return }
    // A server that is too busy to answer is asked again.
    placeDeadline = recordPlace(within: patience / 5) ? nil : .now + .seconds(1)
    // The server has just answered. From now on it reports new monitors to a still window, too.
    if placeDeadline == nil { window.watchSurroundings() }
  }

  /// Moves the window to its place on the new monitors; without one, to where it can be seen.
  func moveToMonitors(from before: MonitorChange, to monitors: [PixelRect]) {
    let scale = view.environment.scale
    var state = window.lastState
    state.rect = before.rect
    places.record(state, scale: scale, on: before.monitors)
    if let (rect, isKnown) = places.place(on: monitors, scale: scale), isKnown {
      window.placement.place(at: rect)
    } else {
      window.placement.bringIntoView()
    }
    savePlaces()
  }

  func savePlaces() {
    update { kept in
      kept.record(windowPlace: places.text)
      return false
    }
  }

  /// Returns false if the server does not answer in time.
  @discardableResult func recordPlace(within limit: Duration = patience) -> Bool {
    guard kept.descriptor != nil else { return true }
    guard let state = window.currentState() else { return false }
    let monitors = connection.monitors(within: limit)
    guard !monitors.isEmpty else { return false }
    places.record(state, scale: view.environment.scale, on: monitors)
    savePlaces()
    return true
  }
}

extension WindowOptions {
  /// Sets what `given` leaves open, with `--restore` the state, too. On unknown monitors the window manager places it.
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
