import CX11
import Geometry

/// Raw events become values here, and what concerns only the room is dealt with.
extension Window {
  /// The next event, or nil where none has arrived; never blocks.
  ///
  /// Call until nil, and ask `hasQueuedEvents` before waiting for the connection's descriptor.
  public func nextEvent() -> InputEvent? {
    if !queued.isEmpty { return queued.removeFirst() }
    while connection.isAlive, XPending(connection.display) > 0, connection.isAlive {
      var event = XEvent()
      XNextEvent(connection.display, &event)
      if isWatching { watch(&event) }
      // An event of our own making may precede the one that follows from this raw event.
      if let value = value(of: &event) { queued.append(value) }
      if !queued.isEmpty { return queued.removeFirst() }
    }
    if !connection.isAlive {
      guard !hasToldDisconnection else { return nil }
      hasToldDisconnection = true
      return .disconnected
    }
    // Asked once all that was told is known: a window that is raised and moved is one change.
    if let isCovered = cover.takeChange() {
      changeVisibility { $0.isCovered = isCovered }
      if !queued.isEmpty { return queued.removeFirst() }
    }
    if !isDestroyed, presenter.recoverFromRefusal() {
      return .exposed(PixelRect(x: 0, y: 0, width: width, height: height))
    }
    return nil
  }

  /// Shows an event to those who watch what is around the window.
  private func watch(_ event: inout XEvent) {
    if cover.note(event) { queued.append(.compositingChanged(cover.isComposited)) }
    if ancestors.note(event) { changeVisibility { $0.isUnviewable = ancestors.isUnviewable } }
    if refresh.note(&event) { updateRefreshRate() }
    if blank.note(&event) { blankChanged() }
  }

  private func value(of event: inout XEvent) -> InputEvent? {
    if !isDestroyed, presenter.acknowledge(event) {
      storePendingTitle()
      beginWatching()
      return .frameCompleted
    }
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
    case ConfigureNotify: return configure(&event)
    case MapNotify, UnmapNotify, ReparentNotify, DestroyNotify: return structure(event)
    case VisibilityNotify:
      let state = event.xvisibility.state
      changeVisibility { $0.isObscured = state == VisibilityFullyObscured }
    case PropertyNotify: return property(event.xproperty)
    case ClientMessage: return message(&event)
    case SelectionRequest: answer(event.xselectionrequest)
    case SelectionClear: clipboardText = nil
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
    while connection.isAlive, XEventsQueued(connection.display, QueuedAfterReading) > 0, connection.isAlive {
      XPeekEvent(connection.display, &next)
      guard next.type == MotionNotify else { break }
      XNextEvent(connection.display, &event)
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
    return .focusChanged(isGained)
  }

  private func configure(_ event: inout XEvent) -> InputEvent? {
    if event.xconfigure.window == connection.root {
      connection.screenWidth = Int(event.xconfigure.width)
      connection.screenHeight = Int(event.xconfigure.height)
      return nil
    }
    // Those of other windows, told by the root, are not ours.
    guard event.xany.window == identifier else { return nil }
    repeat {
      let change = event.xconfigure
      // A window manager tells the place on the screen; the server that within the parent.
      if change.send_event != 0 || !isReparented { position = (Int(change.x), Int(change.y)) }
      if connection.isAlive == false { break }
    } while XCheckTypedWindowEvent(connection.display, identifier, ConfigureNotify, &event) != 0
    let size = Window.held(width: Int(event.xconfigure.width), height: Int(event.xconfigure.height))
    let isResized = size != (width, height)
    (width, height) = size
    updateRefreshRate()
    guard isResized else { return nil }
    return .resized(width: width, height: height)
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
      refreshAncestors()
    default:
      guard !isDestroyed else { return nil }
      isDestroyed = true
      presenter.isClosed = true
      changeVisibility { $0.isMapped = false }
      queued.append(.windowDestroyed)
    }
    return nil
  }

  private func property(_ event: XPropertyEvent) -> InputEvent? {
    let atoms = connection.atoms
    if event.window == connection.root {
      guard event.atom == XA_RESOURCE_MANAGER else { return nil }
      return connection.refreshScale().map { .scaleChanged($0) }
    }
    guard event.window == identifier, !isDestroyed else { return nil }
    if event.atom == atoms[.netWMState] { refreshStates() }
    if event.atom == atoms[.wmState] { refreshIconicState() }
    return nil
  }

  private func message(_ event: inout XEvent) -> InputEvent? {
    let atoms = connection.atoms
    guard event.xclient.message_type == atoms[.wmProtocols], event.xclient.format == 32 else { return nil }
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
    if !queued.isEmpty || (!connection.isAlive && !hasToldDisconnection) { return true }
    return connection.isAlive && XEventsQueued(connection.display, Int32(QueuedAfterReading)) > 0
  }
}
