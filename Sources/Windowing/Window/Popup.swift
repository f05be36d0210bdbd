import CX11
package import Geometry

/// A window without a frame above all others, such as a menu; there is one at most.
///
/// Only its pixels are its own. The pointer and the keys are grabbed for the owner, so that the
/// server releases them should the owner go.
package final class Popup {
  private let owner: ServerWindow
  private let placement: Placement
  private let input: InputReader
  private let events: EventQueue
  private var shown: (identifier: XID, presenter: Presenter, place: PixelRect)?

  /// How long the server may take to prove that it answers, in nanoseconds.
  private static let patience: Int64 = 100_000_000

  init(of owner: ServerWindow, placement: Placement, input: InputReader, events: EventQueue) {
    (self.owner, self.placement, self.input, self.events) = (owner, placement, input, events)
  }

  private var connection: Connection { owner.connection }

  var isOpen: Bool { shown != nil }

  var identifier: XID? { shown?.identifier }

  /// Returns the monitor at a point of the screen, or at the owner's middle, and that point; nil
  /// where the server does not answer. Takes round trips.
  package func monitor(at given: Point?) -> (monitor: PixelRect, point: Point)? {
    guard owner.isUsable else { return nil }
    let monitors = Monitors(of: connection).rects(within: Popup.patience)
    guard let first = monitors.first else { return nil }
    placement.locate()
    let point = given ?? placement.rect.rect.center
    return (monitors.first { $0.rect.contains(point) } ?? first, point)
  }

  /// Opens the popup at `place` of the screen; takes round trips.
  ///
  /// It has the pointer and the keys from the server's `time` on: that of the key or button that
  /// asked for it. Returns false, with nothing shown, where another program has grabbed one of them
  /// or the server does not answer.
  package func open(at place: PixelRect, background: Color, time: UInt32) -> Bool {
    close()
    guard owner.isUsable, connection.ping(timeout: Popup.patience),
      let identifier = create(at: place, background: background)
    else { return false }
    let way: Presentation = owner.presenter.way == .sharedMemory ? .sharedMemory : .put
    guard
      let presenter = Presenter(
        way, connection: connection, drawable: identifier, format: owner.format)
    else { return false }
    shown = (identifier, presenter, place)
    guard grab(at: Time(time)) else {
      close()
      return false
    }
    input.endDrag()
    connection.use { XMapRaised($0, identifier) }
    connection.flush()
    return true
  }

  private func create(at place: PixelRect, background: Color) -> XID? {
    let (format, size) = (owner.format, Placement.clamped(width: place.width, height: place.height))
    let created = connection.use { display -> XID in
      var attributes = XSetWindowAttributes()
      attributes.override_redirect = 1
      // A server that can keeps what lies below, so that nothing has to be painted again.
      attributes.save_under = 1
      attributes.background_pixel = UInt(format.layout.pixel(for: background.premultiplied))
      attributes.border_pixel = 0
      attributes.colormap = format.colormap
      attributes.event_mask = ExposureMask | StructureNotifyMask
      let mask =
        CWOverrideRedirect | CWSaveUnder | CWBackPixel | CWBorderPixel | CWColormap | CWEventMask
      return XCreateWindow(
        display, connection.root, Int32(clamping: place.x), Int32(clamping: place.y),
        UInt32(size.width), UInt32(size.height), 0, format.depth, UInt32(InputOutput),
        format.visual, UInt(mask), &attributes)
    }
    guard let created, created != 0 else { return nil }
    connection.set(
      created, .netWMWindowType, type: XA_ATOM, to: [connection.atoms[.netWMWindowTypePopupMenu]])
    connection.use { XSetTransientForHint($0, created, owner.identifier) }
    connection.setClass(created, instance: "segclock")
    return created
  }

  private func grab(at time: Time) -> Bool {
    let mask = ButtonPressMask | ButtonReleaseMask | PointerMotionMask
    return connection.use { display in
      XGrabPointer(
        display, owner.identifier, 0, UInt32(mask), GrabModeAsync, GrabModeAsync, 0, 0, time)
        == GrabSuccess
        && XGrabKeyboard(display, owner.identifier, 0, GrabModeAsync, GrabModeAsync, time)
          == GrabSuccess
    } ?? false
  }

  /// Closes the popup and releases the pointer and the keys.
  package func close() {
    guard let shown else { return }
    self.shown = nil
    shown.presenter.isClosed = true
    // Another program may have destroyed it.
    connection.ignoringErrors {
      connection.use { display in
        XUngrabPointer(display, Time(CX11.CurrentTime))
        XUngrabKeyboard(display, Time(CX11.CurrentTime))
        XDestroyWindow(display, shown.identifier)
      }
    }
    connection.flush()
  }

  /// Whether the popup is open and can take a frame.
  package var canPresent: Bool { shown?.presenter.canBeginFrame ?? false }

  /// Shows one frame in the popup; see `Presenter.present`.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    guard let presenter = shown?.presenter else { return [] }
    // An acknowledgement is worth a wake-up only where something waits for it.
    presenter.expectsMore = true
    return presenter.present(rects, paint: paint)
  }

  /// Returns what an event of the popup's own window means, if anything; nil for any other event.
  func value(of event: XEvent) -> InputEvent?? {
    guard let shown else { return nil }
    if shown.presenter.acknowledge(event) { return .popup(.frameCompleted) }
    guard event.xany.window == shown.identifier else { return nil }
    switch event.type {
    case Expose: return .popup(.exposed(PixelRect(event.xexpose)))
    case UnmapNotify, DestroyNotify:
      close()
      return .popupClosed
    default: return .some(nil)
    }
  }

  /// Whether an event of the owner comes from the popup's grab.
  func hasGrabbed(_ event: XEvent) -> Bool {
    guard isOpen, !owner.isDestroyed, event.xany.window == owner.identifier else { return false }
    switch event.type {
    case CX11.KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify: return true
    default: return false
    }
  }

  /// Returns the meaning of a grabbed event, with its position in the popup.
  func value(of value: InputEvent, grabbedBy event: XEvent) -> InputEvent {
    guard let place = shown?.place else { return value }
    // XMotionEvent has its positions at the same offsets as XButtonEvent.
    let button = event.xbutton
    let dx = Int(button.x_root - button.x) - place.x
    let dy = Int(button.y_root - button.y) - place.y
    return .popup(value.offset(dx: Double(dx), dy: Double(dy)))
  }

  /// Closes the popup of an owner that has gone from the screen.
  func settle(_ conditions: VisibilityConditions) {
    guard isOpen, conditions.isOffScreen else { return }
    close()
    events.append(.popupClosed)
  }
}

extension InputEvent {
  fileprivate func offset(dx: Double, dy: Double) -> InputEvent {
    switch self {
    case .pointerMoved(let point, let buttons):
      return .pointerMoved(point.offset(dx: dx, dy: dy), buttons: buttons)
    case .pointerPressed(var press):
      press.position = press.position.offset(dx: dx, dy: dy)
      return .pointerPressed(press)
    case .pointerReleased(var press):
      press.position = press.position.offset(dx: dx, dy: dy)
      return .pointerReleased(press)
    case .scrolled(var scroll):
      scroll.position = scroll.position.offset(dx: dx, dy: dy)
      return .scrolled(scroll)
    default: return self
    }
  }
}
