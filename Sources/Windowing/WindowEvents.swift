import CX11
import Geometry

/// Raw events become values here, and what concerns only the room is dealt with.
extension Window {
  /// The most raw events that one turn takes from the server: a few milliseconds of work.
  static let mostEventsPerTurn = 512

  /// The next event, or nil when the turn is over: all that has arrived is told, or as much as one turn takes.
  ///
  /// Never blocks. Call until nil, then see to frames and signals; `hasLeftovers` says whether to come back at once.
  /// Ask `hasQueuedEvents` before waiting for the connection's descriptor.
  public func nextEvent() -> InputEvent? {
    if let event = takeQueued() { return event }
    while eventsTaken < Window.mostEventsPerTurn, connection.isAlive, XPending(connection.display) > 0,
      connection.isAlive
    {
      var event = XEvent()
      XNextEvent(connection.display, &event)
      eventsTaken += 1
      guard admits(event) else { continue }
      if isWatching { watch(&event) }
      // An event of our own making may precede the one that follows from this raw event.
      if let value = value(of: &event) { queued.append(value) }
      if let event = takeQueued() { return event }
    }
    if !connection.isAlive {
      guard !hasToldDisconnection else { return nil }
      hasToldDisconnection = true
      return .disconnected
    }
    settle()
    if let event = takeQueued() { return event }
    hasLeftovers = eventsTaken >= Window.mostEventsPerTurn
    eventsTaken = 0
    return nil
  }

  private func takeQueued() -> InputEvent? {
    queued.isEmpty ? nil : queued.removeFirst()
  }

  /// Whether an event counts: what the server tells does, and of what other programs send only what they are meant to.
  ///
  /// Anybody may send any event to any window. And while the root's SubstructureNotify is selected, all that is sent to
  /// the root arrives here, messages about other windows and our own answers to pings among them.
  private func admits(_ event: XEvent) -> Bool {
    guard event.xany.send_event != 0 else { return true }
    switch event.type {
    case ClientMessage:
      return event.xclient.window == identifier && event.xclient.format == 32
        || event.xclient.window == connection.root
          && event.xclient.message_type == connection.atoms[.manager]
    // ICCCM 4.1.5: a window manager tells the place on the screen in this way.
    case ConfigureNotify:
      return event.xconfigure.event == identifier && event.xconfigure.window == identifier
    default: return false
    }
  }

  /// Asks the server what the events of this turn have left open: once, however many they were.
  private func settle() {
    let open = unsettled
    unsettled = []
    guard !isDestroyed else { return }
    if open.contains(.states) { refreshStates() }
    if open.contains(.iconicState) { refreshIconicState() }
    if open.contains(.scale), let scale = connection.refreshScale() { queued.append(.scaleChanged(scale)) }
    if open.contains(.ancestors) { refreshAncestors() }
    if isWatching { settleWatches() }
    if open.contains(.place) { updateRefreshRate() }
    if (width, height) != toldSize {
      toldSize = (width, height)
      queued.append(.resized(width: width, height: height))
    }
    if connection.isAlive, presenter.recoverFromRefusal() {
      queued.append(.exposed(PixelRect(x: 0, y: 0, width: width, height: height)))
    }
  }

  private func settleWatches() {
    if cover.settle() { queued.append(.compositingChanged(cover.isComposited)) }
    if ancestors.settle() { changeVisibility { $0.isUnviewable = ancestors.isUnviewable } }
    if refresh.settle() { updateRefreshRate() }
    blank.settle()
    blankChanged()
    // Asked once all that was told is known: a window that is raised and moved is one change.
    if let isCovered = cover.takeChange() { changeVisibility { $0.isCovered = isCovered } }
  }

  /// Shows an event to those who watch what is around the window. They take note and ask nothing.
  private func watch(_ event: inout XEvent) {
    cover.note(event)
    ancestors.note(event)
    refresh.note(&event)
    blank.note(&event)
  }

