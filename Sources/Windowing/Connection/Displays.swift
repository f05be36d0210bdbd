import CX11
import Geometry
import Platform

extension Connection {
  /// Returns the part of the screen that each active CRTC shows, in the server's order, and its
  /// refresh rate, nil if unknown. Takes round trips.
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
      let rect = PixelRect(
        x: Int(crtc.x), y: Int(crtc.y), width: Int(crtc.width), height: Int(crtc.height))
      return (rect, modes.first { $0.id == crtc.mode }?.refreshRate)
    }
  }
}

extension XRRModeInfo {
  /// Refreshes per second; nil for implausible timings, as of servers without a display.
  var refreshRate: Double? {
    let refreshes: Int64 = modeFlags & UInt(RR_Interlace) != 0 ? 2 : 1
    let lines: Int64 = modeFlags & UInt(RR_DoubleScan) != 0 ? 2 : 1
    let clock = Int64(dotClock & 0xFFFF_FFFF) * refreshes
    let pixels = Int64(hTotal & 0xFFFF) * Int64(vTotal & 0xFFFF) * lines
    // No real display has less than ten refreshes a second.
    let rate = pixels > 0 ? Double(clock) / Double(pixels) : 0
    return (10...1000).contains(rate) ? rate : nil
  }
}
