import CX11

extension Connection {
  /// Returns the next event that has arrived, after flushing; nil if there is none. Never blocks.
  func nextEvent() -> XEvent? {
    // XPending at every event would read on for as long as the server sends.
    guard XEventsQueued(display, QueuedAlready) > 0 || XPending(display) > 0 else { return nil }
    var event = XEvent()
    XNextEvent(display, &event)
    return event
  }

  /// Returns whether the next event that was read is a newer motion in the same window, with the same
  /// buttons: of a run of motions only the last counts.
  func isOvertaken(_ event: XEvent) -> Bool {
    guard event.type == MotionNotify, XEventsQueued(display, QueuedAlready) > 0 else {
      return false
    }
    var next = XEvent()
    XPeekEvent(display, &next)
    return next.type == MotionNotify && next.xmotion.window == event.xmotion.window
      && next.xmotion.state == event.xmotion.state
  }

  /// Hands an event to the receiver of its window. All get those of other windows, such as the root.
  func route(_ event: XEvent) {
    recordPing(event)
    guard admits(event) else { return }
    recordDesktop(event)
    if let receive = receivers[event.xany.window] { return receive(event) }
    for receive in receivers.values { receive(event) }
  }

  /// Returns whether an event is the server's, or one that other programs are meant to send.
  ///
  /// Any program may send any event to any window. While the root's SubstructureNotify is selected,
  /// messages about other windows and our own answers to pings arrive here, too.
  private func admits(_ event: XEvent) -> Bool {
    guard event.xany.send_event != 0 else { return true }
    let isOurs = receivers[event.xany.window] != nil
    switch event.type {
    case ClientMessage:
      return isOurs && event.xclient.format == 32
        || event.xclient.window == root && event.xclient.message_type == atoms[.MANAGER]
    // ICCCM 4.1.5: a window manager reports the position on the screen this way.
    case ConfigureNotify: return isOurs && event.xconfigure.window == event.xconfigure.event
    default: return false
    }
  }
}
