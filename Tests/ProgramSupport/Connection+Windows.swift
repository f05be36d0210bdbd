package import CX11
import CXTest

/// What a test does to windows and sees of them: as a window manager, a compositor or a person would.
extension Connection {
  /// Sends a client message about `window` to `destination`, for whoever selects `mask` there.
  func send(
    _ message: String, about window: Window, to destination: Window, mask: Int, _ items: [Int]
  ) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom(message)
    event.xclient.format = 32
    withUnsafeMutableBytes(of: &event.xclient.data) { data in
      items.withUnsafeBytes { data.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(data.count))) }
    }
    XSendEvent(display, destination, 0, mask, &event)
    XFlush(display)
  }

  /// Asks the window manager for something by a message to the root, as EWMH has it.
  private func request(_ message: String, about window: Window, _ items: [Int]) {
    send(message, about: window, to: root, mask: SubstructureRedirectMask | SubstructureNotifyMask, items)
  }

  /// Sends a WM_PROTOCOLS message, as a window manager's close button does with WM_DELETE_WINDOW.
  package func sendProtocol(_ name: String, to window: Window) {
    send("WM_PROTOCOLS", about: window, to: window, mask: 0, [Int(atom(name))])
  }

  /// A window of the test's own on top of everything, without a frame, that covers what is under it.
  package func cover(_ place: Geometry, color: UInt = 0x123456, isAwaited: Bool = true) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = 1
    attributes.background_pixel = color
    let window = XCreateWindow(
      display, root, Int32(place.x), Int32(place.y), UInt32(place.width), UInt32(place.height), 0, 0,
      UInt32(InputOutput), nil, UInt(CWOverrideRedirect | CWBackPixel), &attributes)
    XMapRaised(display, window)
    if isAwaited { XSync(display, 0) }
    return window
  }

  /// A plain window of the test's own that takes keys, mapped and managed as any program's.
  package func openWindow(width: Int, height: Int) -> Window {
    let window = XCreateSimpleWindow(display, root, 50, 50, UInt32(width), UInt32(height), 0, 0, 0)
    XSelectInput(display, window, KeyPressMask | KeyReleaseMask | ButtonPressMask | StructureNotifyMask)
    XMapWindow(display, window)
    XSync(display, 0)
    return window
  }

  /// Destroys a window, whoever has made it.
  package func destroy(_ window: Window, isAwaited: Bool = true) {
    XDestroyWindow(display, window)
    if isAwaited { XSync(display, 0) }
  }

  /// The key and button events that have come for windows of this connection's own, one after another.
  package func inputs() -> [XEvent] {
    var events: [XEvent] = []
    var event = XEvent()
    while XPending(display) > 0 {
      XNextEvent(display, &event)
      if [KeyPress, KeyRelease, ButtonPress].contains(event.type) { events.append(event) }
    }
    return events
  }

  /// Takes all windows off the screen and says that a compositor shows them, which nobody does.
  package func redirectWindows() throws {
    guard cxtest_redirect_windows(display, root) != 0 else { throw Failure("libXcomposite is not installed") }
    let selection = atom("_NET_WM_CM_S0")
    let owner = XCreateSimpleWindow(display, root, -9, -9, 1, 1, 0, 0, 0)
    let now = Time(CX11.CurrentTime)
    XSetSelectionOwner(display, selection, owner, now)
    send(
      "MANAGER", about: root, to: root, mask: StructureNotifyMask, [Int(now), Int(selection), Int(owner)])
    XSync(display, 0)
  }

  /// Has the server map the overlay on which a compositor shows all windows.
  package func mapOverlay() throws {
    guard cxtest_map_overlay(display, root) != 0 else { throw Failure("libXcomposite is not installed") }
    XSync(display, 0)
  }

  /// Asks the window manager to show another desktop, from 0 on.
  package func showDesktop(_ number: Int) {
    request("_NET_CURRENT_DESKTOP", about: root, [number])
  }

  /// Asks the window manager to put a window on another desktop, as a pager does.
  package func send(_ window: Window, toDesktop number: Int) {
    request("_NET_WM_DESKTOP", about: window, [number, 2])
  }

  /// Asks the window manager to make an icon of a window.
  package func iconify(_ window: Window) {
    XIconifyWindow(display, window, XDefaultScreen(display))
    XFlush(display)
  }

  /// Asks for a window to be shown, an icon's too.
  package func map(_ window: Window) {
    XMapWindow(display, window)
    XFlush(display)
  }

  /// Sets the screen saver off as its timer would, or lets the screen be seen again.
  package func setScreenSaver(_ isOn: Bool) {
    XForceScreenSaver(display, isOn ? ScreenSaverActive : ScreenSaverReset)
    XSync(display, 0)
  }

  /// Asks for a new place of a window.
  package func move(_ window: Window, x: Int, y: Int) {
    XMoveWindow(display, window, Int32(x), Int32(y))
    XFlush(display)
  }

  /// Asks for a new size of a window.
  package func resize(_ window: Window, width: Int, height: Int) {
    XResizeWindow(display, window, UInt32(width), UInt32(height))
    XFlush(display)
  }

  /// A picture of a window's visible content, or nil when it is not wholly on the screen or gone.
  package func picture(of window: Window) -> Picture? {
    geometry(of: window).flatMap { picture(of: window, width: $0.width, rows: 0..<$0.height) }
  }

  /// Whether a window shows more than one colour in some row; looks at sixteen of them, since that is far cheaper than
  /// its whole picture.
  package func isPainted(_ window: Window) -> Bool {
    guard let place = geometry(of: window), place.isViewable else { return false }
    return (0..<16).contains { number in
      let row = place.height * (2 * number + 1) / 32
      return picture(of: window, width: place.width, rows: row..<row + 1)?.showsSomething == true
    }
  }

  private func picture(of window: Window, width: Int, rows: Range<Int>) -> Picture? {
    guard
      let image = XGetImage(
        display, window, 0, Int32(rows.lowerBound), UInt32(width), UInt32(rows.count), .max, ZPixmap)
    else { return nil }
    defer { _ = image.pointee.f.destroy_image?(image) }
    guard image.pointee.bits_per_pixel == 32, let data = image.pointee.data else { return nil }
    return Picture(
      width: width, height: rows.count, rows: data, bytesPerRow: Int(image.pointee.bytes_per_line))
  }
}
