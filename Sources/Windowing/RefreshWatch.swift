import CX11
import Geometry

/// Follows by RandR what shows which part of the screen how often a second.
///
/// Asked once; from then on the server's events say what changes, and only a mode that it has not named yet is asked
/// for. A window that moves costs no request.
final class RefreshWatch {
  private let connection: Connection
  private var table = CrtcTable()
  /// The type of RandR's first event; nil where the server has no RandR, or it was not asked yet.
  private var firstEvent: Int32?
  /// Whether a CRTC has changed, and whether the table lacks its mode.
  private var hasChanged = false
  private var isStale = false

  init(connection: Connection) {
    self.connection = connection
  }

  /// The refresh rate at a point of the screen in device pixels; nil where it cannot be known.
  func rate(atX x: Int, y: Int) -> FrameRate? {
    table.rate(atX: x, y: y)
  }

  /// Reads the CRTCs and asks for their changes; takes round trips.
  func begin() {
    guard connection.isAlive, firstEvent == nil else { return }
    var firstEvent: Int32 = 0
    var firstError: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0
    // 1.3 is the first that tells what is known without looking for displays anew, which may take a second.
    guard XRRQueryExtension(connection.display, &firstEvent, &firstError) != 0, connection.isAlive,
      XRRQueryVersion(connection.display, &major, &minor) != 0, (major, minor) >= (1, 3)
    else { return }
    self.firstEvent = firstEvent
    XRRSelectInput(connection.display, connection.root, Int32(RRCrtcChangeNotifyMask))
    read()
  }

  /// Takes note of an event.
  func note(_ event: inout XEvent) {
    guard let firstEvent, event.type == firstEvent + RRNotify else { return }
    let change = withUnsafeBytes(of: &event) { $0.loadUnaligned(as: XRRCrtcChangeNotifyEvent.self) }
    guard change.subtype == RRNotify_CrtcChange else { return }
    let rect = PixelRect(
      x: Int(change.x), y: Int(change.y), width: Int(change.width), height: Int(change.height))
    hasChanged = true
    if !table.set(CrtcTable.Crtc(identifier: change.crtc, rect: rect, mode: change.mode)) { isStale = true }
  }

  /// Asks for a mode that no event has named; true where a CRTC has changed since this was last called.
  func settle() -> Bool {
    if isStale { read() }
    isStale = false
    defer { hasChanged = false }
    return hasChanged
  }

  private func read() {
    // A CRTC may go between the list and the question about it.
    _ = connection.trapErrors {
      guard connection.isAlive,
        let resources = XRRGetScreenResourcesCurrent(connection.display, connection.root)
      else { return }
      defer { XRRFreeScreenResources(resources) }
      var fresh = CrtcTable()
      for index in 0..<Int(resources.pointee.nmode) {
        let mode = resources.pointee.modes[index]
        fresh.modes[mode.id] = CrtcTable.Timings(
          dotClock: mode.dotClock, horizontalTotal: UInt(mode.hTotal), verticalTotal: UInt(mode.vTotal),
          isInterlaced: mode.modeFlags & UInt(RR_Interlace) != 0,
          isDoubleScanned: mode.modeFlags & UInt(RR_DoubleScan) != 0)
      }
      for index in 0..<Int(resources.pointee.ncrtc) where connection.isAlive {
        let identifier = resources.pointee.crtcs[index]
        guard let crtc = XRRGetCrtcInfo(connection.display, resources, identifier) else { continue }
        defer { XRRFreeCrtcInfo(crtc) }
        let rect = PixelRect(
          x: Int(crtc.pointee.x), y: Int(crtc.pointee.y), width: Int(crtc.pointee.width),
          height: Int(crtc.pointee.height))
        _ = fresh.set(CrtcTable.Crtc(identifier: identifier, rect: rect, mode: crtc.pointee.mode))
      }
      table = fresh
    }
  }
}
