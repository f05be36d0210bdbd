import CX11

extension Connection {
  /// Takes the pointer, as a menu of another program does; false where somebody else has it.
  package func grabPointer() -> Bool {
    XGrabPointer(display, root, 0, 0, GrabModeAsync, GrabModeAsync, 0, 0, Time(CX11.CurrentTime))
      == GrabSuccess
  }

  package func ungrabPointer() {
    XUngrabPointer(display, Time(CX11.CurrentTime))
    XSync(display, 0)
  }

  /// Whether nothing is to be seen of the pointer where it is now.
  package var isPointerHidden: Bool {
    guard let image = XFixesGetCursorImage(display) else { return false }
    defer { XFree(image) }
    let count = Int(image.pointee.width) * Int(image.pointee.height)
    // In the highest byte of 32 bits, each in a long.
    return (0..<count).allSatisfy { image.pointee.pixels[$0] & 0xff00_0000 == 0 }
  }
}
