import CX11
package import Geometry
import Glibc
import Platform

// The monitors of the screen (RandR). All methods may take round trips.
extension Connection {
  /// Returns the monitor that shows most of `rect`, else the main one, else the screen.
  func monitor(showing rect: PixelRect) -> PixelRect {
    let all = monitors()
    let shown = all.map { ($0, $0.intersection(rect)) }.filter { !$0.1.isEmpty }
    return shown.max { $0.1.area < $1.1.area }?.0 ?? all[0]
  }

  /// Returns the rectangles of all monitors, the main one first, or of the screen if none is known;
  /// empty if the server does not answer within `limit`.
  package func monitors(within limit: Duration) -> [PixelRect] {
    ping(timeout: limit) ? monitors() : []
  }

  /// Returns a new window's size, limited to the main monitor. Asks only about large sizes.
  package func fitted(width: Int, height: Int) -> (width: Int, height: Int) {
    let largest = width <= 1024 && height <= 600 ? screenRect : monitors()[0]
    return (
      min(width, largest.width, screenRect.width), min(height, largest.height, screenRect.height)
    )
  }

  /// The main monitor first, then by decreasing size; the screen if none is known.
  func monitors() -> [PixelRect] {
    var count: Int32 = 0
    guard hasRandR(1, 5), let list = XRRGetMonitors(display, root, 1, &count) else {
      return [screenRect]
    }
    defer { XRRFreeMonitors(list) }
    let found = UnsafeBufferPointer(start: list, count: Int(max(count, 0))).map { monitor in
      let rect = PixelRect(monitor.x, monitor.y, monitor.width, monitor.height)
      return (isMain: monitor.primary != 0, rect: rect)
    }
    let sorted = found.filter { !$0.rect.isEmpty }.sorted {
      ($0.isMain ? 1 : 0, $0.rect.area) > ($1.isMain ? 1 : 0, $1.rect.area)
    }
    return sorted.isEmpty ? [screenRect] : sorted.map(\.rect)
  }

  /// Returns what each active CRTC shows of the screen, and its refresh rate, nil if unknown.
  func displays() -> [(rect: PixelRect, rate: Double?)] {
    guard let resources = XRRGetScreenResourcesCurrent(display, root) else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let list = resources.pointee
    let modes = UnsafeBufferPointer(start: list.modes, count: Int(list.nmode))
    return UnsafeBufferPointer(start: list.crtcs, count: Int(list.ncrtc)).compactMap { crtc in
      guard let info = XRRGetCrtcInfo(display, resources, crtc) else { return nil }
      defer { XRRFreeCrtcInfo(info) }
      let crtc = info.pointee
      guard crtc.mode != 0 else { return nil }
      let rect = PixelRect(crtc.x, crtc.y, crtc.width, crtc.height)
      let rate = modes.first { $0.id == crtc.mode }?.refreshRate
      return (rect, isXwayland ? rate.map(wholeRate) : rate)
    }
  }
}

/// What a bug report has to name.
package struct Surroundings: Equatable, Sendable {
  /// "X11" or "Xwayland".
  package var server: String
  /// The window manager's own name; empty if it has none. Of those on wlroots, "wlroots wm".
  package var windowManager: String

  /// Whether it ignores a window's opacity and most of the states that it is asked for. On sway those
  /// of wlroots 0.15 are dropped, those of 0.20 are set without effect.
  package var ignoresHints: Bool { ["wlroots wm", "Weston WM"].contains(windowManager) }
}

// What else runs on the screen. All questions take round trips.
extension Connection {
  /// The server and the window manager in one line.
  package func describe() -> String {
    readSurroundings()
    let manager = surroundings.map(\.windowManager) ?? ""
    let vendor = XServerVendor(display).map { String(cString: $0) } ?? ""
    let server = "\(surroundings?.server ?? "X11") (\(vendor) \(XVendorRelease(display)))"
    return "display \(name): \(server), "
      + (manager.isEmpty ? "no window manager with a name" : "window manager \(manager)")
  }

  func hasRandR(_ major: Int32, _ minor: Int32) -> Bool {
    guard firstEvent(XRRQueryExtension) != nil else { return false }
    var found: (Int32, Int32) = (0, 0)
    return XRRQueryVersion(display, &found.0, &found.1) != 0 && found >= (major, minor)
  }

  func hasWindowManager() -> Bool {
    attributes(of: root).map { $0.all_event_masks & SubstructureRedirectMask != 0 } ?? false
  }

  func windowManagerSupports(_ hint: AtomName) -> Bool {
    windowManagerWindow() != nil
      && items(of: root, atoms[._NET_SUPPORTED], type: XA_ATOM).contains(atoms[hint])
  }

  /// The window that proves that a window manager runs. Of a killed one, only properties stay.
  private func windowManagerWindow() -> XID? {
    let check = atoms[._NET_SUPPORTING_WM_CHECK]
    guard let window = items(of: root, check, type: XA_WINDOW).first else { return nil }
    return items(of: window, check, type: XA_WINDOW) == [window] ? window : nil
  }

  func windowManagerName() -> String {
    windowManagerWindow().flatMap {
      text(of: $0, atoms[._NET_WM_NAME], type: atoms[.UTF8_STRING], limit: 256)
    } ?? ""
  }

  /// Whether the window manager sets the state "above" without effect, as those on wlroots do.
  func windowManagerIgnoresAbove() -> Bool { windowManagerName() == "wlroots wm" }

