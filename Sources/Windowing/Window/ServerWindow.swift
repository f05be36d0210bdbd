import CX11
import Geometry

/// A window on the server and its presenter: what all parts of a `Window` share.
final class ServerWindow {
  let connection: Connection
  let identifier: XID
  let format: VisualFormat
  /// Derived events; they are reported before the server's next one.
  var events: [InputEvent] = []
  let presenter: Presenter
  var isDestroyed = false {
    didSet { presenter.isClosed = isDestroyed }
  }

  /// Creates an unmapped window.
  init(_ connection: Connection, _ options: WindowOptions) {
    let alpha =
      options.isTranslucent
      ? VisualFormat(alphaOf: connection.display, screen: connection.screen) : nil
    (self.connection, format) = (connection, alpha ?? connection.format)
    identifier = ServerWindow.create(
      on: connection, format, at: options.rect, .white,
      events: KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask
        | PointerMotionMask | EnterWindowMask | LeaveWindowMask | ExposureMask
        | StructureNotifyMask | VisibilityChangeMask | FocusChangeMask | PropertyChangeMask
        | KeymapStateMask,
      instanceName: options.instanceName)
    presenter = Presenter(
      sharesMemory: options.sharesMemory, connection: connection, drawable: identifier,
      format: format)
  }

  /// Creates an unmapped window; the window manager ignores a popup.
  static func create(
    on connection: Connection, _ format: VisualFormat, at rect: PixelRect, _ background: Color,
    events: Int, instanceName: String = "segclock", isPopup: Bool = false
  ) -> XID {
    let size = Placement.clamped(width: rect.width, height: rect.height)
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
    let window = XCreateWindow(
      connection.display, connection.root, Int32(clamping: rect.x), Int32(clamping: rect.y),
      UInt32(size.width), UInt32(size.height), 0, format.depth, UInt32(InputOutput),
      format.visual, UInt(mask), &attributes)
    // Rules of window managers and compositors match it.
    connection.set(window, XA_WM_CLASS, type: XA_STRING, to: "\(instanceName)\0Segclock\0")
    return window
  }

  func send(_ body: (_ display: OpaquePointer) -> Void) {
    guard !isDestroyed else { return }
    body(connection.display)
    connection.flush()
  }

  /// Writes _NET_WM_STATE, which window managers read when the window is mapped.
  func write(_ states: WindowStates) {
    connection.set(identifier, ._NET_WM_STATE, type: XA_ATOM, to: states.names(on: connection))
    // Some window managers know the number for all desktops, but not the state.
    if states.contains(.sticky) {
      connection.set(identifier, ._NET_WM_DESKTOP, type: XA_CARDINAL, to: [0xFFFF_FFFF])
    }
  }
}
