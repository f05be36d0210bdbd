import CX11

/// Follows what others do to a window and around it, and asks the server, once a turn, what their events have left open.
final class WindowWatch {
  let placement: Placement
  let visibility: VisibilityWatch
  let managed: ManagedStates
  let input: InputReader
  let globalKeys: GlobalKeys
  let clipboard: Clipboard
  private(set) var serverTime: ServerTime
  private let target: ServerWindow
  private let desktop: DesktopWatch
  private let events: EventQueue

  init(_ target: ServerWindow, _ options: WindowOptions, events: EventQueue) {
    let (connection, window) = (target.connection, target.identifier)
    self.target = target
    placement = Placement(connection: connection, window: window, options: options, events: events)
    visibility = VisibilityWatch(connection: connection, window: window, events: events)
    // What is drawn depends on it from the first frame on.
    if target.format.hasAlpha { visibility.lookForCompositor() }
    // Whether it is above others is known once the property is read, and told then.
    managed = ManagedStates(
      connection: connection, window: window, states: options.states.subtracting(.above),
      placement: placement, visibility: visibility, events: events)
    input = InputReader(connection: connection, window: window, placement: placement)
    globalKeys = GlobalKeys(connection: connection, keyboard: input.keyboard, events: events)
    clipboard = Clipboard(connection: connection, window: window, events: events)
    serverTime = ServerTime(connection: connection, window: window)
    (desktop, self.events) = (connection.desktop, events)
  }

  /// Takes note of an event that counts, and asks nothing.
  func note(_ event: inout XEvent) {
    visibility.note(&event)
    placement.note(event)
    desktop.note(event, on: target.connection)
  }

  /// Takes note that the server has carried out a frame, the last of `count`.
  ///
  /// Looks around: for frames and windows above, a compositor, the displays and what darkens them. Only once a second frame is
  /// on the screen and nobody waits for us: it takes some round trips, and only motion needs to know.
  func noteFrame(_ count: Int) {
    guard !visibility.hasBegun, count > 1, target.connection.isAlive else { return }
    Faults.asking {
      visibility.begin()
      placement.begin()
      serverTime.refresh()
    }
  }

  /// Takes note that the window has the keys.
  func noteFocus() {
    if visibility.hasBegun { serverTime.refresh() }
  }

  /// Takes note that the window was mapped, unmapped, or put into another one.
  func structure(_ event: XEvent) {
    switch event.type {
    case MapNotify:
      visibility.change { $0.isMapped = true }
      managed.noteMapped()
      input.wantFocus()
    case UnmapNotify:
      visibility.change { conditions in
        conditions.isMapped = false
        // The server tells anew when the window comes back.
        conditions.isObscured = false
      }
    default:
      placement.reparent(event.xreparent)
      managed.noteReparented(to: event.xreparent.parent)
      visibility.noteReparented()
    }
  }

  /// Takes note of a property of the window that has changed.
  func property(_ event: XPropertyEvent) {
    managed.note(event.atom)
    serverTime.note(event.atom, stamp: event.time)
  }

  /// Takes note of what the server says of windows over this one.
  func obscured(_ event: XVisibilityEvent) {
    visibility.change { $0.isObscured = event.state == VisibilityFullyObscured }
  }

  /// Reads the window's states where they have changed, if the server answers.
  func refreshStates() {
    if managed.isStale, target.answers() { managed.refresh() }
  }

  /// Reads the keyboard's map where it has changed, if the server answers.
  func refreshKeyboard() {
    if input.keyboard.isStale, target.answers() { input.keyboard.refresh() }
  }

  /// Tells what the events of this turn come to, and asks the server what they have left open.
  ///
  /// A question waits for its answer without limit, and a server that has stopped gives none. So it has to show first
  /// that it answers. Where it does not, its late answer is the next occasion.
  func settle() {
    if placement.takeScreenChange() { managed.noteScreen() }
    if isStale, target.answers() { refresh() }
    placement.settle()
    managed.settle()
  }

  /// Whether there is something to ask a server that owes no answer.
  var canAsk: Bool { target.isUsable && !target.connection.probe.isPending && isStale }

  private var isStale: Bool {
    globalKeys.isDue || desktop.isStale || managed.isStale || visibility.isDue
      || placement.isStale
      || input.isStale || clipboard.isStale || isKeyboardDue
  }

  /// Whether the keyboard's map is to be read before a key needs it; not before there is something to see.
  private var isKeyboardDue: Bool {
    input.keyboard.isStale
      && (input.hasFocus && target.presenter.frameCount > 0 || input.hasWaitingKeys)
  }

  private func refresh() {
    if isKeyboardDue { input.keyboard.refresh() }
    managed.refresh()
    for event in desktop.refresh(on: target.connection) { events.append(event) }
    if visibility.isDue { visibility.read() }
    placement.refresh()
    globalKeys.refresh()
    input.refresh(isMapped: visibility.conditions.isMapped)
    clipboard.refresh()
  }
}
