import CX11
import Geometry
import Platform

/// Follows by RandR what shows which part of the screen how often a second.
///
/// Asked once; from then on the server's events say what changes, and only a mode that it has not named yet is asked
/// for. A window that moves costs no request.
final class RefreshWatch {
  private let connection: Connection
  private var table = CrtcTable()
  /// The type of RandR's first event; nil where the server has no RandR, or it was not asked yet.
  private var firstEvent: Int32?
  /// Whether a CRTC has changed since `takeChange` was last called.
  private(set) var hasChanged = false
  /// Whether the table lacks the mode of a CRTC that has changed.
  private(set) var isStale = false

  init(connection: Connection) {
    self.connection = connection
  }

  /// The refresh rate at a point of the screen in device pixels; nil where it cannot be known.
  func rate(atX x: Int, y: Int) -> FrameRate? {
    table.rate(atX: x, y: y)
  }

  /// Reads the CRTCs and asks for their changes; takes round trips.
  func begin() {
    guard firstEvent == nil else { return }
    connection.use { display in
      var first: Int32 = 0
      var firstError: Int32 = 0
      var major: Int32 = 0
      var minor: Int32 = 0
      // 1.3 is the first that tells what is known without looking for displays anew, which may take a second.
      guard XRRQueryExtension(display, &first, &firstError) != 0,
        XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 3)
      else { return }
      firstEvent = first
      XRRSelectInput(display, connection.root, Int32(RRCrtcChangeNotifyMask))
    }
    if firstEvent != nil { read() }
  }

  /// Takes note of an event.
  func note(_ event: inout XEvent) {
    guard let firstEvent, event.type == firstEvent + RRNotify else { return }
    let change = withUnsafeBytes(of: &event) { $0.loadUnaligned(as: XRRCrtcChangeNotifyEvent.self) }
    guard change.subtype == RRNotify_CrtcChange else { return }
    let rect = PixelRect(
      x: Int(change.x), y: Int(change.y), width: Int(change.width), height: Int(change.height))
    hasChanged = true
    if !table.set(CrtcTable.Crtc(identifier: change.crtc, rect: rect, mode: change.mode)) {
      isStale = true
    }
  }

  /// Whether a CRTC has changed since this was last called.
  func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// Reads the whole table; takes round trips.
  func read() {
    isStale = false
    hasChanged = true
    // A CRTC may go between the list and the question about it.
    _ = connection.trapErrors {
      guard
        let resources = connection.use({ XRRGetScreenResourcesCurrent($0, connection.root) }) ?? nil
      else {
        return
      }
      defer { XRRFreeScreenResources(resources) }
      var fresh = CrtcTable()
      for mode in UnsafeBufferPointer(
        start: resources.pointee.modes, count: Int(resources.pointee.nmode))
      {
        fresh.modes[mode.id] = CrtcTable.Timings(
          dotClock: mode.dotClock, horizontalTotal: UInt(mode.hTotal),
          verticalTotal: UInt(mode.vTotal),
          isInterlaced: mode.modeFlags & UInt(RR_Interlace) != 0,
          isDoubleScanned: mode.modeFlags & UInt(RR_DoubleScan) != 0)
      }
      for crtc in UnsafeBufferPointer(
        start: resources.pointee.crtcs, count: Int(resources.pointee.ncrtc))
      {
        guard let info = connection.use({ XRRGetCrtcInfo($0, resources, crtc) }) ?? nil else {
          continue
        }
        defer { XRRFreeCrtcInfo(info) }
        let rect = PixelRect(
          x: Int(info.pointee.x), y: Int(info.pointee.y), width: Int(info.pointee.width),
          height: Int(info.pointee.height))
        _ = fresh.set(CrtcTable.Crtc(identifier: crtc, rect: rect, mode: info.pointee.mode))
      }
      table = fresh
    }
  }
}
