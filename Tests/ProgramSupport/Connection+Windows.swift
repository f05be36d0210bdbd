package import CX11
import CXTest
import Glibc

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
      items.withUnsafeBytes {
        data.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(data.count)))
      }
    }
    XSendEvent(display, destination, 0, mask, &event)
    XFlush(display)
  }

  /// Asks the window manager for something by a message to the root, as EWMH has it.
  private func request(_ message: String, about window: Window, _ items: [Int]) {
    send(
      message, about: window, to: root, mask: SubstructureRedirectMask | SubstructureNotifyMask,
      items)
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
      display, root, Int32(place.x), Int32(place.y), UInt32(place.width), UInt32(place.height), 0,
      0,
      UInt32(InputOutput), nil, UInt(CWOverrideRedirect | CWBackPixel), &attributes)
    XMapRaised(display, window)
    if isAwaited { XSync(display, 0) }
    return window
  }

  package func letsClicksThrough(_ window: Window) -> Bool {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, window, &attributes) != 0 else { return false }
    let (width, height) = (Int(attributes.width), Int(attributes.height))
    // The sides of a frame may take clicks.
    return inputRegion(of: window).allSatisfy {
      $0.x + $0.width <= 0 || $0.y + $0.height <= 0 || $0.x >= width || $0.y >= height
    }
  }

  /// Whether nobody holds the pointer, as a window manager does while it moves a window.
  package var isPointerFree: Bool {
    let isFree = grabPointer()
    ungrabPointer()
    return isFree
  }

  /// The rectangles of a window that take clicks, relative to it.
  package func inputRegion(of window: Window) -> [Geometry] {
    var (count, order): (Int32, Int32) = (0, 0)
    guard let list = XShapeGetRectangles(display, window, ShapeInput, &count, &order) else {
      return []
    }
    defer { XFree(list) }
    return UnsafeBufferPointer(start: list, count: Int(count)).map {
      Geometry(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height))
    }
  }

  /// The name of the cursor that is shown, as the font of cursors has it.
  package var cursorName: String? {
    guard let image = XFixesGetCursorImage(display) else { return nil }
    defer { XFree(image) }
    guard let name = image.pointee.name else { return nil }
    return String(cString: name)
  }

  /// A plain window of the test's own that takes keys, mapped and managed as any program's.
  package func openWindow(width: Int, height: Int) -> Window {
    let window = XCreateSimpleWindow(display, root, 50, 50, UInt32(width), UInt32(height), 0, 0, 0)
    XSelectInput(
      display, window, KeyPressMask | KeyReleaseMask | ButtonPressMask | StructureNotifyMask)
    XMapWindow(display, window)
    XSync(display, 0)
    return window
  }

  /// Takes a window off the screen and puts it there again, as its own program would.
  package func mapAgain(_ window: Window) {
    XUnmapWindow(display, window)
    XMapWindow(display, window)
    XSync(display, 0)
  }

  package func raise(_ window: Window) {
    XRaiseWindow(display, window)
    XSync(display, 0)
  }

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

  /// Takes all windows off the screen and says that a compositor shows them, which nobody does; without a message as most
  /// that come late.
  package func redirectWindows(isAnnounced: Bool = true) throws {
    guard cxtest_redirect_windows(display, root) != 0 else {
      throw Failure("libXcomposite is not installed")
    }
    let selection = atom("_NET_WM_CM_S0")
    let owner = XCreateSimpleWindow(display, root, -9, -9, 1, 1, 0, 0, 0)
    let now = Time(CX11.CurrentTime)
    XSetSelectionOwner(display, selection, owner, now)
    if isAnnounced {
      send(
        "MANAGER", about: root, to: root, mask: StructureNotifyMask,
        [Int(now), Int(selection), Int(owner)])
    }
    XSync(display, 0)
  }

  package func mapOverlay() throws {
    guard cxtest_map_overlay(display, root) != 0 else {
      throw Failure("libXcomposite is not installed")
    }
    XSync(display, 0)
  }

  package func topLevel(of window: Window) -> Window? {
    children(of: root).last { tree($0).contains(window) }
  }

  package func showDesktop(_ number: Int) {
    request("_NET_CURRENT_DESKTOP", about: root, [number])
  }

  /// Asks the window manager to put a window on another desktop, as a pager does.
  package func send(_ window: Window, toDesktop number: Int) {
    request("_NET_WM_DESKTOP", about: window, [number, 2])
  }

  /// Asks the window manager to add a state to a window (_NET_WM_STATE), or two, or to take them away.
  package func setState(_ isSet: Bool, _ first: String, _ second: String? = nil, of window: Window)
  {
    request(
      "_NET_WM_STATE", about: window,
      [isSet ? 1 : 0, Int(atom(first)), second.map { Int(atom($0)) } ?? 0, 2])
  }

  package func hasState(_ name: String, _ window: Window) -> Bool {
    atoms("_NET_WM_STATE", of: window)?.contains(name) ?? false
  }

  /// Sets what programs take for the resources of the desktop, such as its dots per inch.
  package func setResources(_ text: String) {
    XChangeProperty(
      display, root, XA_RESOURCE_MANAGER, XA_STRING, 8, PropModeReplace, Array(text.utf8),
      Int32(text.utf8.count))
    XFlush(display)
  }

  package func set(_ name: String, of window: Window, to items: [UInt]) {
    _ = items.withUnsafeBytes { bytes in
      XChangeProperty(
        display, window, atom(name), XA_CARDINAL, 32, PropModeReplace,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
    }
    XSync(display, 0)
  }

  package func setText(_ name: String, of window: Window, to text: String) {
    XChangeProperty(
      display, window, atom(name), atom("UTF8_STRING"), 8, PropModeReplace, Array(text.utf8),
      Int32(text.utf8.count))
    XSync(display, 0)
  }

  /// Has a part of the screen be a monitor, as far as programs are told: the display's own, or one besides.
  package func addMonitor(_ name: String, _ place: Geometry, isMain: Bool = false) {
    guard let monitor = XRRAllocateMonitor(display, isMain ? 1 : 0) else { return }
    if isMain, let resources = XRRGetScreenResourcesCurrent(display, root) {
      if let output = resources.pointee.outputs?.pointee {
        monitor.pointee.outputs.pointee = output
      }
      XRRFreeScreenResources(resources)
    }
    monitor.pointee.name = atom(name)
    monitor.pointee.primary = isMain ? 1 : 0
    monitor.pointee.x = Int32(place.x)
    monitor.pointee.y = Int32(place.y)
    monitor.pointee.width = Int32(place.width)
    monitor.pointee.height = Int32(place.height)
    monitor.pointee.mwidth = 300
    monitor.pointee.mheight = 200
    XRRSetMonitor(display, root, monitor)
    XRRFreeMonitors(monitor)
    XSync(display, 0)
  }

  package func owner(ofSelection name: String) -> Window {
    XGetSelectionOwner(display, atom(name))
  }

  package func iconify(_ window: Window) {
    XIconifyWindow(display, window, XDefaultScreen(display))
    XFlush(display)
  }

  /// Asks the window manager to bring a window to the front, as a pager does.
  package func activate(_ window: Window) {
    request("_NET_ACTIVE_WINDOW", about: window, [2, 0, 0])
  }

  package func map(_ window: Window) {
    XMapWindow(display, window)
    XFlush(display)
  }

  /// Sets the screen saver off as its timer would, or lets the screen be seen again.
  package func setScreenSaver(_ isOn: Bool) {
    XForceScreenSaver(display, isOn ? ScreenSaverActive : ScreenSaverReset)
    XSync(display, 0)
  }

  package func setFocus(_ window: Window) {
    XSetInputFocus(display, window, Int32(RevertToPointerRoot), Time(CX11.CurrentTime))
    XSync(display, 0)
  }

  package func unmap(_ window: Window) {
    XUnmapWindow(display, window)
    XSync(display, 0)
  }

  package func move(_ window: Window, x: Int, y: Int) {
    XMoveWindow(display, window, Int32(x), Int32(y))
    XFlush(display)
  }

  /// Asks for a new place and size of a window, at once.
  package func place(_ window: Window, _ place: Geometry) {
    XMoveResizeWindow(
      display, window, Int32(place.x), Int32(place.y), UInt32(place.width), UInt32(place.height))
    XFlush(display)
  }

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

  /// Waits until a window shows something, for the benchmark. The core protocol has no event for
  /// that, and asking without a pause would slow down the start that is measured.
  package func awaitPaintedWindow() throws {
    let deadline = Deadline(seconds: 30)
    while !children(of: root).contains(where: isPainted) {
      if deadline.isPast { throw Failure("no window shows anything") }
      usleep(200)
    }
  }

  package func awaitEmptyScreen() throws {
    try wait(until: "the windows to go") {
      !children(of: root).contains { geometry(of: $0)?.isViewable == true }
    }
  }

  private func picture(of window: Window, width: Int, rows: Range<Int>) -> Picture? {
    guard
      let image = XGetImage(
        display, window, 0, Int32(rows.lowerBound), UInt32(width), UInt32(rows.count), .max, ZPixmap
      )
    else { return nil }
    defer { _ = image.pointee.f.destroy_image?(image) }
    guard image.pointee.bits_per_pixel == 32, let data = image.pointee.data else { return nil }
    return Picture(
      width: width, height: rows.count, rows: data, bytesPerRow: Int(image.pointee.bytes_per_line))
  }
}
