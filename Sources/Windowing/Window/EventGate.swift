import CX11

/// Which events count for a window: what the server tells does, and of what other programs send only what they are meant to.
///
/// Anybody may send any event to any window. And while the root's SubstructureNotify is selected, all that is sent to
/// the root arrives here, messages about other windows and our own answers to pings among them.
struct EventGate {
  private let window: XID
  private let root: XID
  /// The type of the messages that tell of a selection's new owner.
  private let manager: Atom

  init(connection: Connection, window: XID) {
    (self.window, root, manager) = (window, connection.root, connection.atoms[.manager])
  }

  /// Whether an event counts, for the window or for this popup of it.
  func admits(_ event: XEvent, popup: XID?) -> Bool {
    guard event.xany.send_event != 0 else { return true }
    switch event.type {
    case ClientMessage:
      return event.xclient.window == window && event.xclient.format == 32
        || event.xclient.window == popup
        || event.xclient.window == root && event.xclient.message_type == manager
    // ICCCM 4.1.5: a window manager tells the place on the screen in this way.
    case ConfigureNotify:
      return event.xconfigure.event == window && event.xconfigure.window == window
    default: return false
    }
  }
}
