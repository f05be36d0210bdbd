import CX11
import Geometry
import Platform

/// The states that a window manager keeps for a window (EWMH).
///
/// Without a window manager the window fills its monitor itself. Nothing keeps it above others then:
/// two programs that both raise their window again would do so for ever.
final class ManagedStates {
  /// What may have changed since it was read.
  private struct Unread: OptionSet {
    let rawValue: UInt8
    /// _NET_WM_STATE
    static let states = Unread(rawValue: 1)
    /// WM_STATE
    static let iconic = Unread(rawValue: 2)
    static let desktop = Unread(rawValue: 4)
    /// Whether there is a window manager.
    static let manager = Unread(rawValue: 8)
    /// The monitor that the window fills without a window manager.
    static let monitor = Unread(rawValue: 16)
  }

  /// What was asked for and waits for a server that answers.
  private struct Requests: Equatable {
    var fullScreen: Bool?
    var above: Bool?
    /// The server's time of the event that asks for the window to be raised; 0 for none.
    var raise: UInt?
  }

  private let target: ServerWindow
  private let placement: Placement
  private let visibility: VisibilityWatch
  private var connection: Connection { target.connection }
  private var unread: Unread = []
  private var requests = Requests()
  /// The states that the window manager last confirmed; without one, those that were asked for.
  private(set) var states: WindowStates {
    didSet { placement.isFull = !states.isDisjoint(with: .filling) }
  }
  /// The number of the window's desktop; nil where no window manager has said.
  private(set) var desktop: UInt?
  /// Whether the window is rolled up to its title bar, which some window managers call iconic.
  private(set) var isShaded = false
  /// Until when the window manager may confirm that the window is above others, CLOCK_MONOTONIC in
  /// nanoseconds.
  private(set) var deadline: Int64?
  /// Whether it was reported that the window manager sets the state "above" and does nothing else.
  private var hasRefusedAbove = false
  /// Whether the window fills a monitor without a window manager's help.
  private var fillsMonitor = false

  /// How long a window manager may take to confirm a state, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

  init(
    _ target: ServerWindow, states: WindowStates, placement: Placement, visibility: VisibilityWatch
  ) {
    (self.target, self.states) = (target, states)
    (self.placement, self.visibility) = (placement, visibility)
    placement.isFull = !states.isDisjoint(with: .filling)
  }

  var isFullScreen: Bool { states.contains(.fullScreen) }

  // MARK: Requests

  func setFullScreen(_ isFullScreen: Bool) { requests.fullScreen = isFullScreen }

  func setAbove(_ isAbove: Bool) { requests.above = isAbove }

  /// Brings the window to the front and asks for the keys, once the server answers; `time` is that
  /// of the event that asks for it, 0 for none.
  func raise(at time: UInt) { requests.raise = time }

  private func carryOutRequests() {
    if let isFullScreen = requests.fullScreen { changeFullScreen(isFullScreen) }
    if let isAbove = requests.above { changeAbove(isAbove) }
    if let time = requests.raise {
      connection.use { XMapRaised($0, target.identifier) }
      // Source 2, a pager's: the user asks for it from outside of the window.
      connection.askWindowManager(
        .netActiveWindow, about: target.identifier, (2, Int(time), 0, 0, 0))
      connection.flush()
    }
    requests = Requests()
  }

  private func changeFullScreen(_ isFullScreen: Bool) {
    if isFullScreen, !placement.isFull { placement.beginFilling() }
    let isManaged =
      !visibility.conditions.isMapped || connection.windowManagerSupports(.netWMStateFullscreen)
    if !isFullScreen, !isManaged || !placement.isFull { placement.goBack() }
    if isManaged {
      set(.fullScreen, isFullScreen)
    } else if isFullScreen != self.isFullScreen {
      if isFullScreen { fillMonitor() } else { fillsMonitor = false }
      keep(isFullScreen ? states.union(.fullScreen) : states.subtracting(.fullScreen))
    }
  }

  private func changeAbove(_ isAbove: Bool) {
    guard visibility.conditions.isMapped else { return set(.above, isAbove) }
    guard connection.windowManagerSupports(.netWMStateAbove),
      !connection.windowManagerIgnoresAbove()
    else {
      // The window manager that kept it is gone.
      if states.contains(.above) { keep(states.subtracting(.above)) }
      return target.events.append(.aboveRefused)
    }
    set(.above, isAbove)
    deadline =
      isAbove && !states.contains(.above) ? MonotonicClock.now() + ManagedStates.patience : nil
  }

