import CX11
import Platform

// Messages to ourselves: each comes back once the server has carried out all requests that the same
// connection sent before it. They all arrive at the main connection.
extension Connection {
  /// Sends a 31-bit number to `window` over the connection of `display`.
  func send(_ number: Int, to window: XID, by display: OpaquePointer) {
    var event = message(._SEGCLOCK_ACKNOWLEDGEMENT, about: window, (nonce, number, 0, 0, 0))
    XSendEvent(display, window, 0, NoEventMask, &event)
  }

  func number(in event: XEvent, to window: XID) -> Int? {
    guard event.type == ClientMessage, event.xclient.window == window, event.xclient.format == 32,
      event.xclient.message_type == atoms[._SEGCLOCK_ACKNOWLEDGEMENT],
      event.xclient.data.l.0 == nonce
    else { return nil }
    return event.xclient.data.l.1
  }

  /// Returns whether the server carries out all requests so far within `timeout`, or has just sent a
  /// late reply: on a slow link every reply is late. Returns false at once while an earlier reply is
  /// pending.
  ///
  /// Call it before any question that Xlib waits for without limit: the server may have stopped.
  func ping(timeout: Duration = .milliseconds(20)) -> Bool {
    if isPingPending || hasLateReply { return !isPingPending }
    isPingPending = true
    pingNumber = (pingNumber + 1) & 0xFFFF
    let deadline = MonotonicTime.now + timeout
    send(pingNumber, to: ownWindow, by: display)
    var event = XEvent()
    // Searches the queue, reads what has arrived and flushes; never blocks.
    while true {
      if XCheckTypedWindowEvent(display, ownWindow, ClientMessage, &event) != 0 {
        if isReply(event) { isPingPending = false }
      } else if !isPingPending || !awaitInput(until: deadline) {
        return !isPingPending
      }
    }
  }

  func recordPing(_ event: XEvent) {
    if isReply(event) { (isPingPending, hasLateReply) = (false, true) }
  }

  private func isReply(_ event: XEvent) -> Bool { number(in: event, to: ownWindow) == pingNumber }
}
