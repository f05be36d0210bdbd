import CX11
import Platform

/// The pointer over a window that fills the screen: after a while without use it hides.
extension Window {
  /// Takes note of an event of the pointer.
  func notePointer(_ event: XEvent) {
    switch event.type {
    case MotionNotify, ButtonPress, ButtonRelease, EnterNotify:
      if idlePointer.deadline != nil || idlePointer.isHidden { idlePointer.noteUse(at: MonotonicClock.now()) }
    default: break
    }
  }

  /// Hides the pointer, or shows it again, where that is due.
  func settlePointer() {
    let isAllowed = isFullScreen && hasFocus && isVisible && popup == nil
    guard isAllowed || idlePointer != IdlePointer() else { return }
    idlePointer.settle(isAllowed: isAllowed, at: MonotonicClock.now())
    if idlePointer.isHidden != isPointerHidden { setPointerHidden(idlePointer.isHidden) }
  }

  /// Gives the window a cursor of which nothing is seen, or takes it away; other windows keep theirs.
  private func setPointerHidden(_ isHidden: Bool) {
    // Made once, with a few questions to the server.
    if isHidden, emptyCursor == 0 {
      guard connection.answers(within: Window.patience) else { return }
      emptyCursor = connection.use { Window.makeEmptyCursor($0, for: identifier) } ?? 0
    }
    isPointerHidden = isHidden
    send { display in
      if isHidden, emptyCursor != 0 {
        XDefineCursor(display, identifier, emptyCursor)
      } else {
        XUndefineCursor(display, identifier)
      }
    }
  }

  /// A cursor of one clear pixel; 0 where the server has no RENDER.
  ///
  /// Not by XCreatePixmapCursor: that loads libXcursor, which looks through all themes for a cursor to put in its place.
  private static func makeEmptyCursor(_ display: OpaquePointer, for window: XID) -> Cursor {
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRenderQueryExtension(display, &event, &error) != 0,
      XRenderQueryVersion(display, &major, &minor) != 0, (major, minor) >= (0, 5),
      let format = XRenderFindStandardFormat(display, PictStandardARGB32)
    else { return 0 }
    let pixmap = XCreatePixmap(display, window, 1, 1, 32)
    let picture = XRenderCreatePicture(display, pixmap, format, 0, nil)
    var clear = XRenderColor()
    XRenderFillRectangle(display, PictOpSrc, picture, &clear, 0, 0, 1, 1)
    let cursor = XRenderCreateCursor(display, picture, 0, 0)
    XRenderFreePicture(display, picture)
    XFreePixmap(display, pixmap)
    return cursor
  }
}
