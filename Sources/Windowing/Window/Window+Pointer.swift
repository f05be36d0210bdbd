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
    isPointerHidden = isHidden
    send { display in
      guard isHidden else { return _ = XUndefineCursor(display, identifier) }
      if emptyCursor == 0 {
        var nothing: CChar = 0
        var (ink, paper) = (XColor(), XColor())
        let bitmap = XCreateBitmapFromData(display, identifier, &nothing, 1, 1)
        emptyCursor = XCreatePixmapCursor(display, bitmap, bitmap, &ink, &paper, 0, 0)
        XFreePixmap(display, bitmap)
      }
      XDefineCursor(display, identifier, emptyCursor)
    }
  }
}
