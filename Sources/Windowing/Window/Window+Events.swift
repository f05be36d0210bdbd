import CX11
import Geometry
import Platform

/// Raw events become values here, and what concerns only the room is dealt with.
extension Window {
  /// How long one turn takes events, in nanoseconds: a quarter of a frame. The rest is left for frames and signals.
  private static let turnLength: Int64 = 4_000_000
  /// After so many events the clock is read.
  private static let eventsPerReading = 64

  /// The most pings that one turn answers. A window manager sends one at a time; a flood of them is no window manager's,
  /// and who does not read our answers must not make us wait.
  static let mostPingsPerTurn = 4

  /// How long a turn waits for the server to show that it can be asked, in nanoseconds.
  static let patience: Int64 = 20_000_000

  /// The next event, or nil when the turn is over: all that has arrived is told, or as much as one turn takes.
  ///
  /// Never blocks. Call until nil, then see to frames and signals; `hasLeftovers` says whether to come back at once.
  /// Ask `hasQueuedEvents` before waiting for the connection's descriptor.
  package func nextEvent() -> InputEvent? {
    if let event = events.next() { return event }
    while !isTurnOver(), var event = connection.nextEvent() {
      eventsTaken += 1
      connection.mailbox.noteProbe(event)
      guard admits(event) else { continue }
      visibility.note(&event)
      placement.note(&event)
      notePointer(event)
      connection.settings.note(event, on: connection)
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
    hasLeftovers = isTurnOver()
    eventsTaken = 0
    return nil
  }

  /// Whether this turn has taken as long as one may. It begins with its first event.
  private func isTurnOver() -> Bool {
    guard eventsTaken.isMultiple(of: Window.eventsPerReading) else { return false }
    let now = MonotonicClock.now()
    if eventsTaken == 0 { turnEnd = now + Window.turnLength }
    return now >= turnEnd
  }

  /// Whether there is something for `nextEvent`; ask after the last request and before waiting for the descriptor.
  ///
  /// Sending reads too, and what was read then shows on no poll. It lies in a queue below Xlib's own, so that only
  /// a mode that reads finds it.
  package var hasQueuedEvents: Bool {
    if !events.isEmpty || hasLeftovers || (!connection.isAlive && !hasToldDisconnection) { return true }
    return connection.queuedEventCount(reading: true) > 0
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
        || event.xclient.window == popup?.identifier
        || event.xclient.window == connection.root
          && event.xclient.message_type == connection.atoms[.manager]
    // ICCCM 4.1.5: a window manager tells the place on the screen in this way.
    case ConfigureNotify:
      return event.xconfigure.event == identifier && event.xconfigure.window == identifier
    default: return false
    }
  }

  /// Tells what the events of this turn come to, and asks the server what they have left open.
  ///
  /// A question waits for its answer without limit, and a server that has stopped gives none. So it has to show first
  /// that it answers. Where it does not, its late answer is the next occasion.
  func settle() {
    guard !isDestroyed else { return }
    answerPings()
    if placement.takeScreenChange() { managed.noteScreen() }
    if globalKeys.isDue || areResourcesStale || connection.settings.isStale || managed.isStale
      || visibility.isStale
      || placement.isStale,
      connection.answers(within: Window.patience)
    {
      ask()
    }
    settleCover()
    placement.settle()
    managed.settle()
    settlePopup()
    settlePointer()
    if connection.isAlive, presenter.recoverFromRefusal() {
      events.append(.exposed(PixelRect(x: 0, y: 0, width: width, height: height)))
    }
  }

  /// Tells whether the window can be seen, and raises one that is to be above others.
  private func settleCover() {
    let wasCovered = visibility.signs.isCovered
    visibility.settle()
    // The popup is meant to.
    guard visibility.signs.isCovered, !wasCovered, popup == nil else { return }
    managed.noteObscured()
    if managed.isStale, connection.answers(within: Window.patience) { managed.refresh() }
  }

  private func ask() {
    managed.refresh()
    refreshDesktop()
    visibility.refresh()
    placement.refresh()
    globalKeys.refresh()
  }

  /// Reads what the desktop says of looks and scale, where that has changed, and tells what is new of it.
  private func refreshDesktop() {
    let before = (scale: connection.scale, settings: connection.desktopSettings)
    if areResourcesStale {
      areResourcesStale = false
      connection.refreshResources()
    }
    if connection.settings.isStale { connection.settings.refresh(on: connection) }
    let (scale, settings) = (connection.scale, connection.desktopSettings)
    guard connection.isAlive else { return }
    if settings != before.settings { events.append(.desktopChanged(settings)) }
    if scale != before.scale { events.append(.scaleChanged(scale)) }
  }

