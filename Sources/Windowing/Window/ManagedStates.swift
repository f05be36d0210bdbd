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

  private let connection: Connection
  private let window: XID
  private let placement: Placement
  private let visibility: VisibilityWatch
  private let events: EventQueue
  private var unread: Unread = []
  /// The states that the window manager last confirmed; without one, those that were asked for.
  private(set) var states: WindowStates
  /// Where the window returns to when it no longer fills anything.
  var windowed: WindowedPlace
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
  /// What was asked for and waits for a server that answers.
  private var wantedFullScreen: Bool?
  private var wantedAbove: Bool?
  /// The server's time of the event that asked for the window to be raised; 0 for none.
  private var wantedRaise: UInt?

  /// How long a window manager may take to confirm a state, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

  init(
    connection: Connection, window: XID, states: WindowStates, placement: Placement,
    visibility: VisibilityWatch, events: EventQueue
  ) {
    (self.connection, self.window, self.states) = (connection, window, states)
    (self.placement, self.visibility, self.events) = (placement, visibility, events)
    windowed = WindowedPlace(placement.rect)
  }

  var isFullScreen: Bool { states.contains(.fullScreen) }

  /// Whether the window fills the screen or a side of it, so that its size is not its own.
  var isFull: Bool { !states.isDisjoint(with: [.fullScreen, .maximizedAcross, .maximizedDown]) }

  // MARK: Requests

  func setFullScreen(_ isFullScreen: Bool) { wantedFullScreen = isFullScreen }

  func setAbove(_ isAbove: Bool) { wantedAbove = isAbove }

  /// Brings the window to the front and asks for the keys, once the server answers; `time` is that
  /// of the event that asks for it, 0 for none.
  func raise(at time: UInt) { wantedRaise = time }

  private var hasRequests: Bool {
    wantedFullScreen != nil || wantedAbove != nil || wantedRaise != nil
  }

  private func carryOutRequests() {
    if let isFullScreen = wantedFullScreen { changeFullScreen(isFullScreen) }
    if let isAbove = wantedAbove { changeAbove(isAbove) }
    if let time = wantedRaise {
      connection.use { XMapRaised($0, window) }
      // Source 2, a pager's: the user asks for it from outside of the window.
      connection.askWindowManager(.netActiveWindow, about: window, (2, Int(time), 0, 0, 0))
      connection.flush()
    }
    (wantedFullScreen, wantedAbove, wantedRaise) = (nil, nil, nil)
  }

  private func changeFullScreen(_ isFullScreen: Bool) {
    if isFullScreen, !isFull {
      placement.locate()
      windowed.hold(placement.rect, at: MonotonicClock.now())
    }
    // A window manager may have made it large and died before it said so.
    if !isFullScreen, !isFull, placement.rect != windowed.rect {
      placement.moveResize(windowed.rect)
    }
    if visibility.conditions.isMapped, !connection.windowManagerSupports(.netWMStateFullscreen) {
      fillMonitor(isFullScreen)
    } else {
      set(.fullScreen, isFullScreen)
    }
  }

  private func changeAbove(_ isAbove: Bool) {
    guard visibility.conditions.isMapped else { return set(.above, isAbove) }
    guard connection.windowManagerSupports(.netWMStateAbove),
      !connection.windowManagerIgnoresAbove()
    else {
      // The window manager that kept it is gone.
      if states.contains(.above) { keep(states.subtracting(.above)) }
      return events.append(.aboveRefused)
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
    let atoms = connection.atoms
    for (state, name) in WindowStates.names where changed.contains(state) {
      // Action 1 adds, 0 removes; source 1 is an ordinary program.
      connection.askWindowManager(
        .netWMState, about: window, (isSet ? 1 : 0, Int(atoms[name]), 0, 1, 0))
    }
    if changed.contains(.sticky), isSet {
      connection.askWindowManager(.netWMDesktop, about: window, (0xFFFF_FFFF, 1, 0, 0, 0))
    }
    connection.flush()
  }

  /// Sets the states where no window manager keeps the property.
  private func keep(_ states: WindowStates) {
    take(states)
    states.write(to: window, on: connection)
  }

  /// Takes over other states and reports those that matter to others.
  private func take(_ new: WindowStates) {
    let changed = new.symmetricDifference(states)
    states = new
    if new.contains(.above) { deadline = nil }
    if changed.contains(.fullScreen) { events.append(.fullScreenChanged(isFullScreen)) }
    if changed.contains(.above) { events.append(.aboveChanged(new.contains(.above))) }
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

  /// Records a new parent: a window manager that ends leaves the window to the root.
  func noteReparented(to parent: XID) {
    guard parent == connection.root else { return }
    unread.insert(.manager)
    windowed.managerChanged()
  }

  /// Records that the screen, or what shows a part of it, has changed.
  func noteScreen() {
    if fillsMonitor { unread.insert(.monitor) }
  }

  var isStale: Bool { !unread.isEmpty || hasRequests }

  /// Reads what has changed, and carries out what was asked for; takes round trips.
  func refresh() {
    let due = unread
    unread = []
    if due.contains(.manager) { readManager() }
    if due.contains(.states) { readStates() }
    let atoms = connection.atoms
    if due.contains(.iconic) {
      let state = connection.items(of: window, atoms[.wmState], type: atoms[.wmState])
      visibility.change { $0.isIconic = state.first == UInt(IconicState) }
    }
    if due.contains(.desktop) {
      desktop = connection.items(of: window, atoms[.netWMDesktop], type: XA_CARDINAL).first
    }
    carryOutRequests()
    if due.contains(.monitor) { fillMonitorAgain() }
  }

  /// Reports what the events of this turn lead to.
  func settle() {
    let now = MonotonicClock.now()
    if let deadline, now >= deadline {
      self.deadline = nil
      events.append(.aboveRefused)
    }
    guard windowed.note(placement.rect, isFull: isFull, at: now) else { return }
    // What the window manager does not know of the place to which the window returns.
    let rect = windowed.rect
    if windowed.isPlaceDue {
      placement.moveResize(rect)
    } else if windowed.isSizeDue {
      placement.resize(width: rect.width, height: rect.height)
    }
    windowed.settle()
  }

  private func readStates() {
    let atoms = connection.atoms
    let names = connection.items(of: window, atoms[.netWMState], type: XA_ATOM)
    guard connection.isAlive else { return }
    visibility.change { $0.isHidden = names.contains(atoms[.netWMStateHidden]) }
    isShaded = names.contains(atoms[.netWMStateShaded])
    var new: WindowStates = []
    for (state, name) in WindowStates.names where names.contains(atoms[name]) {
      new.insert(state)
    }
    if new.contains(.above), !states.contains(.above), connection.windowManagerIgnoresAbove() {
      new.remove(.above)
      if !hasRefusedAbove { events.append(.aboveRefused) }
      hasRefusedAbove = true
    }
    take(new)
  }

  /// Where the window manager is gone, what it has said of icons no longer holds.
  private func readManager() {
    if isFullScreen, !fillsMonitor, !connection.windowManagerSupports(.netWMStateFullscreen),
      connection.isAlive
    {
      states.remove(.fullScreen)
      fillMonitor(true)
    }
    guard !connection.hasWindowManager(), connection.isAlive else { return }
    connection.use { XDeleteProperty($0, window, connection.atoms[.wmState]) }
    states.write(to: window, on: connection)
    visibility.change { ($0.isIconic, $0.isHidden) = (false, false) }
  }

  // MARK: Without a window manager

  /// Has the window fill the monitor that shows most of it, or go back.
  private func fillMonitor(_ isFullScreen: Bool) {
    guard isFullScreen != self.isFullScreen else { return }
    fillsMonitor = isFullScreen
    if isFullScreen {
      placement.moveResize(Monitors(of: connection).showing(placement.rect))
      connection.use { XRaiseWindow($0, window) }
      keep(states.union(.fullScreen))
    } else {
      placement.moveResize(windowed.rect)
      windowed.settle()
      keep(states.subtracting(.fullScreen))
    }
    connection.flush()
  }

  /// Has the window fill its monitor as that is now.
  private func fillMonitorAgain() {
    guard fillsMonitor, isFullScreen, !connection.windowManagerSupports(.netWMStateFullscreen)
    else {
      fillsMonitor = false
      return
    }
    let monitor = Monitors(of: connection).showing(placement.rect)
    if connection.isAlive, monitor != placement.rect { placement.moveResize(monitor) }
  }
}
