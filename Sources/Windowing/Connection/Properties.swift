import CX11
import Glibc
import Platform

/// The names as X and its window managers write them.
// swift-format-ignore: AlwaysUseLowerCamelCase, NoLeadingUnderscores
enum AtomName: String, CaseIterable {
  // ICCCM
  case WM_PROTOCOLS, WM_DELETE_WINDOW, WM_STATE
  case UTF8_STRING, CLIPBOARD, TARGETS, TIMESTAMP, MANAGER, LOCALES
  case textPlainUTF8 = "text/plain;charset=utf-8"
  case _XSETTINGS_SETTINGS
  // Extended window manager hints
  case _NET_SUPPORTED, _NET_SUPPORTING_WM_CHECK, _NET_WORKAREA
  case _NET_CURRENT_DESKTOP, _NET_ACTIVE_WINDOW
  case _NET_WM_NAME, _NET_WM_PID, _NET_WM_ICON, _NET_WM_USER_TIME, _NET_WM_PING
  case _NET_WM_DESKTOP, _NET_WM_MOVERESIZE, _NET_WM_WINDOW_OPACITY
  case _NET_WM_STATE, _NET_WM_STATE_HIDDEN, _NET_WM_STATE_SHADED, _NET_WM_STATE_FULLSCREEN
  case _NET_WM_STATE_MAXIMIZED_HORZ, _NET_WM_STATE_MAXIMIZED_VERT
  case _NET_WM_STATE_ABOVE, _NET_WM_STATE_BELOW, _NET_WM_STATE_STICKY
  case _NET_WM_STATE_SKIP_TASKBAR, _NET_WM_STATE_SKIP_PAGER, _NET_WM_STATE_DEMANDS_ATTENTION
  case _NET_WM_WINDOW_TYPE, _NET_WM_WINDOW_TYPE_NORMAL, _NET_WM_WINDOW_TYPE_UTILITY
  case _NET_WM_WINDOW_TYPE_DESKTOP, _NET_WM_WINDOW_TYPE_DOCK, _NET_WM_WINDOW_TYPE_POPUP_MENU
  case _MOTIF_WM_HINTS
  // Xorg's: whether its virtual terminal is the one shown.
  case XFree86_has_VT
  // See `Connection.send(_:to:by:)`.
  case _SEGCLOCK_ACKNOWLEDGEMENT
}

/// The atoms of all names, interned in one round trip.
struct Atoms {
  private var values: [AtomName: Atom] = [:]
  /// The selections that the screen's compositor and settings manager own.
  let compositor: Atom
  let settingsManager: Atom
  /// The selection of the user's input method; 0 if XMODIFIERS names none.
  let inputMethod: Atom

  init(display: OpaquePointer, screen: Int32) {
    let names = AtomName.allCases
    let ofScreen = ["_NET_WM_CM_S\(screen)", "_XSETTINGS_S\(screen)"]
    let ofUser = Atoms.inputMethodName.map { ["@server=\($0)"] } ?? []
    var copies = (names.map(\.rawValue) + ofScreen + ofUser).map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var atoms = [Atom](repeating: 0, count: copies.count)
    XInternAtoms(display, &copies, Int32(copies.count), 0, &atoms)
    compositor = atoms[names.count]
    settingsManager = atoms[names.count + 1]
    inputMethod = ofUser.isEmpty ? 0 : atoms[names.count + 2]
    for (name, atom) in zip(names, atoms) { values[name] = atom }
  }

  subscript(name: AtomName) -> Atom { values[name] ?? 0 }

  /// The input method in XMODIFIERS, as in `@im=ibus`; nil for libX11's own.
  private static var inputMethodName: String? {
    let modifiers = UserEnvironment.variable("XMODIFIERS") ?? ""
    let name = modifiers.split(separator: "@").first { $0.hasPrefix("im=") }?.dropFirst(3) ?? ""
    return ["", "local", "none"].contains(name) ? nil : String(name)
  }
}

/// Window properties as Swift values. Reading takes a round trip.
extension Connection {
  func items(of window: XID, _ property: Atom, type: Atom, limit: Int = 1024) -> [UInt] {
    read(window, property, type: type, format: 32, limit: limit) { data, count in
      let items = UnsafeRawPointer(data).assumingMemoryBound(to: UInt.self)
      return (0..<count).map { items[$0] & 0xFFFF_FFFF }
    } ?? []
  }

  func text(of window: XID, _ property: Atom, type: Atom, limit: Int = 1 << 18) -> String? {
    bytes(of: window, property, type: type, limit: limit).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Returns the bytes of a property; nil if there is none of this type, or more than `limit`.
  func bytes(of window: XID, _ property: Atom, type: Atom, limit: Int) -> [UInt8]? {
    let bytes = read(window, property, type: type, format: 8, limit: limit / 4 + 1) { data, count in
      Array(UnsafeBufferPointer(start: data, count: count))
    }
    return bytes.flatMap { $0.count <= limit ? $0 : nil }
  }

  func set(_ window: XID, _ property: AtomName, type: Atom, to items: [UInt]) {
    set(window, atoms[property], type: type, to: items)
  }

  func set(_ window: XID, _ property: Atom, type: Atom, to items: [UInt]) {
    // In Xlib a 32-bit item is a C long.
    items.withUnsafeBytes { change(window, property, type: type, 32, $0, items.count) }
  }

  func set(_ window: XID, _ property: Atom, type: Atom, to text: String) {
    Array(text.utf8).withUnsafeBytes { change(window, property, type: type, 8, $0, $0.count) }
  }

  private func change(
    _ window: XID, _ property: Atom, type: Atom, _ format: Int32, _ bytes: UnsafeRawBufferPointer,
    _ count: Int
  ) {
    let data = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    XChangeProperty(
      display, window, property, type, format, PropModeReplace, data, Int32(clamping: count))
  }

  /// Sends the root window a request to the window manager about `window`.
  func askWindowManager(_ message: AtomName, about window: XID, _ data: (Int, Int, Int, Int, Int)) {
    var event = self.message(message, about: window, data)
    XSendEvent(display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    flush()
  }

  func message(_ type: AtomName, about window: XID, _ data: (Int, Int, Int, Int, Int)) -> XEvent {
    var event = XEvent()
    event.xclient = XClientMessageEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atoms[type]
    event.xclient.format = 32
    event.xclient.data.l = data
    return event
  }

  func attributes(of window: XID) -> XWindowAttributes? {
    var attributes = XWindowAttributes()
    return XGetWindowAttributes(display, window, &attributes) != 0 ? attributes : nil
  }

  /// Returns a window's parent, 0 for the root, and children from the bottom; nil if it is gone.
  func family(of window: XID) -> (parent: XID, children: [XID])? {
    var root: XID = 0
    var parent: XID = 0
    var list: UnsafeMutablePointer<XID>?
    var count: UInt32 = 0
    guard XQueryTree(display, window, &root, &parent, &list, &count) != 0 else { return nil }
    defer { if let list { XFree(list) } }
    return (parent, Array(UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(count))))
  }

  private func read<Value>(
    _ window: XID, _ property: Atom, type: Atom, format: Int32, limit: Int,
    _ body: (UnsafeMutablePointer<UInt8>, Int) -> Value
  ) -> Value? {
    var actualType: Atom = 0
    var actualFormat: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display, window, property, 0, limit, 0, type, &actualType, &actualFormat, &count, &left,
      &data)
    defer { if let data { XFree(data) } }
    guard status == Success, let data, actualFormat == format else { return nil }
    return body(data, Int(count))
  }
}