  /// The part of the screen that panels leave free on the current desktop; nil if unknown.
  package func workArea() -> PixelRect? {
    let areas = items(of: root, atoms[._NET_WORKAREA], type: XA_CARDINAL)
    let desktop = items(of: root, atoms[._NET_CURRENT_DESKTOP], type: XA_CARDINAL).first ?? 0
    let start = areas.count / 4 > Int(desktop) ? 4 * Int(desktop) : 0
    guard areas.count >= start + 4 else { return nil }
    let sides = areas[start..<start + 4].map { Int(Int32(truncatingIfNeeded: $0)) }
    let area = PixelRect(sides[0], sides[1], sides[2], sides[3])
    return area.isEmpty ? nil : area
  }

  /// Xwayland before 23.1 lacks the XWAYLAND extension. Its outputs are called XWAYLAND0 and so on,
  /// unless they have the names of the real ones.
  func detectXwayland() -> Bool {
    var (major, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    if XQueryExtension(display, "XWAYLAND", &major, &event, &error) != 0 { return true }
    guard hasRandR(1, 3), let resources = XRRGetScreenResourcesCurrent(display, root)
    else { return false }
    defer { XRRFreeScreenResources(resources) }
    let outputs = UnsafeBufferPointer(
      start: resources.pointee.outputs, count: Int(resources.pointee.noutput))
    return outputs.contains { output in
      guard let info = XRRGetOutputInfo(display, resources, output) else { return false }
      defer { XRRFreeOutputInfo(info) }
      return info.pointee.name.map { String(cString: $0).hasPrefix("XWAYLAND") } ?? false
    }
  }

  /// Whether the stacking order of X shows which windows are covered. Xwayland's has windows of other
  /// workspaces and no Wayland windows; only KWin and GNOME Shell keep it in the visible order.
  ///
  /// Present is no sign, either: under sway, Xwayland completes 60 requests a second for a window on
  /// another workspace or below a Wayland window, too.
  func stackTellsCover() -> Bool {
    !isXwayland || ["KWin", "GNOME Shell"].contains(windowManagerName())
  }
}

/// Returns the whole rate within 0.5 %, if any: Xwayland makes up timings, as 59.81 Hz for 60.
func wholeRate(_ rate: Double) -> Double {
  let whole = rate.rounded()
  return abs(rate - whole) <= 0.005 * whole ? whole : rate
}

extension PixelRect {
  init<Number: BinaryInteger, Length: BinaryInteger>(
    _ x: Number, _ y: Number, _ width: Length, _ height: Length
  ) {
    self.init(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }
}

extension XRRModeInfo {
  /// Refreshes per second; nil for implausible timings, as of servers without a display.
  var refreshRate: Double? {
    let refreshes = modeFlags & UInt(RR_Interlace) != 0 ? 2.0 : 1
    let lines = modeFlags & UInt(RR_DoubleScan) != 0 ? 2.0 : 1
    let rate = Double(dotClock) * refreshes / (Double(hTotal) * Double(vTotal) * lines)
    // No real display has less than ten refreshes a second.
    return (10...1000).contains(rate) ? rate : nil
  }
}

/// The names as X and its window managers write them.
// swift-format-ignore: AlwaysUseLowerCamelCase, NoLeadingUnderscores
enum AtomName: String, CaseIterable {
  // ICCCM
  case WM_PROTOCOLS, WM_DELETE_WINDOW, WM_STATE
  case UTF8_STRING, CLIPBOARD, TARGETS, TIMESTAMP, MULTIPLE, ATOM_PAIR, INCR, MANAGER
  case CLIPBOARD_MANAGER, SAVE_TARGETS
  case LOCALES, TRANSPORT
  case textPlainUTF8 = "text/plain;charset=utf-8"
  case _XSETTINGS_SETTINGS
  // Extended window manager hints
  case _NET_SUPPORTED, _NET_SUPPORTING_WM_CHECK, _NET_WORKAREA
  case _NET_CURRENT_DESKTOP, _NET_ACTIVE_WINDOW
  case _NET_WM_NAME, _NET_WM_PID, _NET_WM_ICON, _NET_WM_USER_TIME, _NET_WM_PING
  case _NET_WM_DESKTOP, _NET_WM_MOVERESIZE, _NET_WM_WINDOW_OPACITY, _NET_FRAME_EXTENTS
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
    set(window, property, type: type, to: Array(text.utf8))
  }

  func set(_ window: XID, _ property: Atom, type: Atom, to bytes: [UInt8]) {
    bytes.withUnsafeBytes { change(window, property, type: type, 8, $0, $0.count) }
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
    return asking { XGetWindowAttributes(display, window, &attributes) } != 0 ? attributes : nil
  }

  /// Returns a window's parent, 0 for the root, and children from the bottom; nil if it is gone.
  func family(of window: XID) -> (parent: XID, children: [XID])? {
    var root: XID = 0
    var parent: XID = 0
    var list: UnsafeMutablePointer<XID>?
    var count: UInt32 = 0
    guard asking({ XQueryTree(display, window, &root, &parent, &list, &count) }) != 0
    else { return nil }
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
    let status = asking {
      XGetWindowProperty(
        display, window, property, 0, limit, 0, type, &actualType, &actualFormat, &count, &left,
        &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, let data, actualFormat == format else { return nil }
    return body(data, Int(count))
  }
}
