import CX11
import Geometry

/// Derived events; they are reported before the server's next one.
final class EventQueue {
  private var events: [InputEvent] = []

  var isEmpty: Bool { events.isEmpty }

  func append(_ event: InputEvent) { events.append(event) }

  func next() -> InputEvent? { events.isEmpty ? nil : events.removeFirst() }
}

/// A window on the server and its presenter: what all parts of a `Window` share.
final class ServerWindow {
  let connection: Connection
  let identifier: XID
  let format: VisualFormat
  let events = EventQueue()
  let presenter: Presenter
  private(set) var isDestroyed = false
  private var title = ""
  /// Whether the title waits for an acknowledgement, so nothing piles up for a server that does not
  /// read.
  private var isTitleDue = false

  static let patience: Int64 = 20_000_000

  /// Creates an unmapped window; nil if the server is lost or refuses.
  init?(_ connection: Connection, _ options: WindowOptions) {
    let found = connection.use { display -> VisualFormat? in
      let alpha =
        options.isTranslucent
        ? VisualFormat(alphaOf: display, screen: connection.screen) : nil
      return alpha ?? VisualFormat(defaultOf: display, screen: connection.screen)
    }
    let rect = PixelRect(
      x: options.position?.x ?? 0, y: options.position?.y ?? 0, width: options.width,
      height: options.height)
    guard let format = found ?? nil,
      let identifier = ServerWindow.create(
        on: connection, format, at: rect, options.background,
        events: KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask
          | PointerMotionMask | EnterWindowMask | LeaveWindowMask | ExposureMask
          | StructureNotifyMask | VisibilityChangeMask | FocusChangeMask | PropertyChangeMask
          | KeymapStateMask)
    else { return nil }
    guard
      let presenter = Presenter(
        options.presentation, connection: connection, drawable: identifier, format: format)
    else {
      connection.use { _ = XDestroyWindow($0, identifier) }
      return nil
    }
    (self.connection, self.identifier) = (connection, identifier)
    (self.format, self.presenter) = (format, presenter)
  }

  /// Creates an unmapped window; the window manager ignores a popup.
  static func create(
    on connection: Connection, _ format: VisualFormat, at rect: PixelRect, _ background: Color,
    events: Int, isPopup: Bool = false
  ) -> XID? {
    let size = Placement.clamped(width: rect.width, height: rect.height)
    var attributes = XSetWindowAttributes()
    // The server fills new areas, so nothing black flashes before the first frame.
    attributes.background_pixel = UInt(format.layout.pixel(for: background.premultiplied))
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = format.colormap
    attributes.event_mask = events
    attributes.override_redirect = isPopup ? 1 : 0
    // The server may keep what lies below, so nothing has to be painted again.
    attributes.save_under = isPopup ? 1 : 0
    let mask =
      CWBackPixel | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask | CWOverrideRedirect
      | CWSaveUnder
    let created = connection.use {
      XCreateWindow(
        $0, connection.root, Int32(clamping: rect.x), Int32(clamping: rect.y),
        UInt32(size.width), UInt32(size.height), 0, format.depth, UInt32(InputOutput),
        format.visual, UInt(mask), &attributes)
    }
    return created == 0 ? nil : created
  }

  var isUsable: Bool { connection.isAlive && !isDestroyed }

  func send(_ body: (_ display: OpaquePointer) -> Void) {
    guard !isDestroyed else { return }
    connection.use { display in
      body(display)
      XFlush(display)
    }
  }

  func answers() -> Bool { connection.ping(timeout: ServerWindow.patience) }

  func markDestroyed() {
    isDestroyed = true
    presenter.isClosed = true
  }

  func setTitle(_ new: String) {
    guard new != title else { return }
    (title, isTitleDue) = (new, true)
    writeTitle()
  }

  func writeTitle() {
    guard isUsable, isTitleDue, !presenter.isAcknowledgementAwaited else { return }
    isTitleDue = false
    let utf8 = connection.atoms[.utf8String]
    // Old window managers read Latin text only as STRING.
    let type = title.utf8.allSatisfy { $0 < 0x80 } ? XA_STRING : utf8
    connection.set(identifier, XA_WM_NAME, type: type, to: title)
    connection.set(identifier, connection.atoms[.netWMName], type: utf8, to: title)
    connection.flush()
  }

  /// Writes _NET_WM_STATE, which window managers read when the window is mapped.
  func write(_ states: WindowStates) {
    connection.set(identifier, .netWMState, type: XA_ATOM, to: states.names(on: connection))
    // Some window managers know the number for all desktops, but not the state.
    if states.contains(.sticky) {
      connection.set(identifier, .netWMDesktop, type: XA_CARDINAL, to: [0xFFFF_FFFF])
    }
  }

  func writeHints(isUrgent: Bool, isIconic: Bool = false) {
    var hints = XWMHints()
    hints.flags = InputHint | StateHint | (isUrgent ? Int(XUrgencyHint) : 0)
    hints.input = 1
    hints.initial_state = isIconic ? IconicState : NormalState
    send { XSetWMHints($0, identifier, &hints) }
  }
}
