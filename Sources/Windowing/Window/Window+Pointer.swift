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
    if idlePointer.isHidden != cursor.isHidden { hidePointer(idlePointer.isHidden) }
  }

  /// Hides the pointer over the window, or shows it; over other windows it stays as it is.
  private func hidePointer(_ isHidden: Bool) {
    // What hides it is made once, with a few questions to the server.
    guard !isHidden || cursor.canHide || connection.answers(within: Window.patience) else { return }
    cursor.hide(isHidden)
  }
}
