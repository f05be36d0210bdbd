import CX11
package import Geometry

/// What a window does with a popup above it, such as a menu. There is one at most; it has the pointer and the keys meanwhile.
package final class PopupHost {
  private let target: ServerWindow
  private let placement: Placement
  private let input: InputReader
  private let events: EventQueue
  private var popup: Popup?

  /// How long the server may take to show that it can be asked, in nanoseconds.
  private static let patience: Int64 = 100_000_000

  init(_ target: ServerWindow, placement: Placement, input: InputReader, events: EventQueue) {
    (self.target, self.placement, self.input, self.events) = (target, placement, input, events)
  }

  /// Whether there is a popup.
  var isOpen: Bool { popup != nil }

  /// The popup's number on the server.
  var identifier: XID? { popup?.identifier }

  /// The monitor at a point of the screen, or at the window's middle, and that point; nil where the server does not answer.
  /// Takes round trips.
  package func monitor(at given: Point?) -> (monitor: PixelRect, point: Point)? {
    guard target.isUsable else { return nil }
    let monitors = Monitors(of: target.connection).rects(within: PopupHost.patience)
    guard let first = monitors.first else { return nil }
    placement.locate()
    let point = given ?? placement.rect.rect.center
    let monitor = monitors.first { $0.rect.contains(point) }
    return (monitor ?? first, point)
  }

  /// Opens a popup at `place` of the screen, which has the pointer and the keys from the server's `time` on: that of the key
  /// or the button that asked for it. False where another program has them, or the server does not answer; nothing is shown
  /// then. Takes round trips.
  package func open(at place: PixelRect, background: Color, time: UInt32) -> Bool {
    close()
    guard target.isUsable, target.connection.ping(timeout: PopupHost.patience),
      let popup = Popup(
        target.connection, owner: target.identifier, format: target.format, place: place,
        background: background, target.presenter.way == .sharedMemory ? .sharedMemory : .put)
    else { return false }
    guard popup.grab(at: Time(time)) else {
      popup.close()
      return false
    }
    input.endDrag()
    self.popup = popup
    popup.map()
    return true
  }

  /// Closes the popup and gives the pointer and the keys back.
  package func close() {
    guard let popup else { return }
    self.popup = nil
    popup.close()
  }

  /// Whether there is a popup to which a frame may be sent.
  package var canPresent: Bool { popup?.presenter.canBeginFrame ?? false }

  /// Shows one frame in the popup; see `Presenter.present`.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    guard let presenter = popup?.presenter else { return [] }
    // An acknowledgement is worth a wake-up only where something waits for it.
    presenter.expectsMore = true
    return presenter.present(rects, paint: paint)
  }

  /// What an event about the popup itself means, if anything; nil for an event that is not about it.
  func value(of event: XEvent) -> InputEvent?? {
    guard let popup else { return nil }
    if popup.presenter.acknowledge(event) { return .popup(.frameCompleted) }
    guard event.xany.window == popup.identifier else { return nil }
    switch event.type {
    case Expose: return .popup(.exposed(PixelRect(event.xexpose)))
    case UnmapNotify, DestroyNotify:
      close()
      return .popupClosed
    default: return .some(nil)
    }
  }

  /// Whether an event of the window's comes of the popup's grab, so that what it means is the popup's.
  func hasGrabbed(_ event: XEvent) -> Bool {
    guard popup != nil, !target.isDestroyed, event.xany.window == target.identifier else {
      return false
    }
    switch event.type {
    case CX11.KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify: return true
    default: return false
    }
  }

  /// What a grabbed event of this meaning means to the popup: the same at a place within it.
  func value(of value: InputEvent, grabbedBy event: XEvent) -> InputEvent {
    guard let popup else { return value }
    let (root, own) =
      switch event.type {
      case MotionNotify:
        ((event.xmotion.x_root, event.xmotion.y_root), (event.xmotion.x, event.xmotion.y))
      default: ((event.xbutton.x_root, event.xbutton.y_root), (event.xbutton.x, event.xbutton.y))
      }
    let (dx, dy) = (Int(root.0 - own.0) - popup.place.x, Int(root.1 - own.1) - popup.place.y)
    return .popup(value.offset(dx: Double(dx), dy: Double(dy)))
  }

  /// Closes the popup of a window that has gone from the screen.
  func settle(_ conditions: VisibilityConditions) {
    guard popup != nil, conditions.isOffScreen
    else {
      return
    }
    close()
    events.append(.popupClosed)
  }
}

extension InputEvent {
  /// The same with its position moved.
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
