import CX11

/// Follows whether the screen is dark, or shows another session, so that nobody can see any window.
///
/// - The server's screen saver (MIT-SCREEN-SAVER). DPMS has no event of its own in most servers, but whoever switches
///   displays off by it, the server's timer included, sets the screen saver off first.
/// - The virtual terminal: while another one is shown, as that of a login screen, Xorg says so in a property of the
///   root window.
final class BlankWatch {
  private let connection: Connection
  /// The type of the extension's event; nil where the server has none, or it was not asked yet.
  private var eventType: Int32?
  /// Whether the server can switch its displays off.
  private var hasRealDisplays = false
  /// Whether the screen saver hides everything.
  private(set) var isBlanked = false
  /// Whether another virtual terminal is shown.
  private(set) var isAway = false
  /// Whether the property that says so has changed since it was read.
  private(set) var isStale = false

  init(connection: Connection) {
    self.connection = connection
  }

  /// Asks for the state and its changes; takes round trips.
  func begin() {
    guard eventType == nil else { return }
    readTerminal()
    connection.use { display in
      var firstEvent: Int32 = 0
      var firstError: Int32 = 0
      guard XScreenSaverQueryExtension(display, &firstEvent, &firstError) != 0 else { return }
      eventType = firstEvent + Int32(ScreenSaverNotify)
      hasRealDisplays =
        DPMSQueryExtension(display, &firstEvent, &firstError) != 0 && DPMSCapable(display) != 0
      XScreenSaverSelectInput(display, connection.root, UInt(ScreenSaverNotifyMask))
      var info = XScreenSaverInfo()
      guard XScreenSaverQueryInfo(display, connection.root, &info) != 0 else { return }
      isBlanked = hides(isOn: info.state == ScreenSaverOn, isForced: false)
    }
  }

  /// Takes note of an event.
  func note(_ event: inout XEvent) {
    if event.type == PropertyNotify, event.xproperty.window == connection.root,
      event.xproperty.atom == connection.atoms[.hasTerminal]
    {
      isStale = true
    }
    guard let eventType, event.type == eventType else { return }
    let change = withUnsafeBytes(of: &event) { $0.loadUnaligned(as: XScreenSaverNotifyEvent.self) }
    isBlanked = hides(isOn: change.state != ScreenSaverOff, isForced: change.forced != 0)
  }

  /// Asks which terminal is shown; takes a round trip.
  func refresh() {
    isStale = false
    readTerminal()
  }

  /// Whether a screen saver that is on hides everything.
  ///
  /// A server without displays, as Xvfb or one for VNC, has the same timer, and darkens nothing when it runs out: who
  /// looks on from afar, or records, still sees all. There it counts only where somebody asked for it.
  private func hides(isOn: Bool, isForced: Bool) -> Bool {
    isOn && (isForced || hasRealDisplays)
  }

  private func readTerminal() {
    let property = connection.items(
      of: connection.root, connection.atoms[.hasTerminal], type: XA_INTEGER, limit: 1)
    isAway = property.first == 0
  }
}
