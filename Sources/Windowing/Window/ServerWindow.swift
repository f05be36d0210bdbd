import CX11

/// A window as the server has it, with the way to its pixels, and whether it is there still.
final class ServerWindow {
  let connection: Connection
  let identifier: XID
  let format: VisualFormat
  /// Another one may take its place while no acknowledgement is awaited.
  var presenter: Presenter
  private(set) var isDestroyed = false

  /// How long a turn waits for the server to show that it can be asked, in nanoseconds.
  static let patience: Int64 = 20_000_000

  /// A window of these options, not yet mapped; nil where the server is lost or refuses.
  init?(_ connection: Connection, _ options: WindowOptions) {
    guard
      let (identifier, format) = connection.use({ ServerWindow.create(on: connection, $0, options) }
      ) ?? nil,
      let presenter = Presenter(
        options.presentation, connection: connection, drawable: identifier, format: format)
    else { return nil }
    (self.connection, self.identifier) = (connection, identifier)
    (self.format, self.presenter) = (format, presenter)
  }

  private static func create(
    on connection: Connection, _ display: OpaquePointer, _ options: WindowOptions
  ) -> (identifier: XID, format: VisualFormat)? {
    let alpha =
      options.isTranslucent
      ? VisualFormat(alphaOf: display, screen: connection.screen, root: connection.root) : nil
    guard let format = alpha ?? VisualFormat(defaultOf: display, screen: connection.screen) else {
      return nil
    }
    let size = Placement.held(width: options.width, height: options.height)
    var attributes = XSetWindowAttributes()
    // The server fills what is new on the screen, so nothing black flashes up before the first frame.
    attributes.background_pixel = UInt(format.layout.pixel(for: options.background.premultiplied))
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = format.colormap
    attributes.event_mask = ServerWindow.eventMask
    let identifier = XCreateWindow(
      display, connection.root, Int32(clamping: options.position?.x ?? 0),
      Int32(clamping: options.position?.y ?? 0), UInt32(size.width), UInt32(size.height), 0,
      format.depth,
      UInt32(InputOutput), format.visual,
      UInt(CWBackPixel | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask), &attributes)
    return identifier == 0 ? nil : (identifier, format)
  }

  /// Whether requests about the window make sense.
  var isUsable: Bool { connection.isAlive && !isDestroyed }

  /// Sends requests about the window, where they make sense.
  func send(_ body: (_ display: OpaquePointer) -> Void) {
    guard !isDestroyed else { return }
    connection.use { display in
      body(display)
      XFlush(display)
    }
  }

  /// Whether the server can be asked about the window now, as a turn may.
  func answers() -> Bool { connection.ping(timeout: ServerWindow.patience) }

  /// Says that the window is gone, so that nothing can be shown any more.
  func markDestroyed() {
    isDestroyed = true
    presenter.isClosed = true
  }

  private static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask
    | EnterWindowMask
    | LeaveWindowMask | ExposureMask | StructureNotifyMask | VisibilityChangeMask | FocusChangeMask
    | PropertyChangeMask | KeymapStateMask
}
