import CX11
import Geometry
package import Platform

extension Window {
  /// Returns the next event and its surface, or nil when the turn is over. Never blocks.
  ///
  /// Call until nil, then handle frames and signals; if `hasLeftovers`, come back at once. Check
  /// `hasQueuedEvents` before waiting for the connection's descriptor.
  package func nextEvent(in turn: Turn) -> (surface: Surface, event: InputEvent)? {
    if let next = nextReport() { return next }
    while !isSpent(turn), let event = connection.nextEvent() {
      taken += 1
      if input.hasPointer, connection.isOvertaken(event) { continue }
      connection.route(event)
      if let next = nextReport() { return next }
    }
    finishTurn(turn)
    if let next = nextReport() { return next }
    (hasLeftovers, taken) = (isSpent(turn), 0)
    return nil
  }

  private func nextReport() -> (surface: Surface, event: InputEvent)? {
    // What a key means depends on what the one before has done.
    if !hasReports { input.report(input.nextAnswer()) }
    if let popup = surface.popup, let event = popup.takeReport() { return (popup, event) }
    return surface.takeReport().map { (surface, $0) }
  }

  private var hasReports: Bool { surface.hasReports || surface.popup?.hasReports ?? false }

  /// Returns whether this turn may take no more events. The clock is checked every 64 events only,
  /// so a queued DestroyNotify is usually read before `finishTurn` asks about its window.
  private func isSpent(_ turn: Turn) -> Bool {
    taken > 0 && taken.isMultiple(of: 64) && turn.isSpent
  }

  /// Whether there is something for `nextEvent`; check it after the last request and before waiting
  /// for the descriptor. Flushing may read events that poll no longer reports.
  package var hasQueuedEvents: Bool {
    guard !hasReports, !hasLeftovers else { return true }
    return !surface.isDestroyed && !connection.isPingPending && hasQuestions
      || XEventsQueued(connection.display, QueuedAfterReading) > 0
  }

  /// When to call `nextEvent` without an event; nil for never.
  package var deadline: MonotonicTime? {
    surface.isDestroyed ? nil : parts.reduce(nil) { earliest($0, $1.deadline) }
  }

  /// Reports the consequences of this turn's events, and asks the server what they left open.
  func finishTurn(_ turn: Turn) {
    guard !surface.isDestroyed else { return }
    // If it does not answer in time, the late reply triggers this again.
    if hasQuestions, connection.ping() { ask() }
    input.textInput.refresh(in: turn)
    updateFrameForm()
    for part in parts { part.finishTurn() }
    for event in input.takeWaitingKeys() { receiveKey(event) }
    if visibility.conditions.isOffScreen { surface.popup?.destroy() }
    cursor.show(
      mayHide: states.isFullScreen && input.hasFocus && visibility.conditions.isVisible
        && surface.popup == nil,
      isMoving: input.isMovingWindow)
    // The server may have stopped by the next turn.
    connection.hasLateReply = false
    if presenter.recoverFromRefusal() { surface.report(.exposed(surface.bounds)) }
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
      for event in connection.refreshDesktop() { surface.report(event) }
    }
    for part in parts { part.refresh() }
  }

  /// Begins to follow the visibility, the displays and the window manager; does nothing the second time.
  package func watchSurroundings() {
    guard !surface.isDestroyed, !visibility.hasBegun, presenter.frameCount > 0 else { return }
    connection.readSurroundings()
    surface.report(.surroundingsKnown)
    visibility.begin()
    placement.begin()
  }

  // MARK: Events

  func receive(_ event: XEvent) {
    serverClock.record(event)
    for part in parts { part.record(event) }
    surface.receive(event)
    switch event.type {
    case CX11.KeyPress, KeyRelease: receiveKey(event.xkey)
    case PropertyNotify where event.xproperty.window == identifier:
      if event.xproperty.atom == connection.atoms[._NET_FRAME_EXTENTS] {
        isFrameNew = form.isClickThrough
      }
    case DestroyNotify: if surface.isDestroyed { closePopup() }
    case ClientMessage where event.xclient.window == identifier: receive(event.xclient)
    default: break
    }
  }

  private func receiveKey(_ event: XKeyEvent) {
    // What a key does depends on the states.
    if states.needsUpdate, connection.ping() { states.refresh() }
    if input.keyboard.map == nil, connection.ping() { input.keyboard.refresh() }
    guard input.hasMap(for: event) else { return }
    if event.window == identifier {
      input.report(input.key(event))
    } else if let event = input.globalKey(event, among: globalKeys.chords) {
      surface.report(event)
    }
  }

  private func receive(_ message: XClientMessageEvent) {
    let atoms = connection.atoms
    switch (message.message_type, Atom(bitPattern: message.data.l.0)) {
    case (atoms[._SEGCLOCK_ACKNOWLEDGEMENT], _):
      writeTitle()
      // Not before the second frame: it takes round trips, and only motion needs it.
      if presenter.frameCount > 1 { watchSurroundings() }
    case (atoms[.WM_PROTOCOLS], atoms[.WM_DELETE_WINDOW]): surface.report(.closeRequested)
    case (atoms[.WM_PROTOCOLS], atoms[._NET_WM_PING]):
      // The answer is the same message, about the root.
      connection.askWindowManager(.WM_PROTOCOLS, about: connection.root, message.data.l)
    default: break
    }
  }
}
