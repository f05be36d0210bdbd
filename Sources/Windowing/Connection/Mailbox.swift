import CX11
import Platform

/// The messages that a connection sends to itself: each comes back when the server has carried out all requests before it.
final class Mailbox {
  /// A window that is never shown: the address of the probes.
  let window: XID
  /// The type of the messages.
  private let message: Atom
  /// What no other program knows: it tells our messages to ourselves from those that others send us.
  private let nonce = Int(Int32.random(in: .min ... .max))
  /// The number of the last probe, and whether its answer is still to come.
  private var probeNumber = 0
  private(set) var isProbeOpen = false
  /// Whether an answer that nobody waited for any more has come in this turn.
  private var hasLateAnswer = false

  init(display: OpaquePointer, root: XID, message: Atom) {
    self.message = message
    window = XCreateWindow(display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, nil)
  }

  /// Sends `window` a message of our own that comes back when the server has carried out all requests before it.
  func sendAcknowledgement(to window: XID, number: Int = 0, on connection: Connection) {
    connection.use { sendAcknowledgement(to: window, number: number, by: $0) }
  }

  /// The same when it has carried out all that came before it by `display`, with a detail of 31 bits.
  func sendAcknowledgement(to window: XID, number: Int, detail: Int = 0, by display: OpaquePointer)
  {
    var event = XEvent()
    event.xclient = XClientMessageEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = message
    event.xclient.format = 32
    event.xclient.data.l.0 = nonce
    event.xclient.data.l.1 = number
    event.xclient.data.l.2 = detail
    XSendEvent(display, window, 0, NoEventMask, &event)
  }

  /// Whether an event is a message that `sendAcknowledgement` has sent to `window`, and nobody else's.
  func isAcknowledgement(_ event: XEvent, to window: XID, number: Int = 0) -> Bool {
    detail(of: event, to: window, number: number) != nil
  }

  /// The detail of such a message; nil for any other event.
  func detail(of event: XEvent, to window: XID, number: Int) -> Int? {
    guard event.type == ClientMessage, event.xclient.window == window, event.xclient.format == 32,
      event.xclient.message_type == message, event.xclient.data.l.0 == nonce,
      event.xclient.data.l.1 == number
    else { return nil }
    return event.xclient.data.l.2
  }

  /// Whether the server carries out our requests within so many nanoseconds; false without asking while it still owes
  /// an answer to this.
  ///
  /// To be asked before any question that Xlib waits for without limit: a server may have stopped.
  func isReached(within limit: Int64, on connection: Connection) -> Bool {
    guard !isProbeOpen else { return false }
    // On a slow link every answer is late: one that has just come will do.
    if hasLateAnswer { return connection.isAlive }
    isProbeOpen = true
    probeNumber = (probeNumber + 1) & 0xFFFF
    sendAcknowledgement(to: window, number: probeNumber, on: connection)
    let deadline = MonotonicClock.now() + limit
    var event = XEvent()
    // Looks through what is queued, reads what has arrived and flushes; blocks on none of them.
    while let found = connection.use({ XCheckTypedWindowEvent($0, window, ClientMessage, &event) })
    {
      if found != 0 {
        if isAnswer(event) { isProbeOpen = false }
      } else if !isProbeOpen || !connection.awaitInput(until: deadline) {
        return !isProbeOpen
      }
    }
    return false
  }

  /// Takes note of an event where it is the server's answer to the last probe.
  func noteProbe(_ event: XEvent) {
    if isAnswer(event) { (isProbeOpen, hasLateAnswer) = (false, true) }
  }

  /// Ends a turn: the server may have stopped by the next one.
  func endTurn() { hasLateAnswer = false }

  private func isAnswer(_ event: XEvent) -> Bool {
    isAcknowledgement(event, to: window, number: probeNumber)
  }
}
