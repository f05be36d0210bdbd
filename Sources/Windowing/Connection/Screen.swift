import CX11
package import Geometry

/// The monitors of a screen (RandR 1.5); asking takes round trips.
package struct Monitors {
  private let connection: Connection

  package init(of connection: Connection) {
    self.connection = connection
  }

  /// Returns the one that shows most of `rect`, else the main one; the whole screen where none is known.
  func showing(_ rect: PixelRect) -> PixelRect {
    let all = list()
    let shown = all.map { ($0, $0.intersection(rect)) }.filter { !$0.1.isEmpty }
    return shown.max { $0.1.area < $1.1.area }?.0 ?? all[0]
  }

  /// Returns the rectangles of all monitors, the main one first, or of the screen where none is
  /// known; empty where the server does not answer within `limit` nanoseconds.
  package func rects(within limit: Int64) -> [PixelRect] {
    connection.ping(timeout: limit) ? list() : []
  }

  /// Returns a size of a new window, made no larger than the main monitor.
  ///
  /// Only a size that some monitor may not have is worth the question.
  package func fitted(width: Int, height: Int) -> (width: Int, height: Int) {
    let screen = connection.screenRect
    let largest = width <= 1024 && height <= 600 ? screen : list()[0]
    return (
      min(width, largest.width, screen.width), min(height, largest.height, screen.height)
    )
  }

  /// The main one first, and the others from the largest on; the screen where none is known.
  private func list() -> [PixelRect] {
    let monitors = connection.use { display -> [(isMain: Bool, rect: PixelRect)] in
      var count: Int32 = 0
      guard connection.hasRandR(1, 5),
        let list = XRRGetMonitors(display, connection.root, 1, &count)
      else { return [] }
      defer { XRRFreeMonitors(list) }
      return UnsafeBufferPointer(start: list, count: Int(max(count, 0))).map { monitor in
        let rect = PixelRect(
          x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width),
          height: Int(monitor.height))
        return (monitor.primary != 0, rect)
      }
    }
    let sorted = (monitors ?? []).filter { !$0.rect.isEmpty }.sorted {
      ($0.isMain ? 1 : 0, $0.rect.area) > ($1.isMain ? 1 : 0, $1.rect.area)
    }
    return sorted.isEmpty ? [connection.screenRect] : sorted.map(\.rect)
  }
}

/// What runs on the screen besides us. All questions take round trips.
extension Connection {
  var screenRect: PixelRect { PixelRect(x: 0, y: 0, width: screenWidth, height: screenHeight) }

  /// Returns whether the server has this version of RandR, or a later one.
  func hasRandR(_ major: Int32, _ minor: Int32) -> Bool {
    use { display in
      var (event, error, found): (Int32, Int32, (Int32, Int32)) = (0, 0, (0, 0))
      return XRRQueryExtension(display, &event, &error) != 0
        && XRRQueryVersion(display, &found.0, &found.1) != 0 && found >= (major, minor)
    } ?? false
  }

  /// Whether a window manager runs, which decides on the top level windows' places.
  func hasWindowManager() -> Bool {
    attributes(of: root).map { $0.all_event_masks & SubstructureRedirectMask != 0 } ?? false
  }

  /// Whether a window manager runs that announces this hint.
  func windowManagerSupports(_ hint: AtomName) -> Bool {
    guard hasWindowManager(),
      items(of: root, atoms[.netSupported], type: XA_ATOM).contains(atoms[hint])
    else { return false }
    return windowManagerWindow() != nil
  }

  /// The window by which a window manager shows that it runs: what a killed one has said stays, its window does not.
  private func windowManagerWindow() -> XID? {
    let check = atoms[.netSupportingWMCheck]
    guard let window = items(of: root, check, type: XA_WINDOW).first else { return nil }
    var named: [UInt] = []
    ignoringErrors { named = items(of: window, check, type: XA_WINDOW) }
    return named == [window] ? window : nil
  }

  /// The name of the window manager, empty where it does not say.
  private func windowManagerName() -> String {
    guard let window = windowManagerWindow() else { return "" }
    var name: String?
    ignoringErrors {
      name = text(of: window, atoms[.netWMName], type: atoms[.utf8String], limit: 256)
    }
    return name ?? ""
  }

  /// Whether the window manager sets the state "above" and does nothing about it, as sway and others on wlroots.
  func windowManagerIgnoresAbove() -> Bool { windowManagerName() == "wlroots wm" }

  /// The part of the screen that panels leave free on the desktop that is shown; nil where no window manager says so.
  package func workArea() -> PixelRect? {
    let areas = items(of: root, atoms[.netWorkarea], type: XA_CARDINAL)
    let desktop = items(of: root, atoms[.netCurrentDesktop], type: XA_CARDINAL).first ?? 0
    let start = areas.count / 4 > Int(desktop) ? 4 * Int(desktop) : 0
    guard areas.count >= start + 4 else { return nil }
    let sides = areas[start..<start + 4].map { Int(Int32(truncatingIfNeeded: $0)) }
    let area = PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    return area.isEmpty ? nil : area
  }

  /// Whether the server is Xwayland, which shows X11 windows among those of a Wayland compositor.
  ///
  /// Xwayland before 23.1 lacks the extension of that name. Its outputs are called XWAYLAND0 and so on, where they do not have
  /// the names of the real ones.
  func detectXwayland() -> Bool {
    use { display -> Bool in
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
    } ?? false
  }

  /// Whether the X stack tells which windows are covered.
  ///
  /// Under Xwayland the stack also has the windows of other workspaces, mapped, and it lacks all Wayland windows. KWin and GNOME
  /// Shell keep it in the order that can be seen.
  func stackTellsCover() -> Bool {
    !isXwayland || ["KWin", "GNOME Shell"].contains(windowManagerName())
  }
}
