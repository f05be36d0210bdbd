package import CX11
import CXTest
import Glibc

/// One connection to a display server: the eyes of a test.
///
/// X errors are swallowed, as other clients' windows come and go under a test's hands; a function that needs an
/// answer returns nil instead. A lost server ends nothing either.
package final class Connection {
  package let display: OpaquePointer
  package let root: Window

  package convenience init(_ server: XServer) throws {
    try self.init(display: server.display)
  }

  package init(display name: String) throws {
    Connection.prepare
    guard let display = XOpenDisplay(name) else { throw Failure("cannot open display \(name)") }
    self.display = display
    root = XDefaultRootWindow(display)
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
    XSelectInput(display, root, SubstructureNotifyMask | PropertyChangeMask)
    XSync(display, 0)
  }

  deinit {
    XCloseDisplay(display)
  }

  /// Process-wide, once: no error ends the tests.
  private static let prepare: Void = {
    XInitThreads()
    XSetErrorHandler { _, _ in 0 }
    XSetIOErrorHandler { _ in 0 }
  }()

  package func atom(_ name: String) -> Atom {
    XInternAtom(display, name, 0)
  }

  package func grab() {
    XGrabServer(display)
    XSync(display, 0)
  }

  package func ungrab() {
    XUngrabServer(display)
    XSync(display, 0)
  }

  /// Waits until the server has dealt with everything sent so far.
  package func synchronize() {
    XSync(display, 0)
  }

  /// Whether the server answers, as it does not while another program has it for itself alone. Events of others stay.
  package func answers(_ deadline: Deadline) -> Bool {
    let mailbox = XCreateWindow(display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, nil)
    defer { XDestroyWindow(display, mailbox) }
    // Three letters to ourselves, each after the one before has come: by then all that others had sent has been read.
    for _ in 0..<3 {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = mailbox
      event.xclient.format = 32
      XSendEvent(display, mailbox, 0, 0, &event)
      XFlush(display)
      while XCheckTypedWindowEvent(display, mailbox, ClientMessage, &event) == 0 {
        if deadline.isPast { return false }
        deadline.awaitReadable(XConnectionNumber(display), pace: 16)
      }
    }
    return true
  }

  /// Asks `condition` again at every event, and once a frame at least, until it gives a value.
  ///
  /// Throws at the deadline, saying what was waited for and what was `seen`.
  package func wait<Value>(
    for what: String, _ deadline: Deadline = Deadline(), seen: @autoclosure () -> String = "",
    _ condition: () throws -> Value?
  ) throws -> Value {
    while true {
      if let value = try condition() { return value }
      if deadline.isPast { throw Failure("waited in vain for \(what); \(seen())") }
      if !dropEvents() { deadline.awaitReadable(XConnectionNumber(display), pace: 16) }
    }
  }

  package func wait(
    until what: String, _ deadline: Deadline = Deadline(), seen: @autoclosure () -> String = "",
    _ condition: () throws -> Bool
  ) throws {
    try wait(for: what, deadline, seen: seen()) { try condition() ? () : nil }
  }

  @discardableResult
  private func dropEvents() -> Bool {
    var event = XEvent()
    var any = false
    while XPending(display) > 0 {
      XNextEvent(display, &event)
      any = true
    }
    return any
  }

  /// How many things the server keeps for the client that has made `resource`; nil where it does not tell.
  package func resourceCount(ofClientWith resource: XID) -> Int? {
    let count = cxtest_resource_count(display, resource)
    return count < 0 ? nil : count
  }

  /// The first opcode of the server's extension of that name, or nil when it has none.
  package func majorOpcode(of extensionName: String) -> UInt8? {
    var major: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    return XQueryExtension(display, extensionName, &major, &event, &error) != 0
      ? UInt8(clamping: major) : nil
  }
}

extension Connection {
  /// The items of a window's property, as many as there are; nil when it is not set.
  ///
  /// Items of 32 bits come as they are, those of 8 as one item each.
  package func property(_ name: String, of window: Window) -> [UInt]? {
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display, window, atom(name), 0, 100_000, 0, Atom(AnyPropertyType), &type, &format, &count,
      &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == Success, type != 0 else { return nil }
    guard let data, count > 0 else { return [] }
    switch format {
    case 8: return (0..<Int(count)).map { UInt(data[$0]) }
    case 32:
      // Xlib hands items of 32 bits over as longs.
      return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) { items in
        (0..<Int(count)).map { items[$0] & 0xffff_ffff }
      }
    default: return nil
    }
  }

  package func text(_ name: String, of window: Window) -> String? {
    property(name, of: window).map {
      String(decoding: $0.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
  }

  package func atoms(_ name: String, of window: Window) -> [String]? {
    property(name, of: window)?.compactMap { value in
      guard let name = XGetAtomName(display, value) else { return nil }
      defer { XFree(name) }
      return String(cString: name)
    }
  }

  /// The windows right under `window`, from the bottom of the stack up.
  package func children(of window: Window) -> [Window] {
    var rootOfTree: Window = 0
    var parent: Window = 0
    var list: UnsafeMutablePointer<Window>?
    var count: UInt32 = 0
    guard XQueryTree(display, window, &rootOfTree, &parent, &list, &count) != 0 else { return [] }
    defer { if let list { XFree(list) } }
    return list.map { list in (0..<Int(count)).map { list[$0] } } ?? []
  }

  /// All windows under `window`, itself included, from the bottom of the stack up.
  package func tree(_ window: Window) -> [Window] {
    [window] + children(of: window).flatMap { tree($0) }
  }

  /// Where a window is on the screen, without its border and the manager's frame, or nil when it is gone.
  package func geometry(of window: Window) -> Geometry? {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, window, &attributes) != 0 else { return nil }
    var x: Int32 = 0
    var y: Int32 = 0
    var child: Window = 0
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    return Geometry(
      x: Int(x), y: Int(y), width: Int(attributes.width), height: Int(attributes.height),
      isViewable: attributes.map_state == IsViewable)
  }

  package struct Geometry: Equatable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    /// Whether it and all windows around it are mapped.
    package let isViewable: Bool

    package init(x: Int, y: Int, width: Int, height: Int, isViewable: Bool = true) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.isViewable = isViewable
    }
  }

  /// The viewable window that bears the process's number in _NET_WM_PID, once there is one; else one that a window manager has,
  /// shown or not.
  package func window(
    ofProcess identifier: Int32, isViewable: Bool = true, _ deadline: Deadline = Deadline()
  ) throws -> Window {
    try wait(for: "a window of process \(identifier)", deadline) {
      tree(root).last {
        property("_NET_WM_PID", of: $0) == [UInt(identifier)]
          && (isViewable
            ? geometry(of: $0)?.isViewable == true : property("WM_STATE", of: $0) != nil)
      }
    }
  }

  /// The viewable window with `name` as class or instance in WM_CLASS, once there is one.
  package func window(ofClass name: String, _ deadline: Deadline = Deadline()) throws -> Window {
    try wait(for: "a window of class \(name)", deadline) {
      tree(root).last {
        let parts = text("WM_CLASS", of: $0)?.split(separator: "\0").map(String.init) ?? []
        return parts.contains(name) && geometry(of: $0)?.isViewable == true
      }
    }
  }

  /// The window that keys go to, or nil when they go to whatever is under the pointer or nowhere.
  package var focus: Window? {
    var window: Window = 0
    var revert: Int32 = 0
    XGetInputFocus(display, &window, &revert)
    return window > 1 ? window : nil
  }
}
