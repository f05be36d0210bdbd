import CX11
import Geometry
package import Platform

extension Window {
  /// Returns the next event, or nil when the turn is over. Never blocks.
  ///
  /// Call until nil, then handle frames and signals; if `hasLeftovers`, come back at once. Check
  /// `hasQueuedEvents` before waiting for the connection's descriptor.
  package func nextEvent(in turn: Turn) -> InputEvent? {
    if let event = nextDerivedEvent() { return event }
    while !isSpent(turn), var event = connection.nextEvent() {
      taken += 1
      connection.recordPing(event)
      guard admits(event), !(input.hasPointer && connection.isOvertaken(event)) else { continue }
      serverClock.record(event)
      connection.recordDesktop(event)
      for part in parts { part.record(event) }
      // `value(of:)` may have queued events; they come first.
      if let value = value(of: &event) { target.events.append(value) }
      if let event = nextDerivedEvent() { return event }
    }
    finishTurn(turn)
    if let event = nextDerivedEvent() { return event }
    (hasLeftovers, taken) = (isSpent(turn), 0)
    return nil
  }

  private func nextDerivedEvent() -> InputEvent? {
    // What a key means depends on what the one before has done.
    target.events.isEmpty ? input.nextAnswer().map(grabbed) : target.events.removeFirst()
  }

  /// Returns whether this turn may take no more events. The clock is checked every 64 events only,
  /// so a queued DestroyNotify is usually read before `finishTurn` asks about its window.
  private func isSpent(_ turn: Turn) -> Bool {
    taken > 0 && taken.isMultiple(of: 64) && turn.isSpent
  }

  /// Whether there is something for `nextEvent`; check it after the last request and before waiting
  /// for the descriptor. Flushing may read events that poll no longer reports.
  package var hasQueuedEvents: Bool {
    guard target.events.isEmpty, !hasLeftovers else { return true }
    return !target.isDestroyed && !connection.isPingPending && hasQuestions
      || XEventsQueued(connection.display, QueuedAfterReading) > 0
  }

  /// When to call `nextEvent` without an event; nil for never.
  package var deadline: MonotonicTime? {
    target.isDestroyed ? nil : parts.reduce(nil) { earliest($0, $1.deadline) }
  }

  /// Reports the consequences of this turn's events, and asks the server what they left open.
  func finishTurn(_ turn: Turn) {
    guard !target.isDestroyed else { return }
    // If it does not answer in time, the late reply triggers this again.
    if hasQuestions, connection.ping() { ask() }
    input.textInput.refresh(in: turn)
    updateFrameForm()
    for part in parts { part.finishTurn() }
    for event in input.takeWaitingKeys() {
      if let value = key(event) { target.events.append(value) }
    }
    if visibility.conditions.isOffScreen, popup.isOpen { closePopup() }
    cursor.show(
      mayHide: states.isFullScreen && input.hasFocus && visibility.conditions.isVisible
        && !popup.isOpen,
      isMoving: input.isMovingWindow)
    // The server may have stopped by the next turn.
    connection.hasLateReply = false
    if presenter.recoverFromRefusal() {
      target.events.append(.exposed(PixelRect(x: 0, y: 0, width: width, height: height)))
    }
  }

  // MARK: Questions to the server

  private var hasQuestions: Bool {
    isFrameNew || connection.desktopNeedsUpdate || isKeyboardDue
      || parts.contains { $0.needsUpdate }
  }

  /// Whether to read the keyboard map ahead of the first key, but after the first frame.
  private var isKeyboardDue: Bool {
    input.keyboard.map == nil
      && (input.hasFocus && presenter.frameCount > 0 || input.hasWaitingKeys)
  }

  private func ask() {
    if isKeyboardDue { input.keyboard.refresh() }
    if isFrameNew { (isFrameNew, frame) = (false, placement.frameSides()) }
    if placement.isUnsettled { states.hasNewSurroundings = true }
    if connection.desktopNeedsUpdate {
      for event in connection.refreshDesktop() { target.events.append(event) }
    }
    for part in parts { part.refresh() }
  }

  /// Begins to follow the visibility, the displays and the window manager. Not before the second
  /// frame: it takes round trips, and only motion needs it.
  private func lookAround() {
    if presenter.frameCount > 1 { watchSurroundings() }
  }

  /// The same for a window that shows one frame only; does nothing the second time.
  package func watchSurroundings() {
    guard !target.isDestroyed, !visibility.hasBegun, presenter.frameCount > 0 else { return }
    connection.readSurroundings()
    target.events.append(.surroundingsKnown)
    visibility.begin()
    placement.begin()
  }

  // MARK: Meanings

