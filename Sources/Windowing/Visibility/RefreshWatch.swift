import CX11
import Geometry
import Platform

final class RefreshWatch {
  private let connection: Connection
  /// The part of the screen that each active CRTC shows, in the server's order.
  private var displays: [(rect: PixelRect, rate: FrameRate?)] = []
  /// The type of RandR's first event; nil without RandR, or before `begin`.
  private var firstEvent: Int32?
  private(set) var isStale = false

  init(connection: Connection) {
    self.connection = connection
  }

  /// Returns the refresh rate at a point of the screen in device pixels; nil if it is unknown. If
  /// several CRTCs show the point, the first counts: a program can be in step with only one.
  func rate(atX x: Int, y: Int) -> FrameRate? {
    displays.first { display in
      let rect = display.rect
      return (rect.x..<rect.maxX).contains(x) && (rect.y..<rect.maxY).contains(y)
    }?.rate
  }

  /// Reads the CRTCs and selects their events; takes round trips.
  func begin() {
    // From 1.3 on the server answers without probing the displays, which may take a second.
    guard firstEvent == nil, connection.hasRandR(1, 3) else { return }
    firstEvent = connection.firstEvent(XRRQueryExtension)
    connection.use { XRRSelectInput($0, connection.root, Int32(RRCrtcChangeNotifyMask)) }
    read()
  }

  func note(_ event: XEvent) {
    if let firstEvent, event.type == firstEvent + RRNotify { isStale = true }
  }

  /// Takes round trips.
  func read() {
    isStale = false
    connection.use { displays = read($0) }
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
  /// Refreshes per second; nil for implausible timings, as of servers without a display.
  var refreshRate: FrameRate? {
    let refreshes: Int64 = modeFlags & UInt(RR_Interlace) != 0 ? 2 : 1
    let lines: Int64 = modeFlags & UInt(RR_DoubleScan) != 0 ? 2 : 1
    let clock = Int64(dotClock & 0xFFFF_FFFF) * refreshes
    let pixels = Int64(hTotal & 0xFFFF) * Int64(vTotal & 0xFFFF) * lines
    // No real display has less than ten refreshes a second.
    return clock >= 10 * pixels ? FrameRate(frames: clock, seconds: pixels) : nil
  }
}
