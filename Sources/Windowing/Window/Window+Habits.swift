package import Geometry

/// How the window stands among the others.
extension Window {
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
