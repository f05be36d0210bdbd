import CX11
package import Geometry

extension Connection {
  /// Whether the server is Xwayland, which shows X11 windows among those of a Wayland compositor; takes round trips.
  ///
  /// Xwayland before 23.1 lacks the extension of that name. Its outputs are called XWAYLAND0 and so on, where they do not have
  /// the names of the real ones.
  func detectXwayland() -> Bool {
    use { display -> Bool in
      var (major, event, error): (Int32, Int32, Int32) = (0, 0, 0)
      if XQueryExtension(display, "XWAYLAND", &major, &event, &error) != 0 { return true }
      guard XRRQueryExtension(display, &event, &error) != 0,
        XRRQueryVersion(display, &major, &error) != 0,
        (major, error) >= (1, 3), let resources = XRRGetScreenResourcesCurrent(display, root)
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

  /// Whether the X stack tells which windows are covered; takes round trips.
  ///
  /// Under Xwayland the stack also has the windows of other workspaces, mapped, and it lacks all Wayland windows. KWin and GNOME
  /// Shell keep it in the order that can be seen.
  func stackTellsCover() -> Bool {
    !isXwayland || ["KWin", "GNOME Shell"].contains(windowManagerName())
  }

  /// Whether the window manager sets the state "above" and does nothing about it, as sway and others on wlroots; takes round
  /// trips.
  func windowManagerIgnoresAbove() -> Bool { windowManagerName() == "wlroots wm" }

  /// The part of the screen that panels leave free on the desktop that is shown; nil where no window manager says so. Takes
  /// round trips.
  package func workArea() -> PixelRect? {
    let areas = items(of: root, atoms[.netWorkarea], type: XA_CARDINAL)
    let desktop = items(of: root, atoms[.netCurrentDesktop], type: XA_CARDINAL).first ?? 0
    let start = areas.count / 4 > Int(desktop) ? 4 * Int(desktop) : 0
    guard areas.count >= start + 4 else { return nil }
    let sides = areas[start..<start + 4].map { Int(Int32(truncatingIfNeeded: $0)) }
    let area = PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    return area.isEmpty ? nil : area
  }
}
