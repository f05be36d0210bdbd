import CX11

/// A window on the server, with the way to its pixels.
final class ServerWindow {
  let connection: Connection
  let identifier: XID
  let format: VisualFormat
  /// May be replaced while no acknowledgement is pending.
  var presenter: Presenter
  private(set) var isDestroyed = false
  private var title: String
  /// A title that waits for an acknowledgement, so that nothing piles up before a server that does
  /// not read.
  private var pendingTitle: String?

  /// How long a turn waits for the server to prove that it answers, in nanoseconds.
  static let patience: Int64 = 20_000_000

  /// Creates an unmapped window; nil where the server is lost or refuses.
  init?(_ connection: Connection, _ options: WindowOptions) {
    guard
      let (identifier, format) = connection.use({ ServerWindow.create(on: connection, $0, options) }
      ) ?? nil,
      let presenter = Presenter(
        options.presentation, connection: connection, drawable: identifier, format: format)
    else { return nil }
    (self.connection, self.identifier) = (connection, identifier)
    (self.format, self.presenter) = (format, presenter)
    title = options.title
    writeProperties(options)
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
    let size = Placement.clamped(width: options.width, height: options.height)
    var attributes = XSetWindowAttributes()
    // The server fills what is new on the screen, so nothing black flashes before the first frame.
    attributes.background_pixel = UInt(format.layout.pixel(for: options.background.premultiplied))
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = format.colormap
    attributes.event_mask =
      KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask
      | EnterWindowMask | LeaveWindowMask | ExposureMask | StructureNotifyMask
      | VisibilityChangeMask | FocusChangeMask | PropertyChangeMask | KeymapStateMask
    let identifier = XCreateWindow(
      display, connection.root, Int32(clamping: options.position?.x ?? 0),
      Int32(clamping: options.position?.y ?? 0), UInt32(size.width), UInt32(size.height), 0,
      format.depth, UInt32(InputOutput), format.visual,
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

  /// Returns whether the server answers questions now. Ask before each of them: Xlib waits for an
  /// answer without limit, and a server that has stopped gives none.
  func answers() -> Bool { connection.ping(timeout: ServerWindow.patience) }

  func markDestroyed() {
    isDestroyed = true
    presenter.isClosed = true
  }

  /// Changes the title; nothing is sent where it is the same.
  func setTitle(_ new: String) {
    guard isUsable, new != pendingTitle ?? title else { return }
    pendingTitle = new
    if !presenter.isAcknowledgementAwaited { writePendingTitle() }
  }

  /// Sends the title that waited for an acknowledgement.
  func writePendingTitle() {
    guard let new = pendingTitle else { return }
    pendingTitle = nil
    guard new != title else { return }
    title = new
    send { _ in writeTitle(new) }
  }
}
