import CX11
package import Geometry
package import Keys

/// How the window stands among the others.
extension Window {
  /// Brings the window to the front and asks for the keys, for a start of the program that the desktop waits for, if it does.
  package func raise(for startup: StartupNotice? = nil) {
    let isAsked = connection.windowManagerSupports(.netActiveWindow)
    let time = Int(startup?.time ?? 0)
    send { display in
      XMapRaised(display, identifier)
      // Source 2, a pager's, because the wish comes from the user by way of another process.
      if isAsked { connection.askWindowManager(.netActiveWindow, about: identifier, (2, time, 0, 0, 0)) }
    }
    if let startup, isUsable { startup.end(from: identifier, on: connection) }
  }

  /// The same for a key that was pressed while another window had the keys, at the server's time in milliseconds.
  package func raise(at time: UInt32) {
    guard isUsable, connection.answers(within: Window.patience) else { return }
    // A window manager that keeps the keys from windows that come by themselves goes by this.
    connection.set(identifier, .netWMUserTime, type: XA_CARDINAL, to: [UInt(time)])
    let isAsked = connection.windowManagerSupports(.netActiveWindow)
    send { display in
      XMapRaised(display, identifier)
      if isAsked { connection.askWindowManager(.netActiveWindow, about: identifier, (2, Int(time), 0, 0, 0)) }
    }
    if visibility.signs.isMapped { input.takeFocusIfUnmanaged(at: Time(time)) }
  }

  /// Has these keys come as `globalKeyPressed` wherever the keys go, and no others. What of them cannot be had is told by
  /// `globalKeysFailed`.
  package func setGlobalKeys(_ chords: [Chord]) {
    if isUsable { globalKeys.set(chords) }
  }

  /// Where the contents are on the screen, in device pixels; of a window that fills the screen or a side of it, where it goes
  /// back to. Nil where that is not known yet.
  package var windowedRect: PixelRect? {
    guard visibility.hasBegun else { return nil }
    return managed.isFull ? managed.windowed.rect : placement.rect
  }

  /// Has the window manager draw a frame, or none.
  package func setDecorated(_ isDecorated: Bool) {
    send { _ in hints.writeDecoration(isDecorated) }
  }

  /// Has a compositor show the window so opaque, 0...1.
  package func setOpacity(_ opacity: Double) {
    send { _ in hints.writeOpacity(opacity) }
  }

  /// Lets clicks go through the window to what lies below, or has them again; false where the server cannot, without the
  /// SHAPE extension.
  package func setClickThrough(_ isClickThrough: Bool) -> Bool {
    var isDone = true
    send { _ in isDone = hints.writeClickThrough(isClickThrough) }
    return isDone
  }

  /// Asks for somebody to look at the window, or takes that back.
  package func setUrgent(_ isUrgent: Bool) {
    guard isUsable else { return }
    hints.writeHints(isUrgent: isUrgent)
    managed.set(.demandsAttention, isUrgent)
  }
}
