package import CX11

extension Connection {
  /// A plain window of the test's own to which the keys go.
  package func openFocusedWindow() throws -> Window {
    let window = openWindow(width: 200, height: 100)
    try wait(until: "a window of the test's own") { geometry(of: window)?.isViewable == true }
    XSetInputFocus(display, window, RevertToParent, Time(CX11.CurrentTime))
    XSync(display, 0)
    try wait(until: "the keys to go there") { focus == window }
    return window
  }

  /// Takes a key from all other programs, with or without modifiers and locks (bits of ShiftMask ...).
  package func grab(code: UInt8, modifiers: UInt32) {
    XGrabKey(display, Int32(code), modifiers, root, 0, GrabModeAsync, GrabModeAsync)
    XSync(display, 0)
  }

  /// Whether nobody has that key.
  package func canGrab(code: UInt8, modifiers: UInt32) -> Bool {
    // An error is swallowed, so what counts is what is held then.
    let window = XCreateSimpleWindow(display, root, -9, -9, 1, 1, 0, 0, 0)
    defer { XDestroyWindow(display, window) }
    let before = resourceCount(ofClientWith: window)
    grab(code: code, modifiers: modifiers)
    defer { XUngrabKey(display, Int32(code), modifiers, root) }
    return resourceCount(ofClientWith: window) != before
  }
}
