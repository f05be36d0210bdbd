import CX11
import Platform

/// Messages to ourselves: each comes back once the server has carried out all requests that the same
/// connection sent before it. They all arrive at the main connection.
final class RoundTripProbe {
  let window: XID
  private let message: Atom
  /// Distinguishes our messages from those of other programs.
  private let nonce = Int(Int32.random(in: .min ... .max))
  private var pingNumber = 0
  private(set) var isPending = false
  /// Whether the reply to a ping that timed out has come in this turn.
  private var hasLateReply = false

  init(display: OpaquePointer, root: XID, message: Atom) {
    self.message = message
    window = XCreateWindow(display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, nil)
  }

  /// Sends a 31-bit number to `window` over the connection of `display`.
  func send(_ number: Int, to window: XID, by display: OpaquePointer) {
    var event = XEvent()
    event.xclient = XClientMessageEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = message
    event.xclient.format = 32
    event.xclient.data.l.0 = nonce
    event.xclient.data.l.1 = number
    XSendEvent(display, window, 0, NoEventMask, &event)
  }

  func number(in event: XEvent, to window: XID) -> Int? {
    guard event.type == ClientMessage, event.xclient.window == window, event.xclient.format == 32,
      event.xclient.message_type == message, event.xclient.data.l.0 == nonce
    else { return nil }
    return event.xclient.data.l.1
  }

  /// Returns whether the server carries out all requests so far by `deadline` (CLOCK_MONOTONIC,
  /// nanoseconds), or has just sent a late reply: on a slow link every reply is late. Returns false
  /// at once while an earlier reply is pending.
  func answers(until deadline: Int64, on connection: Connection) -> Bool {
    if isPending || hasLateReply { return !isPending }
    isPending = true
    pingNumber = (pingNumber + 1) & 0xFFFF
    send(pingNumber, to: window, by: connection.display)
    var event = XEvent()
    // Searches the queue, reads what has arrived and flushes; never blocks.
    while true {
      if XCheckTypedWindowEvent(connection.display, window, ClientMessage, &event) != 0 {
        if isReply(event) { isPending = false }
      } else if !isPending || !connection.awaitInput(until: deadline) {
        return !isPending
      }
    }
  }

  func note(_ event: XEvent) {
    if isReply(event) { (isPending, hasLateReply) = (false, true) }
  }

  /// Forgets a late reply: the server may have stopped by the next turn.
  func endTurn() { hasLateReply = false }

  private func isReply(_ event: XEvent) -> Bool { number(in: event, to: window) == pingNumber }
}
