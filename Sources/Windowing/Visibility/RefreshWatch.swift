import CX11
import Geometry
import Platform

/// Reads by RandR how often a second each part of the screen is refreshed, again after each change.
final class RefreshWatch {
  private let connection: Connection
  /// What each CRTC that is switched on shows of the screen, in the server's order.
  private var displays: [(rect: PixelRect, rate: FrameRate?)] = []
  /// The type of RandR's first event; nil where the server has no RandR, or it was not asked yet.
  private var firstEvent: Int32?
  /// Whether a CRTC has changed since the table was read.
  private(set) var isStale = false

  init(connection: Connection) {
    self.connection = connection
  }

  /// Returns the refresh rate at a point of the screen in device pixels; nil where it is unknown.
  ///
  /// Of several CRTCs that show it the first counts: a program can be in step with one only.
  func rate(atX x: Int, y: Int) -> FrameRate? {
    displays.first { display in
      let rect = display.rect
      return (rect.x..<rect.maxX).contains(x) && (rect.y..<rect.maxY).contains(y)
    }?.rate
  }

  /// Reads the CRTCs and asks for their changes; takes round trips.
  func begin() {
    guard firstEvent == nil else { return }
    connection.use { display in
      // 1.3 is the first that answers without looking for displays anew, which may take a second.
      guard connection.hasRandR(1, 3) else { return }
      var (first, error): (Int32, Int32) = (0, 0)
      guard XRRQueryExtension(display, &first, &error) != 0 else { return }
      firstEvent = first
      XRRSelectInput(display, connection.root, Int32(RRCrtcChangeNotifyMask))
    }
    if firstEvent != nil { read() }
  }

  /// Records that a CRTC has changed.
  func note(_ event: XEvent) {
    if let firstEvent, event.type == firstEvent + RRNotify { isStale = true }
  }

  /// Reads all CRTCs; takes round trips.
  func read() {
    isStale = false
    // A CRTC may go between the list and the question about it.
    connection.ignoringErrors { connection.use { displays = read($0) } }
  }

  private func read(_ display: OpaquePointer) -> [(rect: PixelRect, rate: FrameRate?)] {
    guard let resources = XRRGetScreenResourcesCurrent(display, connection.root) else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let list = resources.pointee
    let modes = UnsafeBufferPointer(start: list.modes, count: Int(list.nmode))
    return UnsafeBufferPointer(start: list.crtcs, count: Int(list.ncrtc)).compactMap { crtc in
      guard connection.isAlive, let info = XRRGetCrtcInfo(display, resources, crtc) else {
        return nil
      }
      defer { XRRFreeCrtcInfo(info) }
      let crtc = info.pointee
      guard crtc.mode != 0 else { return nil }
      let rect = PixelRect(
        x: Int(crtc.x), y: Int(crtc.y), width: Int(crtc.width), height: Int(crtc.height))
      return (rect, modes.first { $0.id == crtc.mode }?.refreshRate)
    }
  }
}

extension XRRModeInfo {
  /// Refreshes a second; nil for timings that make no sense, as of servers without a display.
  var refreshRate: FrameRate? {
    let refreshes: Int64 = modeFlags & UInt(RR_Interlace) != 0 ? 2 : 1
    let lines: Int64 = modeFlags & UInt(RR_DoubleScan) != 0 ? 2 : 1
    let clock = Int64(dotClock & 0xFFFF_FFFF) * refreshes
    let pixels = Int64(hTotal & 0xFFFF) * Int64(vTotal & 0xFFFF) * lines
    // No display is slower than ten refreshes a second; a mode that was made up may be.
    return clock >= 10 * pixels ? FrameRate(frames: clock, seconds: pixels) : nil
  }
}
