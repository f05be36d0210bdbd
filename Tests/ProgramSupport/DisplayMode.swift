import CX11

/// What a display runs at, as a server without one can be made to claim.
package struct DisplayMode: Sendable {
  package var width: Int
  package var height: Int
  /// Pixels a second, with those that are not shown.
  package var dotClock: UInt
  /// Pixels of a line, with those that are not shown.
  package var horizontalTotal: UInt32
  /// Lines of a picture, with those that are not shown.
  package var verticalTotal: UInt32

  /// A mode of a whole number of pictures a second.
  package init(width: Int, height: Int, hertz: UInt) {
    self.width = width
    self.height = height
    dotClock = hertz * 1_000_000
    horizontalTotal = 1000
    verticalTotal = 1000
  }
}

extension Connection {
  /// Puts the display, which shows the screen from its left top corner on, into a mode.
  package func setMode(_ mode: DisplayMode) throws {
    guard let resources = XRRGetScreenResourcesCurrent(display, root) else {
      throw Failure("no RandR")
    }
    defer { XRRFreeScreenResources(resources) }
    guard var output = resources.pointee.outputs?.pointee,
      let crtc = resources.pointee.crtcs?.pointee
    else {
      throw Failure("no display")
    }
    var name = Array("\(mode.width)x\(mode.height)x\(mode.dotClock)".utf8CString)
    let status = name.withUnsafeMutableBufferPointer { name in
      var information = XRRModeInfo()
      (information.width, information.height) = (UInt32(mode.width), UInt32(mode.height))
      information.dotClock = mode.dotClock
      (information.hTotal, information.vTotal) = (mode.horizontalTotal, mode.verticalTotal)
      information.name = name.baseAddress
      information.nameLength = UInt32(name.count - 1)
      let identifier = XRRCreateMode(display, root, &information)
      XRRAddOutputMode(display, output, identifier)
      return XRRSetCrtcConfig(
        display, resources, crtc, Time(CX11.CurrentTime), 0, 0, identifier, Rotation(RR_Rotate_0),
        &output,
        1)
    }
    guard status == RRSetConfigSuccess else { throw Failure("the server refuses the mode") }
    synchronize()
  }
}