  func value(of event: inout XEvent) -> InputEvent? {
    if !isDestroyed, presenter.acknowledge(event) {
      storePendingTitle()
      visibility.noteFrame()
      beginWatching()
      return .frameCompleted
    }
    if !isDestroyed, globalKeys.acknowledge(event) { return nil }
    clipboard.note(event)
    switch event.type {
    case CX11.KeyPress, KeyRelease:
      // What a key does depends on the states that the person sees.
      if managed.isStale, connection.answers(within: Window.patience) { managed.refresh() }
      return event.xkey.window == identifier
        ? input.key(event.xkey) : input.globalKey(event.xkey, among: globalKeys.chords)
    case ButtonPress, ButtonRelease:
      if event.type == ButtonPress, popup == nil { takeFocusIfUnmanaged() }
      return input.button(event.xbutton)
    case MotionNotify:
      skipToLastMotion(&event)
      return input.motion(event.xmotion)
    case LeaveNotify: return .pointerLeft
    case FocusIn, FocusOut:
      let change = input.focus(event.xfocus)
      if change == .focusChanged(true), visibility.hasBegun { serverTime.refresh() }
      return change
    case KeymapNotify: input.keymap(event.xkeymap)
    case MappingNotify:
      input.mapping(&event.xmapping)
      globalKeys.noteMapping()
    case Expose:
      let area = event.xexpose
      return .exposed(
        PixelRect(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)))
    case ConfigureNotify: placement.configure(event.xconfigure)
    case MapNotify, UnmapNotify, ReparentNotify, DestroyNotify: structure(event)
    case VisibilityNotify:
      let state = event.xvisibility.state
      visibility.change { $0.isObscured = state == VisibilityFullyObscured }
      if state != VisibilityUnobscured, popup == nil { managed.noteObscured() }
    case PropertyNotify: property(event.xproperty)
    case ClientMessage: return message(event.xclient)
    case SelectionRequest: clipboard.answer(event.xselectionrequest)
    case SelectionClear: clipboard.clear(event.xselectionclear)
    default: break
    }
    return nil
  }

  /// Of a run of moves of the pointer that have arrived, the last.
  private func skipToLastMotion(_ event: inout XEvent) {
    while !isTurnOver(), let next = connection.peek(), next.type == MotionNotify,
      admits(next), let motion = connection.nextEvent()
    {
      event = motion
      eventsTaken += 1
    }
  }

  private func structure(_ event: XEvent) {
    guard event.xany.window == identifier else { return }
    switch event.type {
    case MapNotify:
      visibility.change { $0.isMapped = true }
      managed.noteMapped()
      takeFocusIfUnmanaged()
    case UnmapNotify:
      visibility.change { signs in
        signs.isMapped = false
        // The server tells anew when the window comes back.
        signs.isObscured = false
      }
    case ReparentNotify:
      placement.reparent(event.xreparent)
      managed.noteReparented(to: event.xreparent.parent)
      visibility.reparented()
    default:
      guard !isDestroyed else { return }
      isDestroyed = true
      presenter.isClosed = true
      closePopup()
      visibility.change { $0.isMapped = false }
      events.append(.windowDestroyed)
    }
  }

  private func property(_ event: XPropertyEvent) {
    if event.window == connection.root, event.atom == XA_RESOURCE_MANAGER { areResourcesStale = true }
    guard event.window == identifier else { return }
    managed.note(event.atom)
    serverTime.note(event.atom, stamp: event.time)
  }

  private func message(_ event: XClientMessageEvent) -> InputEvent? {
    let atoms = connection.atoms
    // A message about the root is somebody's answer to a ping, ours as well: answered, it would go round for ever.
    guard event.window == identifier, event.message_type == atoms[.wmProtocols] else { return nil }
    let wanted = Atom(bitPattern: event.data.l.0)
    if wanted == atoms[.wmDeleteWindow] { return .closeRequested }
    if wanted == atoms[.netWMPing], pings.count < Window.mostPingsPerTurn { pings.append(event) }
    return nil
  }

  /// Answers the pings of this turn: each by the same message, sent to the root window.
  private func answerPings() {
    guard !pings.isEmpty else { return }
    for ping in pings {
      var answer = XEvent()
      answer.xclient = ping
      answer.xclient.window = connection.root
      let mask = SubstructureRedirectMask | SubstructureNotifyMask
      connection.use { XSendEvent($0, connection.root, 0, mask, &answer) }
    }
    pings.removeAll(keepingCapacity: true)
    connection.flush()
  }

  private func takeFocusIfUnmanaged() {
    if visibility.signs.isMapped { input.takeFocusIfUnmanaged() }
  }

  /// Looks around: for frames and windows above, a compositor, the displays and what darkens them.
  ///
  /// Only once a second frame is on the screen and nobody waits for us: it takes some round trips, and only motion
  /// needs to know.
  private func beginWatching() {
    guard !visibility.hasBegun, presenter.frameCount > 1, connection.isAlive else { return }
    visibility.begin()
    placement.begin()
    serverTime.refresh()
  }
}
