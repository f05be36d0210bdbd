import CX11
import Geometry
import Platform

/// The states that a window manager keeps for a window (EWMH).
///
/// Without a window manager the window fills its monitor itself. It does not keep itself above
/// others: two programs that do would raise their windows for ever.
package final class ManagedStates: WindowPart {
  private let surface: Surface
  private let placement: Placement
  private let visibility: VisibilityWatch
  private var connection: Connection { surface.connection }
  private var hasNewProperties = false
  /// Whether the window manager or the monitors may have changed.
  var hasNewSurroundings = false
  /// What to do once the server answers. Of several requests the last counts, so a server that has
  /// stopped lets nothing pile up.
  private struct Requests: Equatable {
    var fullScreen: Bool?
    var above: Bool?
    var raiseTime: UInt?
    var dropsIgnoredFullScreen = false
  }

  private var requests = Requests()
  /// The states that the window manager last confirmed; without one, those requested.
  private(set) var states: WindowStates {
    didSet { placement.isFull = !states.isDisjoint(with: .filling) }
  }
  /// The number of the desktop, from 0; nil for none or all.
  private(set) var desktop: UInt16?
  /// Whether the window is rolled up to its title bar, which some window managers call iconic.
  private(set) var isShaded = false
  /// Whether it was reported that the window manager sets the state "above" without effect.
  private var hasRefusedAbove = false
  /// Until when the window manager may do what it was asked for, by state.
  private var deadlines: [WindowStates: MonotonicTime] = [:]
  private var fillsMonitor = false

  private static let patience = Duration.seconds(1)

  init(
    _ surface: Surface, states: WindowStates, placement: Placement, visibility: VisibilityWatch
  ) {
    (self.surface, self.states) = (surface, states)
    (self.placement, self.visibility) = (placement, visibility)
    placement.isFull = !states.isDisjoint(with: .filling)
  }

  package var isFullScreen: Bool { states.contains(.fullScreen) }

  var deadline: MonotonicTime? { deadlines.values.min() }

  /// Enters or leaves full screen once the server answers; `fullScreenChanged` follows in any case.
  package func setFullScreen(_ isFullScreen: Bool) {
    requests.fullScreen = isFullScreen
  }

  /// Keeps the window above, or not, once the server answers: `aboveChanged` or `aboveRefused`.
  package func setAbove(_ isAbove: Bool) {
    requests.above = isAbove
  }

  /// Raises and focuses the window once the server answers, as of an event's `time`, 0 for none.
  func raise(at time: UInt) {
    requests.raiseTime = max(time, requests.raiseTime ?? 0)
  }

  private func carryOut(_ requests: Requests) {
    if requests.dropsIgnoredFullScreen { dropIgnoredFullScreen() }
    if let isFullScreen = requests.fullScreen { changeFullScreen(isFullScreen) }
    if let isAbove = requests.above { changeAbove(isAbove) }
    guard let time = requests.raiseTime else { return }
    surface.send { XMapRaised($0, surface.identifier) }
    // Source 2, a pager's: the user asks from outside the window.
    connection.askWindowManager(
      ._NET_ACTIVE_WINDOW, about: surface.identifier, (2, Int(time), 0, 0, 0))
    placement.bringIntoView()
  }

  private func changeFullScreen(_ isFullScreen: Bool) {
    if isFullScreen, !placement.isFull { placement.beginFilling() }
    let isManaged =
      !visibility.conditions.isMapped || connection.windowManagerSupports(._NET_WM_STATE_FULLSCREEN)
    // A window manager may have resized the window and ended before it set the property.
    if !isFullScreen, !isManaged || !placement.isFull { placement.goBack() }
    if isManaged {
      set(.fullScreen, isFullScreen)
      deadlines[.fullScreen] =
        isFullScreen != self.isFullScreen ? .now + ManagedStates.patience : nil
    } else if isFullScreen != self.isFullScreen {
      if isFullScreen { fillMonitor() } else { fillsMonitor = false }
      keep(isFullScreen ? states.union(.fullScreen) : states.subtracting(.fullScreen))
    }
  }

  private func changeAbove(_ isAbove: Bool) {
    guard visibility.conditions.isMapped else { return set(.above, isAbove) }
    guard connection.windowManagerSupports(._NET_WM_STATE_ABOVE),
      !connection.windowManagerIgnoresAbove()
    else {
      // The window manager that kept it is gone.
      if states.contains(.above) { keep(states.subtracting(.above)) }
      return surface.report(.aboveRefused)
    }
    set(.above, isAbove)
    deadlines[.above] = isAbove && !states.contains(.above) ? .now + ManagedStates.patience : nil
  }

  /// Asks the window manager to set or clear states; before it is mapped, sets its first ones.
  package func set(_ changed: WindowStates, _ isSet: Bool) {
    guard !surface.isDestroyed else { return }
    guard visibility.conditions.isManaged else {
      return keep(isSet ? states.union(changed) : states.subtracting(changed))
    }
    for atom in changed.names(on: connection) {
      // Action 1 adds, 0 removes; source 1 is an ordinary program.
      connection.askWindowManager(
        ._NET_WM_STATE, about: surface.identifier, (isSet ? 1 : 0, Int(atom), 0, 1, 0))
    }
    if changed.contains(.sticky), isSet {
      connection.askWindowManager(
        ._NET_WM_DESKTOP, about: surface.identifier, (0xFFFF_FFFF, 1, 0, 0, 0))
    }
  }

  /// Sets the states if no window manager keeps the property.
  private func keep(_ states: WindowStates) {
    take(states)
    surface.write(states)
    connection.flush()
  }

  private func take(_ new: WindowStates) {
    let changed = new.symmetricDifference(states)
    states = new
    if new.contains(.above) { deadlines[.above] = nil }
    if changed.contains(.fullScreen) {
      deadlines[.fullScreen] = nil
      surface.report(.fullScreenChanged(isFullScreen))
    }
    if changed.contains(.above) { surface.report(.aboveChanged(new.contains(.above))) }
  }

  func record(_ event: XEvent) {
    let isOwn = event.xany.window == surface.identifier
    switch event.type {
    case PropertyNotify where isOwn:
      let names: [AtomName] = [._NET_WM_STATE, .WM_STATE, ._NET_WM_DESKTOP]
      let property = event.xproperty.atom
      if names.contains(where: { property == connection.atoms[$0] }) { hasNewProperties = true }
    case MapNotify where isOwn: recordMapping()
    // A window manager that ends puts its windows back.
    case ReparentNotify where isOwn && event.xreparent.parent == connection.root,
      ConfigureNotify where event.xconfigure.window == connection.root:
      hasNewSurroundings = true
    default: break
    }
  }

  /// An icon may have been mapped because its window manager is gone. A window that starts in full
  /// screen may have no window manager, or one that heeds no states from before and leaves them set.
  private func recordMapping() {
    if visibility.conditions.isMinimized || isFullScreen { hasNewSurroundings = true }
    if isFullScreen { deadlines[.filling] = .now + ManagedStates.patience }
  }

  private func dropIgnoredFullScreen() {
    placement.locate()
    let (rect, monitor) = (placement.rect, connection.monitor(showing: placement.rect))
    let isIgnored = visibility.conditions.isMapped && rect.intersection(monitor) != monitor
    if isFullScreen, isIgnored { keep(states.subtracting(.fullScreen)) }
  }

  var needsUpdate: Bool { hasNewProperties || hasNewSurroundings || requests != Requests() }

  func refresh() {
    if hasNewSurroundings { readSurroundings() }
    if hasNewProperties { readProperties() }
    (hasNewProperties, hasNewSurroundings) = (false, false)
    let due = requests
    requests = Requests()
    carryOut(due)
  }

  func finishTurn() {
    let now = MonotonicTime.now
    for (state, deadline) in deadlines where now >= deadline {
      deadlines[state] = nil
      switch state {
      case .above: surface.report(.aboveRefused)
      case .fullScreen: surface.report(.fullScreenChanged(isFullScreen))
      default: requests.dropsIgnoredFullScreen = true
      }
    }
  }

  private func readProperties() {
    let (atoms, window) = (connection.atoms, surface.identifier)
    let names = connection.items(of: window, atoms[._NET_WM_STATE], type: XA_ATOM)
    let iconic = connection.items(of: window, atoms[.WM_STATE], type: atoms[.WM_STATE]).first
    desktop = connection.items(of: window, atoms[._NET_WM_DESKTOP], type: XA_CARDINAL).first
      .flatMap { UInt16(exactly: $0) }
    visibility.change {
      $0.isMinimized =
        iconic == UInt(IconicState) || names.contains(atoms[._NET_WM_STATE_HIDDEN])
    }
    isShaded = names.contains(atoms[._NET_WM_STATE_SHADED])
    var new = WindowStates(names: names, on: connection)
    if new.contains(.above), !states.contains(.above), connection.windowManagerIgnoresAbove() {
      new.remove(.above)
      if !hasRefusedAbove { surface.report(.aboveRefused) }
      hasRefusedAbove = true
    }
    take(new)
  }

  private func readSurroundings() {
    connection.readSurroundings()
    let fillsItself =
      isFullScreen && !connection.windowManagerSupports(._NET_WM_STATE_FULLSCREEN)
    if fillsItself { fillMonitor() } else { fillsMonitor = false }
    guard !connection.hasWindowManager() else { return }
    // The window manager is gone, and with it its icons.
    XDeleteProperty(connection.display, surface.identifier, connection.atoms[.WM_STATE])
    surface.write(states)
    visibility.change { $0.isMinimized = false }
  }

  /// Fills the monitor that shows most of the window, without a window manager.
  private func fillMonitor() {
    let monitor = connection.monitor(showing: placement.rect)
    if monitor != placement.rect { placement.moveResize(monitor) }
    if !fillsMonitor { XRaiseWindow(connection.display, surface.identifier) }
    fillsMonitor = true
  }
}

extension Surface {
  /// Writes _NET_WM_STATE, which window managers read when the window is mapped.
  func write(_ states: WindowStates) {
    connection.set(identifier, ._NET_WM_STATE, type: XA_ATOM, to: states.names(on: connection))
    // Some window managers know the number for all desktops, but not the state.
    if states.contains(.sticky) {
      connection.set(identifier, ._NET_WM_DESKTOP, type: XA_CARDINAL, to: [0xFFFF_FFFF])
    }
  }
}
