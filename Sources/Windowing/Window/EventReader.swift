import CX11
import Geometry

/// Takes a window's events from the connection, a turn at a time, and says what they mean.
final class EventReader {
  private let connection: Connection
  private let target: ServerWindow
  private let watch: WindowWatch
  private let cursor: PointerCursor
  private let title: WindowTitle
  private let popup: PopupHost
  private let events: EventQueue
  private let gate: EventGate
  private var turn = EventTurn()
  private var pings = Pings()
  private var hasToldDisconnection = false

  init(
    _ target: ServerWindow, _ watch: WindowWatch, cursor: PointerCursor, title: WindowTitle,
    popup: PopupHost,
    events: EventQueue
  ) {
    (self.target, self.watch, self.events, connection) = (target, watch, events, target.connection)
    (self.cursor, self.title, self.popup) = (cursor, title, popup)
    gate = EventGate(connection: connection, window: target.identifier)
  }

  /// Whether the last turn took as many events as one may and left the rest for the next.
  var hasLeftovers: Bool { turn.hasLeftovers }

  /// The next event; see `Window.nextEvent`.
  func next() -> InputEvent? {
    if let event = events.next() { return event }
    while !turn.isOver(), var event = connection.nextEvent() {
      turn.take()
      connection.probe.note(event)
      if watch.input.textInput.takes(event) { continue }
      guard gate.admits(event, popup: popup.identifier) else { continue }
      watch.note(&event)
      cursor.note(event)
      // An event of our own making may precede the one that follows from this raw event.
      if let value = popupValue(of: &event) ?? value(of: &event) { events.append(value) }
      if let event = events.next() { return event }
    }
    if !connection.isAlive {
      guard !hasToldDisconnection else { return nil }
      hasToldDisconnection = true
      return .disconnected
    }
    settle()
    if let event = events.next() { return event }
    turn.finish()
    return nil
  }

  /// Whether there is something for `next`; see `Window.hasQueuedEvents`.
  var hasQueuedEvents: Bool {
    if !events.isEmpty || turn.hasLeftovers || (!connection.isAlive && !hasToldDisconnection) {
      return true
    }
    return watch.canAsk || connection.queuedEventCount(reading: true) > 0
  }

  /// Tells what the events of this turn come to, and asks the server what they have left open.
  func settle() {
    guard !target.isDestroyed else { return }
    pings.answer(on: connection)
    watch.settle()
    for event in watch.input.takeWaitingKeys() {
      if let value = key(event) { events.append(value) }
    }
    popup.settle(watch.visibility.conditions)
    cursor.settle(
      mayHide: watch.managed.isFullScreen && watch.input.hasFocus && watch.visibility.isVisible
        && !popup.isOpen)
    connection.probe.endTurn()
    if connection.isAlive, target.presenter.recoverFromRefusal() {
      let size = watch.placement.size
      events.append(.exposed(PixelRect(x: 0, y: 0, width: size.width, height: size.height)))
    }
  }

  /// What an event means to the popup, if anything; nil for one that is the window's own.
  private func popupValue(of event: inout XEvent) -> InputEvent?? {
    guard popup.isOpen else { return nil }
    if let value = popup.value(of: event) { return .some(value) }
    guard popup.hasGrabbed(event) else { return nil }
    let value = value(of: &event)
    // After a run of moves, the last.
    return .some(value.map { popup.value(of: $0, grabbedBy: event) })
  }

  private func value(of event: inout XEvent) -> InputEvent? {
    if !target.isDestroyed {
      if target.presenter.acknowledge(event) {
        title.storePending()
        watch.noteFrame(target.presenter.frameCount)
        return .frameCompleted
      }
    }
    switch event.type {
    case CX11.KeyPress, KeyRelease: return key(event.xkey)
    case ButtonPress, ButtonRelease:
      if event.type == ButtonPress, !popup.isOpen { watch.input.wantFocus() }
      watch.refreshKeyboard()
      return watch.input.button(event.xbutton)
    case MotionNotify:
      skipToLastMotion(&event)
      return watch.input.motion(event.xmotion)
    case LeaveNotify: return .pointerLeft
    case FocusIn, FocusOut:
      let change = watch.input.focus(event.xfocus)
      if change == .focusChanged(true) { watch.noteFocus() }
      return change
    case KeymapNotify: watch.input.keymap(event.xkeymap)
    case MappingNotify:
      watch.input.mapping(event.xmapping)
      watch.globalKeys.noteMapping()
    case Expose: return .exposed(PixelRect(event.xexpose))
    case ConfigureNotify: watch.placement.configure(event.xconfigure)
    case MapNotify, UnmapNotify, ReparentNotify:
      if event.xany.window == target.identifier { watch.structure(event) }
    case DestroyNotify: if event.xany.window == target.identifier { noteDestroyed() }
    case VisibilityNotify: watch.obscured(event.xvisibility)
    case PropertyNotify:
      if event.xproperty.window == target.identifier { watch.property(event.xproperty) }
    case ClientMessage: return message(event.xclient)
    case SelectionRequest: watch.clipboard.answer(event.xselectionrequest)
    case SelectionClear: watch.clipboard.clear(event.xselectionclear)
    default: break
    }
    return nil
  }

  private func key(_ event: XKeyEvent) -> InputEvent? {
    // What a key does depends on the states that the person sees.
    watch.refreshStates()
    watch.refreshKeyboard()
    guard watch.input.hasMap(for: event) else { return nil }
    return event.window == target.identifier
      ? watch.input.key(event) : watch.input.globalKey(event, among: watch.globalKeys.chords)
  }

  /// Of a run of moves of the pointer that have arrived, the last.
  private func skipToLastMotion(_ event: inout XEvent) {
    while !turn.isOver(), let next = connection.peek(), next.type == MotionNotify,
      gate.admits(next, popup: popup.identifier), let motion = connection.nextEvent()
    {
      event = motion
      turn.take()
    }
  }

  private func noteDestroyed() {
    guard !target.isDestroyed else { return }
    target.markDestroyed()
    popup.close()
    watch.visibility.change { $0.isMapped = false }
    events.append(.windowDestroyed)
  }

  private func message(_ event: XClientMessageEvent) -> InputEvent? {
    let atoms = connection.atoms
    // A message about the root is somebody's answer to a ping, ours as well: answered, it would go round for ever.
    guard event.window == target.identifier, event.message_type == atoms[.wmProtocols] else {
      return nil
    }
    let wanted = Atom(bitPattern: event.data.l.0)
    if wanted == atoms[.wmDeleteWindow] { return .closeRequested }
    if wanted == atoms[.netWMPing] { pings.note(event) }
    return nil
  }
}

extension PixelRect {
  /// What an Expose event asks for.
  init(_ area: XExposeEvent) {
    self.init(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height))
  }
}