  private func value(of event: inout XEvent) -> InputEvent? {
    if !isDestroyed, presenter.acknowledge(event) {
      storePendingTitle()
      beginWatching()
      return .frameCompleted
    }
    clipboard.note(event)
    switch event.type {
    case CX11.KeyPress, KeyRelease: return key(event.xkey)
    case ButtonPress, ButtonRelease: return button(event.xbutton)
    case MotionNotify: return motion(&event)
    case LeaveNotify: return .pointerLeft
    case FocusIn, FocusOut: return focus(event.xfocus)
    case KeymapNotify: keyboard.setHeld(event.xkeymap)
    case MappingNotify: keyboard.mappingChanged(&event.xmapping)
    case Expose:
      let area = event.xexpose
      return .exposed(
        PixelRect(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)))
    case ConfigureNotify: configure(event.xconfigure)
    case MapNotify, UnmapNotify, ReparentNotify, DestroyNotify: return structure(event)
    case VisibilityNotify:
      let state = event.xvisibility.state
      changeVisibility { $0.isObscured = state == VisibilityFullyObscured }
    case PropertyNotify: property(event.xproperty)
    case ClientMessage: return message(&event)
    case SelectionRequest: clipboard.answer(event.xselectionrequest)
    case SelectionClear: clipboard.clear(event.xselectionclear)
    default: break
    }
    return nil
  }

  private func key(_ event: XKeyEvent) -> InputEvent? {
    // What another program made up is no key; programs that test use XTEST, whose events are real.
    guard event.send_event == 0 else { return nil }
    lastEventTime = event.time
    if event.type == CX11.KeyPress {
      let isRepeat = keyboard.hold(event.keycode)
      return keyboard.press(event, isRepeat: isRepeat).map { .keyPressed($0) }
    }
    if !keyboard.tellsRepeats, isReleaseOfRepeat(event) { return nil }
    keyboard.release(event.keycode)
    return keyboard.press(event, isRepeat: false).map { .keyReleased($0) }
  }

  /// Whether a release is followed by a press of the same key at the same time, as repeats are told without XKB.
  private func isReleaseOfRepeat(_ release: XKeyEvent) -> Bool {
    guard XPending(connection.display) > 0, connection.isAlive else { return false }
    var next = XEvent()
    XPeekEvent(connection.display, &next)
    return next.type == CX11.KeyPress && next.xkey.keycode == release.keycode
      && next.xkey.time == release.time
  }

  private func button(_ event: XButtonEvent) -> InputEvent? {
    guard event.send_event == 0 else { return nil }
    lastEventTime = event.time
    let time = UInt32(truncatingIfNeeded: event.time)
    let position = Point(x: Double(event.x), y: Double(event.y))
    let modifiers = keyboard.modifiers(event.state)
    let isPress = event.type == ButtonPress
    if (4...7).contains(event.button) {
      guard isPress else { return nil }
      let notch: (dx: Int, dy: Int) = [(0, -1), (0, 1), (-1, 0), (1, 0)][Int(event.button) - 4]
      return .scrolled(
        Scroll(dx: notch.dx, dy: notch.dy, position: position, modifiers: modifiers, time: time))
    }
    guard let button = PointerButton(rawValue: Int(event.button)) else { return nil }
    let press = PointerPress(
      button: button, position: position,
      rootPosition: Point(x: Double(event.x_root), y: Double(event.y_root)), modifiers: modifiers, time: time)
    if isPress {
      drag = nil
      takeFocusIfUnmanaged()
      return .pointerPressed(press)
    }
    endDrag(press)
    return .pointerReleased(press)
  }

  private func motion(_ event: inout XEvent) -> InputEvent? {
    var next = XEvent()
    while eventsTaken < Window.mostEventsPerTurn,
      XEventsQueued(connection.display, Int32(QueuedAlready)) > 0
    {
      XPeekEvent(connection.display, &next)
      guard next.type == MotionNotify, admits(next) else { break }
      XNextEvent(connection.display, &event)
      eventsTaken += 1
    }
    let motion = event.xmotion
    lastEventTime = motion.time
    if let drag, carryOn(drag, to: Point(x: Double(motion.x_root), y: Double(motion.y_root))) { return nil }
    let buttons = PointerButtons(rawValue: UInt8(truncatingIfNeeded: motion.state >> 8 & 7))
    return .pointerMoved(Point(x: Double(motion.x), y: Double(motion.y)), buttons: buttons)
  }

  private func focus(_ event: XFocusChangeEvent) -> InputEvent? {
    // Held keys are told anew with each focus (KeymapNotify).
    if event.type == FocusOut { keyboard.releaseAll() }
    guard event.mode != NotifyGrab, event.mode != NotifyUngrab, event.detail != NotifyPointer,
      event.detail != NotifyInferior
    else { return nil }
    let isGained = event.type == FocusIn
    guard isGained != hasFocus else { return nil }
    hasFocus = isGained
    if isGained { askServerTime() }
    return .focusChanged(isGained)
  }

  private func configure(_ change: XConfigureEvent) {
    if change.window == connection.root {
      connection.screenWidth = Int(change.width)
      connection.screenHeight = Int(change.height)
    }
    // Those of other windows, told by the root, are not ours.
    guard change.event == identifier else { return }
    unsettled.insert(.place)
    let isFromServer = change.send_event == 0
    // A window manager tells the place on the screen; the server that within the parent.
    if !isFromServer || !isReparented { position = (Int(change.x), Int(change.y)) }
    // The size is the server's to tell. It does so of every change, whatever else is sent.
    if isFromServer { (width, height) = Window.held(width: Int(change.width), height: Int(change.height)) }
  }

  private func structure(_ event: XEvent) -> InputEvent? {
    guard event.xany.window == identifier else { return nil }
    switch event.type {
    case MapNotify:
      changeVisibility { $0.isMapped = true }
      takeFocusIfUnmanaged()
    case UnmapNotify:
      changeVisibility { visibility in
        visibility.isMapped = false
        // The server tells anew when the window comes back.
        visibility.isObscured = false
      }
    case ReparentNotify:
      isReparented = event.xreparent.parent != connection.root
      unsettled.insert(.ancestors)
    default:
      guard !isDestroyed else { return nil }
      isDestroyed = true
      presenter.isClosed = true
      changeVisibility { $0.isMapped = false }
      queued.append(.windowDestroyed)
    }
    return nil
  }

  private func property(_ event: XPropertyEvent) {
    let atoms = connection.atoms
    if event.window == connection.root, event.atom == XA_RESOURCE_MANAGER { unsettled.insert(.scale) }
    guard event.window == identifier else { return }
    if event.atom == atoms[.netWMState] { unsettled.insert(.states) }
    if event.atom == atoms[.wmState] { unsettled.insert(.iconicState) }
    if event.atom == atoms[.serverTime] { compareClocks(UInt32(truncatingIfNeeded: event.time)) }
  }

  /// Has the server tell its time where its clock is to be compared with ours; the answer is a property's change.
  func askServerTime() {
    serverTimeQuestions = 0
    if isWatching { askServerTimeAgain() }
  }

  /// Two clocks are known the better the sooner the answer comes; a busy server is asked a few times.
  private func askServerTimeAgain() {
    let now = MonotonicClock.now()
    guard isUsable, serverClock.isStale(at: now), serverTimeAsked == nil, serverTimeQuestions < 4 else {
      return
    }
    serverTimeAsked = now
    serverTimeQuestions += 1
    connection.set(identifier, .serverTime, type: XA_INTEGER, to: [])
    XFlush(connection.display)
  }

  private func compareClocks(_ stamp: UInt32) {
    guard let asked = serverTimeAsked else { return }
    serverTimeAsked = nil
    serverClock.match(stamp: stamp, asked: asked, now: MonotonicClock.now())
    askServerTimeAgain()
  }

  private func message(_ event: inout XEvent) -> InputEvent? {
    let atoms = connection.atoms
    // A message about the root is somebody's answer to a ping, ours as well: answered, it would go round for ever.
    guard event.xclient.window == identifier, event.xclient.message_type == atoms[.wmProtocols] else {
      return nil
    }
    let wanted = Atom(bitPattern: event.xclient.data.l.0)
    if wanted == atoms[.wmDeleteWindow] { return .closeRequested }
    if wanted == atoms[.netWMPing] {
      // The answer is the same message, sent to the root window.
      event.xclient.window = connection.root
      XSendEvent(
        connection.display, connection.root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
      XFlush(connection.display)
    }
    return nil
  }
}

extension Window {
  /// Whether there is something for `nextEvent`; ask after the last request and before waiting for the descriptor.
  ///
  /// Sending reads too, and what was read then shows on no poll. It lies in a queue below Xlib's own, so that only
  /// a mode that reads finds it.
  public var hasQueuedEvents: Bool {
    if !queued.isEmpty || hasLeftovers || (!connection.isAlive && !hasToldDisconnection) { return true }
    return connection.isAlive && XEventsQueued(connection.display, Int32(QueuedAfterReading)) > 0
  }
}
