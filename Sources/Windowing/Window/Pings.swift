import CX11

/// The questions of a window manager whether the program still answers (_NET_WM_PING), those of one turn.
struct Pings {
  private var open: [XClientMessageEvent] = []

  /// The most pings that one turn answers. A window manager sends one at a time; a flood of them is no window manager's,
  /// and who does not read our answers must not make us wait.
  private static let mostPerTurn = 4

  /// Takes note of one more.
  mutating func note(_ ping: XClientMessageEvent) {
    if open.count < Pings.mostPerTurn { open.append(ping) }
  }

  /// Answers them: each by the same message, sent to the root window.
  mutating func answer(on connection: Connection) {
    guard !open.isEmpty else { return }
    for ping in open {
      var answer = XEvent()
      answer.xclient = ping
      answer.xclient.window = connection.root
      let mask = SubstructureRedirectMask | SubstructureNotifyMask
      connection.use { XSendEvent($0, connection.root, 0, mask, &answer) }
    }
    open.removeAll(keepingCapacity: true)
    connection.flush()
  }
}
