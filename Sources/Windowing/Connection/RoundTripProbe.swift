import CX11
import Platform

/// Messages that a connection sends to itself: each comes back once the server has carried out all requests before it.
final class RoundTripProbe {
  /// A window that is never shown: the address of the pings.
  let window: XID
  private let message: Atom
  /// Distinguishes our messages to ourselves from those of other programs.
  private let nonce = Int(Int32.random(in: .min ... .max))
  private var pingNumber = 0
  /// Whether the reply to the last ping is still to come.
  private(set) var isPending = false
  /// Whether a reply that came too late for its ping has come in this turn.
  private var hasLateReply = false

  init(display: OpaquePointer, root: XID, message: Atom) {
    self.message = message
    window = XCreateWindow(display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, nil)
  }

  /// Sends a message of 31 bits to `window`, over the connection of `display`.
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

  /// The number in a message that `send` has sent to `window`; nil for any other event.
  func number(in event: XEvent, to window: XID) -> Int? {
    guard event.type == ClientMessage, event.xclient.window == window, event.xclient.format == 32,
      event.xclient.message_type == message, event.xclient.data.l.0 == nonce
    else { return nil }
    return event.xclient.data.l.1
  }

  /// Whether the server answers questions now: `roundTrip`, or a late reply that has just come. On a
  /// slow link every reply is late.
  func answers(until deadline: Int64, on connection: Connection) -> Bool {
    !isPending && hasLateReply
      ? connection.isAlive : roundTrip(until: deadline, on: connection)
  }

  /// Whether the server carries out all requests up to now by `deadline` (CLOCK_MONOTONIC,
  /// nanoseconds); false without asking while it still owes an earlier reply.
  func roundTrip(until deadline: Int64, on connection: Connection) -> Bool {
    guard !isPending else { return false }
    isPending = true
    pingNumber = (pingNumber + 1) & 0xFFFF
    connection.use { send(pingNumber, to: window, by: $0) }
    var event = XEvent()
    // Looks through what is queued, reads what has arrived and flushes; blocks on none of them.
    while let found = connection.use({ XCheckTypedWindowEvent($0, window, ClientMessage, &event) })
    {
      if found != 0 {
        if isReply(event) { isPending = false }
      } else if !isPending || !connection.awaitInput(until: deadline) {
        return !isPending
      }
    }
    return false
  }

  /// Handles an event that is the reply to the last ping.
  func note(_ event: XEvent) {
    if isReply(event) { (isPending, hasLateReply) = (false, true) }
  }

  /// Ends a turn: the server may have stopped by the next one.
  func endTurn() { hasLateReply = false }

  private func isReply(_ event: XEvent) -> Bool { number(in: event, to: window) == pingNumber }
}
