import CX11
package import Geometry

/// A window of this program at the server: its pixels and what it reports, but not its meaning.
package final class Surface {
  let connection: Connection
  let identifier: XID
  let format: VisualFormat
  package let presenter: Presenter
  /// The contents on the screen, in device pixels: as last reported, or for a popup as last requested.
  package internal(set) var rect: PixelRect
  /// The surface that is open above this one and has its input.
  var popup: Surface?
  private(set) var isDestroyed = false {
    didSet {
      presenter.isClosed = true
      report(.windowDestroyed)
    }
  }
  private let isPopup: Bool
  /// What has not been taken yet, oldest first.
  private var reports: [InputEvent] = []

  /// Creates an unmapped window; the window manager ignores a popup.
  init(
    on connection: Connection, _ format: VisualFormat, at rect: PixelRect,
    background: Color = .white, events: Int, sharesMemory: Bool, instanceName: String = "segclock",
    isPopup: Bool = false
  ) {
    (self.connection, self.format, self.rect, self.isPopup) = (connection, format, rect, isPopup)
    let size = Placement.clamped(width: rect.width, height: rect.height)
    (self.rect.width, self.rect.height) = size
    var attributes = XSetWindowAttributes()
    // The server fills new areas, so nothing black flashes before the first frame.
    attributes.background_pixel = UInt(format.layout.pixel(for: background.premultiplied))
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = format.colormap
    attributes.event_mask = events
    attributes.override_redirect = isPopup ? 1 : 0
    let mask =
      CWBackPixel | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask | CWOverrideRedirect
    identifier = XCreateWindow(
      connection.display, connection.root, Int32(clamping: rect.x), Int32(clamping: rect.y),
      UInt32(size.width), UInt32(size.height), 0, format.depth, UInt32(InputOutput),
      format.visual, UInt(mask), &attributes)
    // Rules of window managers and compositors match it.
    connection.set(identifier, XA_WM_CLASS, type: XA_STRING, to: "\(instanceName)\0Segclock\0")
    presenter = Presenter(
      sharesMemory: sharesMemory, connection: connection, drawable: identifier, format: format)
  }

  deinit { connection.receivers[identifier] = nil }

  func send(_ body: (_ display: OpaquePointer) -> Void) {
    guard !isDestroyed else { return }
    body(connection.display)
    connection.flush()
  }

  /// Requests the position and size, or what `mask` names of them; sizes are clamped to 1...32767.
  func configure(_ rect: PixelRect, _ mask: Int32 = CWX | CWY | CWWidth | CWHeight) {
    let size = Placement.clamped(width: rect.width, height: rect.height)
    var changes = XWindowChanges()
    (changes.x, changes.y) = (Int32(clamping: rect.x), Int32(clamping: rect.y))
    (changes.width, changes.height) = (Int32(size.width), Int32(size.height))
    send { XConfigureWindow($0, identifier, UInt32(mask), &changes) }
  }

  func destroy() {
    guard !isDestroyed else { return }
    send { XDestroyWindow($0, identifier) }
    isDestroyed = true
  }

  // MARK: Events

  func report(_ event: InputEvent) { reports.append(event) }

  var hasReports: Bool { !reports.isEmpty }

  func takeReport() -> InputEvent? { reports.isEmpty ? nil : reports.removeFirst() }

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: rect.width, height: rect.height) }

  func receive(_ event: XEvent) {
    guard event.xany.window == identifier, !isDestroyed else { return }
    switch event.type {
    case ClientMessage: if presenter.acknowledge(event) { report(.frameCompleted) }
    case Expose:
      let area = event.xexpose
      report(.exposed(PixelRect(area.x, area.y, area.width, area.height).intersection(bounds)))
    case UnmapNotify where isPopup: destroy()
    case DestroyNotify: isDestroyed = true
    default: break
    }
  }
}
