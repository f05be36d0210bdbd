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
      let rect = PixelRect(crtc.x, crtc.y, crtc.width, crtc.height)
      let rate = modes.first { $0.id == crtc.mode }?.refreshRate
      return (rect, isXwayland ? rate.map(wholeRate) : rate)
    }
  }
}

/// Xwayland makes up timings for a size and a rate, as 59.81 Hz for 60: returns the whole rate within
/// 0.5 %, if there is one.
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