  /// Asks the window manager to set or to clear `changed`. Before the window is mapped, they are its
  /// first states.
  func set(_ changed: WindowStates, _ isSet: Bool) {
    guard visibility.conditions.isManaged else {
      return keep(isSet ? states.union(changed) : states.subtracting(changed))
    }
    for atom in changed.names(on: connection) {
      // Action 1 adds, 0 removes; source 1 is an ordinary program.
      connection.askWindowManager(
        .netWMState, about: target.identifier, (isSet ? 1 : 0, Int(atom), 0, 1, 0))
    }
    if changed.contains(.sticky), isSet {
      connection.askWindowManager(
        .netWMDesktop, about: target.identifier, (0xFFFF_FFFF, 1, 0, 0, 0))
    }
    connection.flush()
  }

  /// Sets the states where no window manager keeps the property.
  private func keep(_ states: WindowStates) {
    take(states)
    target.write(states)
    connection.flush()
  }

  /// Takes over other states and reports those that matter to others.
  private func take(_ new: WindowStates) {
    let changed = new.symmetricDifference(states)
    states = new
    if new.contains(.above) { deadline = nil }
    if changed.contains(.fullScreen) { target.events.append(.fullScreenChanged(isFullScreen)) }
    if changed.contains(.above) { target.events.append(.aboveChanged(new.contains(.above))) }
  }

  // MARK: What may have changed

  /// Records that a property of the window has changed.
  func note(_ property: Atom) {
    let atoms = connection.atoms
    if property == atoms[.netWMState] { unread.insert(.states) }
    if property == atoms[.wmState] { unread.insert(.iconic) }
    if property == atoms[.netWMDesktop] { unread.insert(.desktop) }
  }

  /// Records that the window was mapped: an icon only by its window manager, or where that is gone;
  /// a window that fills the screen from the start may have nobody who sees to that.
  func noteMapped() {
    if visibility.conditions.isIconic || visibility.conditions.isHidden || isFullScreen {
      unread.insert(.manager)
    }
  }

  /// Records that the window was given to the root, as by a window manager that ends.
  func noteUnmanaged() { unread.insert(.manager) }

  /// Records that the screen, or what shows a part of it, has changed.
  func noteScreen() {
    if fillsMonitor { unread.insert(.monitor) }
  }

  var isStale: Bool { !unread.isEmpty || requests != Requests() }

  /// Reads what has changed, and carries out what was asked for; takes round trips.
  func refresh() {
    let due = unread
    unread = []
    if due.contains(.manager) { readManager() }
    if due.contains(.states) { readStates() }
    let (atoms, window) = (connection.atoms, target.identifier)
    if due.contains(.iconic) {
      let state = connection.items(of: window, atoms[.wmState], type: atoms[.wmState])
      visibility.change { $0.isIconic = state.first == UInt(IconicState) }
    }
    if due.contains(.desktop) {
      desktop = connection.items(of: window, atoms[.netWMDesktop], type: XA_CARDINAL).first
    }
    carryOutRequests()
    if due.contains(.monitor) {
      fillsMonitor =
        fillsMonitor && isFullScreen && !connection.windowManagerSupports(.netWMStateFullscreen)
      if fillsMonitor { fillMonitor() }
    }
  }

  /// Reports that the window manager has not confirmed in time that the window is above others.
  func finishTurn() {
    guard let deadline, MonotonicClock.now() >= deadline else { return }
    self.deadline = nil
    target.events.append(.aboveRefused)
  }

  private func readStates() {
    let atoms = connection.atoms
    let names = connection.items(of: target.identifier, atoms[.netWMState], type: XA_ATOM)
    guard connection.isAlive else { return }
    visibility.change { $0.isHidden = names.contains(atoms[.netWMStateHidden]) }
    isShaded = names.contains(atoms[.netWMStateShaded])
    var new = WindowStates(names: names, on: connection)
    if new.contains(.above), !states.contains(.above), connection.windowManagerIgnoresAbove() {
      new.remove(.above)
      if !hasRefusedAbove { target.events.append(.aboveRefused) }
      hasRefusedAbove = true
    }
    take(new)
  }

  /// Where the window manager is gone, what it has said of icons no longer holds.
  private func readManager() {
    if isFullScreen, !fillsMonitor, !connection.windowManagerSupports(.netWMStateFullscreen) {
      fillMonitor()
    }
    guard !connection.hasWindowManager(), connection.isAlive else { return }
    connection.use { XDeleteProperty($0, target.identifier, connection.atoms[.wmState]) }
    target.write(states)
    visibility.change { ($0.isIconic, $0.isHidden) = (false, false) }
  }

  /// Has the window fill the monitor that shows most of it, without a window manager.
  private func fillMonitor() {
    let monitor = Monitors(of: connection).showing(placement.rect)
    guard connection.isAlive else { return }
    if monitor != placement.rect { placement.moveResize(monitor) }
    if !fillsMonitor { connection.use { XRaiseWindow($0, target.identifier) } }
    fillsMonitor = true
  }
}
