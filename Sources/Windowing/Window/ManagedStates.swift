import CX11
import Geometry
import Platform

/// The states that a window manager keeps for a window (EWMH), and what is done where no window manager does.
final class ManagedStates {
  let connection: Connection
  let window: XID
  let placement: Placement
  let visibility: VisibilityWatch
  private let events: EventQueue
  /// The states that the window manager last confirmed; without one, those that were asked for and done.
  private(set) var states: WindowStates
  /// Where the window goes back to when it fills nothing any more.
  var windowed: WindowedPlace
  /// Until when the window manager may confirm that the window is above others, CLOCK_MONOTONIC in nanoseconds.
  private(set) var deadline: Int64?
  /// Whether the window fills a monitor without a window manager's help.
  var isFilledByHand = false
  /// Whether that monitor may have changed.
  var isMonitorStale = false
  /// Whether the window manager may be gone.
  private var isManagerStale = false
  /// Whether _NET_WM_STATE and WM_STATE have changed since they were read.
  private var areStatesStale = false
  private var isIconicStateStale = false
  /// Whether it was said that the window manager sets the state "above" and does nothing about it.
  private var hasRefusedAbove = false
  /// The number of the window's desktop; nil where no window manager has said.
  private(set) var desktop: UInt?
  private var isDesktopStale = false
  /// What was asked for and waits for a server that answers.
  private var wantedFullScreen: Bool?
  private var wantedAbove: Bool?
  /// The server's time of the event that asked for the window to be raised, 0 for none; nil where nothing did.
  private var wantedRaise: UInt?
  /// Whether the window is rolled up to its title bar, which some window managers call iconic.
  private(set) var isShaded = false

  /// How long a window manager may take to confirm a state, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

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
    windowed = WindowedPlace(placement.rect)
  }

  var isFullScreen: Bool { states.contains(.fullScreen) }

  /// Whether the window fills the screen or a side of it, so that its size is not its own.
  var isFull: Bool { !states.isDisjoint(with: [.fullScreen, .maximizedAcross, .maximizedDown]) }

  /// Takes the window to full screen or back, once the server answers. `fullScreenChanged` follows when it is done.
  func setFullScreen(_ isFullScreen: Bool) { wantedFullScreen = isFullScreen }

  /// Asks for the window to stay above others, or no longer, once the server answers. `aboveChanged` follows when it does,
  /// `aboveRefused` where the window manager does not do that or does not confirm it.
  func setAbove(_ isAbove: Bool) { wantedAbove = isAbove }

  /// Brings the window to the front and asks for the keys, once the server answers; `time` is that of the event that asks
  /// for it, 0 for none.
  func raise(at time: UInt) { wantedRaise = time }

  private var hasWishes: Bool {
    wantedFullScreen != nil || wantedAbove != nil || wantedRaise != nil
  }

  private func carryOutWishes() {
    if let isFullScreen = wantedFullScreen { changeFullScreen(isFullScreen) }
    if let isAbove = wantedAbove { changeAbove(isAbove) }
    if let time = wantedRaise {
      connection.use { XMapRaised($0, window) }
      // Source 2, a pager's: the person asks for it from outside of the window. Without a window manager nobody hears it.
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

  /// Asks the window manager to set or to lift `changed`; before the window is mapped, they are its first states.
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

  /// Takes the states for those of the window, and writes them: nobody else keeps the property.
  func keep(_ states: WindowStates) {
    take(states)
    states.write(to: window, on: connection)
  }

  /// Takes note of a property of the window that has changed.
  func note(_ property: Atom) {
    if property == connection.atoms[.netWMState] { areStatesStale = true }
    if property == connection.atoms[.wmState] { isIconicStateStale = true }
    if property == connection.atoms[.netWMDesktop] { isDesktopStale = true }
  }

  /// Takes note that the window was mapped: one that is an icon only where its window manager is gone, or has changed that;
  /// one that fills the screen from the start may have nobody who sees to that.
  func noteMapped() {
    if visibility.conditions.isIconic || visibility.conditions.isHidden || isFullScreen {
      isManagerStale = true
    }
  }

  /// Takes note that the window was put into another one, or out of it: a window manager that ends leaves it to the root.
  func noteReparented(to parent: XID) {
    guard parent == connection.root else { return }
    isManagerStale = true
    windowed.managerChanged()
  }

  /// Whether anything has changed since it was read.
  var isStale: Bool {
    areStatesStale || isIconicStateStale || isDesktopStale || isManagerStale || isMonitorStale
      || hasWishes
  }

  /// Reads what has changed, and does what is due; takes round trips.
  func refresh() {
    if isManagerStale { refreshManager() }
    if areStatesStale { refreshStates() }
    if isIconicStateStale { refreshIconicState() }
    if isDesktopStale {
      isDesktopStale = false
      desktop =
        connection.items(of: window, connection.atoms[.netWMDesktop], type: XA_CARDINAL).first
    }
    carryOutWishes()
    if isMonitorStale { fillMonitorAgain() }
  }

  /// Tells what the events of this turn come to.
  func settle() {
    let now = MonotonicClock.now()
    if let deadline, now >= deadline {
      self.deadline = nil
      events.append(.aboveRefused)
    }
    if windowed.note(placement.rect, isFull: isFull, at: now) { goBack() }
  }

  /// Gives the window what its window manager does not know of the place that it goes back to.
  private func goBack() {
    let rect = windowed.rect
    if windowed.isPlaceDue {
      placement.moveResize(rect)
    } else if windowed.isSizeDue {
      placement.resize(width: rect.width, height: rect.height)
    }
    windowed.settle()
  }

  /// Takes over other states, and tells of those that matter to others.
  private func take(_ new: WindowStates) {
    let old = states
    states = new
    if new.contains(.above) { deadline = nil }
    if new.contains(.fullScreen) != old.contains(.fullScreen) {
      events.append(.fullScreenChanged(new.contains(.fullScreen)))
    }
    if new.contains(.above) != old.contains(.above) {
      events.append(.aboveChanged(new.contains(.above)))
    }
  }

  private func refreshStates() {
    areStatesStale = false
    let atoms = connection.atoms
    let names = connection.items(of: window, atoms[.netWMState], type: XA_ATOM)
    guard connection.isAlive else { return }
    visibility.change { $0.isHidden = names.contains(atoms[.netWMStateHidden]) }
    isShaded = names.contains(atoms[.netWMStateShaded])
    var fresh: WindowStates = []
    for (state, name) in WindowStates.names where names.contains(atoms[name]) {
      fresh.insert(state)
    }
    if fresh.contains(.above), !states.contains(.above), connection.windowManagerIgnoresAbove() {
      fresh.remove(.above)
      if !hasRefusedAbove { events.append(.aboveRefused) }
      hasRefusedAbove = true
    }
    take(fresh)
  }

  /// WM_STATE says whether the window is an icon.
  private func refreshIconicState() {
    isIconicStateStale = false
    let atoms = connection.atoms
    let state = connection.items(of: window, atoms[.wmState], type: atoms[.wmState])
    visibility.change { $0.isIconic = state.first == UInt(IconicState) }
  }

  /// Where the window manager is gone, what it has said of icons holds no longer.
  private func refreshManager() {
    isManagerStale = false
    if isFullScreen, !isFilledByHand, !connection.windowManagerSupports(.netWMStateFullscreen),
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
}
