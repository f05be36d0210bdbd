import CX11
package import Geometry
package import RenderSteps

/// A menu or the like above the window. There is one at most.
extension Window {
  /// How long the server may take to show that it can be asked, in nanoseconds.
  private static let patienceWithPopup: Int64 = 100_000_000

  /// The monitor at a point of the screen, or at the window's middle, and that point; nil where the server does not answer.
  /// Takes round trips.
  package func monitor(at given: Point?) -> (monitor: PixelRect, point: Point)? {
    guard isUsable else { return nil }
    let monitors = connection.monitors(within: Window.patienceWithPopup)
    guard let first = monitors.first else { return nil }
    placement.locate()
    let point = given ?? placement.rect.rect.center
    let monitor = monitors.first { $0.rect.contains(point) }
    return (monitor ?? first, point)
  }

  /// Opens a popup at `place` of the screen, which has the pointer and the keys from the server's `time` on: that of the key
  /// or the button that asked for it. False where another program has them, or the server does not answer; nothing is shown
  /// then. Takes round trips.
  package func openPopup(at place: PixelRect, background: Color, time: UInt32) -> Bool {
    closePopup()
    guard isUsable, connection.answers(within: Window.patienceWithPopup),
      let popup = Popup(
        connection, owner: identifier, format: format, place: place, background: background,
        presenter.way == .sharedMemory ? .sharedMemory : .put)
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
  package func closePopup() {
    guard let popup else { return }
    self.popup = nil
    popup.close()
  }

  /// Whether there is a popup to which a frame may be sent.
  package var canPresentPopup: Bool { popup?.presenter.canBeginFrame ?? false }

  /// Shows one frame of `source` in the popup; see `Presenter.present`.
  package func presentPopup(_ rects: [PixelRect], from source: some FrameSource) -> [PixelRect] {
    guard let presenter = popup?.presenter else { return [] }
    // An acknowledgement is worth a wake-up only where something waits for it.
    presenter.expectsMore = true
    return presenter.present(rects, from: source)
  }

  /// What an event of the popup's means, if anything; nil for one that is the window's own.
  func popupValue(of event: inout XEvent) -> InputEvent?? {
    guard let popup else { return nil }
    if popup.presenter.acknowledge(event) { return .popup(.frameCompleted) }
    if event.xany.window == popup.identifier { return .some(value(of: event)) }
    guard !isDestroyed, event.xany.window == identifier else { return nil }
    switch event.type {
    case CX11.KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify: break
    default: return nil
    }
    let value = value(of: &event)
    // After a run of moves, the last.
    let (root, own) =
      switch event.type {
      case MotionNotify: ((event.xmotion.x_root, event.xmotion.y_root), (event.xmotion.x, event.xmotion.y))
      default: ((event.xbutton.x_root, event.xbutton.y_root), (event.xbutton.x, event.xbutton.y))
      }
    let (dx, dy) = (Int(root.0 - own.0) - popup.place.x, Int(root.1 - own.1) - popup.place.y)
    return .some(value.map { .popup($0.offset(dx: Double(dx), dy: Double(dy))) })
  }

  private func value(of event: XEvent) -> InputEvent? {
    switch event.type {
    case Expose:
      let area = event.xexpose
      return .popup(
        .exposed(
          PixelRect(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height))))
    case UnmapNotify, DestroyNotify:
      closePopup()
      return .popupClosed
    default: return nil
    }
  }

  /// Closes the popup of a window that has gone from the screen.
  func settlePopup() {
    let signs = visibility.signs
    guard popup != nil, !signs.isMapped || signs.isUnviewable || signs.isIconic || signs.isHidden else {
      return
    }
    closePopup()
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
