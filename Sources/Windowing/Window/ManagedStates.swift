import CX11
import Geometry

/// The states that a window manager keeps for a window (EWMH), and what is done where no window manager does.
final class ManagedStates {
  private let connection: Connection
  private let window: XID
  private let placement: Placement
  private let visibility: VisibilityWatch
  private let events: EventQueue
  /// The states that the window manager last confirmed; without one, those that were asked for and done.
  private(set) var states: WindowStates
  /// Where the window was before it filled the screen without a window manager's help.
  private var frameBeforeFullScreen: PixelRect?
  /// Whether _NET_WM_STATE and WM_STATE have changed since they were read.
  private var areStatesStale = false
  private var isIconicStateStale = false

  init(
    connection: Connection, window: XID, states: WindowStates, placement: Placement,
    visibility: VisibilityWatch, events: EventQueue
  ) {
    self.connection = connection
    self.window = window
    self.states = states
    self.placement = placement
    self.visibility = visibility
    self.events = events
  }

  var isFullScreen: Bool { states.contains(.fullScreen) }

  /// Takes the window to full screen or back. `fullScreenChanged` follows when it is done.
  func setFullScreen(_ isFullScreen: Bool) {
    if visibility.signs.isMapped, !connection.windowManagerSupports(.netWMStateFullscreen) {
      fillScreen(isFullScreen)
    } else {
      set(.fullScreen, isFullScreen)
    }
  }

  /// Asks the window manager to set or to lift `changed`; before the window is mapped, they are its first states.
  func set(_ changed: WindowStates, _ isSet: Bool) {
    guard visibility.signs.isManaged else {
      if isSet { states.formUnion(changed) } else { states.subtract(changed) }
      return connection.write(states, to: window)
    }
    let atoms = connection.atoms
    for (state, name) in WindowStates.names where changed.contains(state) {
      // Action 1 adds, 0 removes; source 1 is an ordinary program.
      connection.askWindowManager(.netWMState, about: window, (isSet ? 1 : 0, Int(atoms[name]), 0, 1, 0))
    }
    if changed.contains(.sticky), isSet {
      connection.askWindowManager(.netWMDesktop, about: window, (0xFFFF_FFFF, 1, 0, 0, 0))
    }
    connection.flush()
  }

  /// Takes note of a property of the window that has changed.
  func note(_ property: Atom) {
    if property == connection.atoms[.netWMState] { areStatesStale = true }
    if property == connection.atoms[.wmState] { isIconicStateStale = true }
  }

  /// Whether anything has changed since it was read.
  var isStale: Bool { areStatesStale || isIconicStateStale }

  /// Reads what has changed; takes round trips.
  func refresh() {
    if areStatesStale { refreshStates() }
    if isIconicStateStale { refreshIconicState() }
  }

  private func refreshStates() {
    areStatesStale = false
    let atoms = connection.atoms
    let names = connection.items(of: window, atoms[.netWMState], type: XA_ATOM)
    visibility.change { $0.isHidden = names.contains(atoms[.netWMStateHidden]) }
    let wasFullScreen = isFullScreen
    states = []
    for (state, name) in WindowStates.names where names.contains(atoms[name]) { states.insert(state) }
    if isFullScreen != wasFullScreen { events.append(.fullScreenChanged(isFullScreen)) }
  }

  /// WM_STATE says whether the window is an icon.
  private func refreshIconicState() {
    isIconicStateStale = false
    let atoms = connection.atoms
    let state = connection.items(of: window, atoms[.wmState], type: atoms[.wmState])
    visibility.change { $0.isIconic = state.first == UInt(IconicState) }
  }

  /// Full screen without a window manager that knows it.
  private func fillScreen(_ isFullScreen: Bool) {
    guard isFullScreen != self.isFullScreen else { return }
    if isFullScreen {
      frameBeforeFullScreen = placement.rect
      states.insert(.fullScreen)
      placement.moveResize(
        PixelRect(x: 0, y: 0, width: connection.screenWidth, height: connection.screenHeight))
      connection.use { XRaiseWindow($0, window) }
    } else {
      states.remove(.fullScreen)
      if let frame = frameBeforeFullScreen { placement.moveResize(frame) }
      frameBeforeFullScreen = nil
    }
    // Nobody else keeps the property, and it is read back when it changes.
    connection.write(states, to: window)
    events.append(.fullScreenChanged(isFullScreen))
    connection.flush()
  }
}
