import CX11
import Platform

/// Follows which window owns the selection of the screen's compositor, if there is a compositor.
///
/// One that takes another's place, or goes and comes back, often sends no message of it. So the server is asked to tell
/// (XFIXES); one that cannot is asked again now and then, as long as frames are drawn or the desktop changes.
final class CompositorWatch {
  private let connection: Connection
  /// The compositor's window; 0 for none.
  private(set) var owner: XID = 0
  /// Whether the owner may be another than when that was asked.
  private(set) var isStale = false
  /// Whether the owner's window is gone: its number may have been given to the next one.
  private var isGone = false
  /// The type of the extension's event; nil where the server has none, or it was not asked yet.
  private var eventType: Int32?
  /// When the owner was last asked, CLOCK_MONOTONIC in nanoseconds.
  private var lastAsked: Int64 = 0

  /// How long what was asked is believed without the extension, in nanoseconds.
  private static let lifetime: Int64 = 3_000_000_000

  init(connection: Connection) {
    self.connection = connection
  }

  /// Asks for the compositor and for changes of it; takes round trips.
  func begin() {
    connection.use { display in
      var firstEvent: Int32 = 0
      var firstError: Int32 = 0
      guard XFixesQueryExtension(display, &firstEvent, &firstError) != 0 else { return }
      eventType = firstEvent + Int32(XFixesSelectionNotify)
      let mask =
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
        | XFixesSelectionClientCloseNotifyMask
      XFixesSelectSelectionInput(display, connection.root, connection.atoms.compositor, UInt(mask))
    }
    _ = refresh()
  }

  /// Takes note of an event.
  func note(_ event: inout XEvent) {
    if let eventType {
      guard event.type == eventType else { return }
      let change = withUnsafeBytes(of: &event) {
        $0.loadUnaligned(as: XFixesSelectionNotifyEvent.self)
      }
      guard change.selection == connection.atoms.compositor else { return }
      if change.subtype != XFixesSetSelectionOwnerNotify { isGone = true }
      // Who takes what it has already changes nothing, however often.
      if isGone || change.owner != owner { isStale = true }
    } else {
      noteWithoutExtension(event)
    }
  }

  /// Takes note that a frame has been drawn.
  func noteFrame() {
    if eventType == nil { askAgain() }
  }

  /// Asks who the owner is; whether it is another than before. Takes a round trip.
  func refresh() -> Bool {
    isStale = false
    lastAsked = MonotonicClock.now()
    guard let found = connection.use({ XGetSelectionOwner($0, connection.atoms.compositor) }) else {
      return false
    }
    guard found != owner || isGone else { return false }
    owner = found
    isGone = false
    if eventType == nil, owner != 0 {
      connection.ignoringErrors {
        connection.use { XSelectInput($0, owner, StructureNotifyMask) }
      }
    }
    return true
  }

  private func noteWithoutExtension(_ event: XEvent) {
    switch event.type {
    case ClientMessage:
      let message = event.xclient
      if message.window == connection.root, message.message_type == connection.atoms[.manager],
        Atom(bitPattern: message.data.l.1) == connection.atoms.compositor
      {
        isStale = true
      }
    case DestroyNotify:
      if owner != 0, event.xdestroywindow.window == owner { (isStale, isGone) = (true, true) }
    case PropertyNotify: if event.xproperty.window == connection.root { askAgain() }
    default: break
    }
  }

  private func askAgain() {
    if MonotonicClock.now() - lastAsked > CompositorWatch.lifetime { isStale = true }
  }
}