  /// Returns whether an event is the server's, or one that other programs are meant to send.
  ///
  /// Any program may send any event to any window. While the root's SubstructureNotify is selected,
  /// messages about other windows and our own answers to pings arrive here, too.
  private func admits(_ event: XEvent) -> Bool {
    guard event.xany.send_event != 0 else { return true }
    switch event.type {
    case ClientMessage:
      return event.xclient.window == identifier && event.xclient.format == 32
        || event.xclient.window == popup.identifier
        || event.xclient.window == connection.root
          && event.xclient.message_type == connection.atoms[.MANAGER]
    // ICCCM 4.1.5: a window manager reports the position on the screen this way.
    case ConfigureNotify:
      return event.xconfigure.event == identifier && event.xconfigure.window == identifier
    default: return false
    }
  }

  private func value(of event: inout XEvent) -> InputEvent? {
    if popup.presenter?.acknowledge(event) ?? false { return .popup(.frameCompleted) }
    if !target.isDestroyed, presenter.acknowledge(event) {
      writeTitle()
      lookAround()
      return .frameCompleted
    }
    if event.xany.window == popup.identifier {
      if event.type == Expose { return .popup(.exposed(area(of: event.xexpose))) }
      if [UnmapNotify, DestroyNotify].contains(event.type) { closePopup() }
      return nil
    }
    if clipboard.handle(event) { return nil }
    switch event.type {
    case CX11.KeyPress, KeyRelease: return key(event.xkey)
    case ButtonPress, ButtonRelease:
      if event.type == ButtonPress, !popup.isOpen { input.wantFocus() }
      popup.translate(&event)
      return input.button(event.xbutton).map(grabbed)
    case MotionNotify:
      popup.translate(&event)
      return input.motion(event.xmotion).map(grabbed)
    case LeaveNotify:
      input.endMotion()
      return .pointerLeft
    case FocusIn, FocusOut: return input.focus(event.xfocus)
    case KeymapNotify: input.keyboard.setHeld(event.xkeymap)
    case MappingNotify:
      input.keyboard.mappingChanged(event.xmapping)
      globalKeys.recordMapping()
    case Expose:
      let shown = PixelRect(x: 0, y: 0, width: width, height: height)
      return .exposed(area(of: event.xexpose).intersection(shown))
    case ConfigureNotify:
      placement.record(event.xconfigure)
      if event.xconfigure.window == connection.root {
        connection.screenRect.width = Int(event.xconfigure.width)
        connection.screenRect.height = Int(event.xconfigure.height)
        states.hasNewSurroundings = true
        placement.recordNewScreen()
      }
    case VisibilityNotify:
      let state = event.xvisibility.state
      visibility.change { $0.isObscured = state == VisibilityFullyObscured }
    case PropertyNotify where event.xproperty.window == identifier:
      states.record(event.xproperty.atom)
      if event.xproperty.atom == connection.atoms[._NET_FRAME_EXTENTS] {
        isFrameNew = form.isClickThrough
      }
    case MapNotify where event.xany.window == identifier:
      visibility.change { $0.isMapped = true }
      states.recordMapping()
      input.wantFocus()
    case UnmapNotify where event.xany.window == identifier:
      // The server reports again when the window comes back.
      visibility.change { ($0.isMapped, $0.isObscured) = (false, false) }
    case ReparentNotify where event.xany.window == identifier:
      placement.isReparented = event.xreparent.parent != connection.root
      // A window manager that ends puts its windows back.
      if !placement.isReparented { states.hasNewSurroundings = true }
    case DestroyNotify where event.xany.window == identifier && !target.isDestroyed:
      target.isDestroyed = true
      popup.close()
      visibility.change { $0.isMapped = false }
      return .windowDestroyed
    case ClientMessage: return message(event.xclient)
    default: break
    }
    return nil
  }

  private func area(of event: XExposeEvent) -> PixelRect {
    PixelRect(event.x, event.y, event.width, event.height)
  }

  private func closePopup() {
    popup.close()
    target.events.append(.popupClosed)
  }

  private func key(_ event: XKeyEvent) -> InputEvent? {
    // What a key does depends on the states.
    if states.needsUpdate, connection.ping() { states.refresh() }
    if input.keyboard.map == nil, connection.ping() { input.keyboard.refresh() }
    guard input.hasMap(for: event) else { return nil }
    return event.window == identifier
      ? input.key(event).map(grabbed) : input.globalKey(event, among: globalKeys.chords)
  }

  private func grabbed(_ event: InputEvent) -> InputEvent { popup.isOpen ? .popup(event) : event }

  private func message(_ event: XClientMessageEvent) -> InputEvent? {
    let atoms = connection.atoms
    // A message about the root answers a ping, perhaps our own: answering it would never end.
    guard event.window == identifier, event.message_type == atoms[.WM_PROTOCOLS] else { return nil }
    switch Atom(bitPattern: event.data.l.0) {
    case atoms[.WM_DELETE_WINDOW]: return .closeRequested
    case atoms[._NET_WM_PING]:
      // The answer is the same message, about the root.
      connection.askWindowManager(.WM_PROTOCOLS, about: connection.root, event.data.l)
    default: break
    }
    return nil
  }
}
