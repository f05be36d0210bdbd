import Geometry
import Platform

/// Which part of the screen is shown how often a second: the CRTCs of RandR and their modes.
struct CrtcTable: Equatable {
  /// What feeds a display, or several with the same picture.
  struct Crtc: Equatable {
    let identifier: UInt
    /// The part of the screen that it shows, in device pixels.
    var rect: PixelRect
    /// The mode's number; 0 for one that is switched off.
    var mode: UInt
  }

  /// A mode's timings, as RandR and the kernel have them.
  struct Timings: Equatable {
    /// Pixels a second.
    var dotClock: UInt = 0
    /// Pixels of a line, with those that are not shown.
    var horizontalTotal: UInt = 0
    /// Lines of a picture, with those that are not shown.
    var verticalTotal: UInt = 0
    /// Whether two refreshes make a picture.
    var isInterlaced = false
    /// Whether every line is shown twice.
    var isDoubleScanned = false

    /// Refreshes a second; nil where the timings make no sense, as those of servers that have no display.
    var rate: FrameRate? {
      guard dotClock <= UInt(UInt32.max), horizontalTotal <= UInt(UInt16.max),
        verticalTotal <= UInt(UInt16.max)
      else { return nil }
      let clock = Int64(dotClock) * (isInterlaced ? 2 : 1)
      let pixels = Int64(horizontalTotal) * Int64(verticalTotal) * (isDoubleScanned ? 2 : 1)
      // No display is as slow as this; a mode that was made up may be.
      guard clock >= 10 * pixels else { return nil }
      return FrameRate(frames: clock, seconds: pixels)
    }
  }

  /// The modes that the server has named, by their numbers.
  var modes: [UInt: Timings] = [:]
  /// All CRTCs, in the server's order.
  private(set) var crtcs: [Crtc] = []

  /// Takes note of a CRTC as it is now; false where its mode has not been named yet.
  mutating func set(_ crtc: Crtc) -> Bool {
    if let index = crtcs.firstIndex(where: { $0.identifier == crtc.identifier }) {
      crtcs[index] = crtc
    } else {
      crtcs.append(crtc)
    }
    return crtc.mode == 0 || modes[crtc.mode] != nil
  }

  /// The refresh rate at a point of the screen; nil where no CRTC shows it or its rate cannot be known.
  ///
  /// Where several show it, that of the first: one of them is all that a program can be in step with.
  func rate(atX x: Int, y: Int) -> FrameRate? {
    for crtc in crtcs where crtc.mode != 0 {
      let rect = crtc.rect
      guard (rect.x..<rect.maxX).contains(x), (rect.y..<rect.maxY).contains(y) else { continue }
      return modes[crtc.mode]?.rate
    }
    return nil
  }
}
