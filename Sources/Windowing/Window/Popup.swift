import CX11
package import Geometry

/// A window without a frame above all others, such as a menu; at most one is open.
///
/// The pointer and the keyboard are grabbed for the owner: the server releases them if that goes.
package final class Popup {
  private let owner: ServerWindow
  private let placement: Placement
  private let input: InputReader
  private var shown: (identifier: XID, presenter: Presenter, place: PixelRect)?
  private var connection: Connection { owner.connection }

  private static let patience = Duration.milliseconds(100)

  init(of owner: ServerWindow, placement: Placement, input: InputReader) {
    (self.owner, self.placement, self.input) = (owner, placement, input)
  }

  var isOpen: Bool { shown != nil }

  var identifier: XID? { shown?.identifier }

  package var presenter: Presenter? { shown?.presenter }

  /// Returns the monitor at a point of the screen, by default the owner's middle, and that point;
  /// nil if the server does not answer. Takes round trips.
  package func monitor(at given: Point?) -> (monitor: PixelRect, point: Point)? {
    guard !owner.isDestroyed, connection.ping(timeout: Popup.patience) else { return nil }
    placement.locate()
    let point = given ?? placement.rect.rect.center
    let pixel = PixelRect(x: Int(point.x), y: Int(point.y), width: 1, height: 1)
    return (connection.monitor(showing: pixel), point)
  }

  /// Opens the popup and grabs the pointer and the keyboard as of the server's `time`. Returns false,
  /// with nothing shown, if another program has grabbed one or the server does not answer.
  package func open(at place: PixelRect, background: Color, time: UInt32) -> Bool {
    close()
    guard !owner.isDestroyed, connection.ping(timeout: Popup.patience) else { return false }
    let identifier = ServerWindow.create(
      on: connection, owner.format, at: place, background,
      events: ExposureMask | StructureNotifyMask, isPopup: true)
    let presenter = Presenter(
      sharesMemory: owner.presenter.sharesMemory, connection: connection, drawable: identifier,
      format: owner.format)
    connection.set(
      identifier, ._NET_WM_WINDOW_TYPE, type: XA_ATOM,
      to: [connection.atoms[._NET_WM_WINDOW_TYPE_POPUP_MENU]])
    XSetTransientForHint(connection.display, identifier, owner.identifier)
    shown = (identifier, presenter, place)
    guard grab(at: Time(time)) else {
      close()
      return false
    }
    input.endDrag()
    XMapRaised(connection.display, identifier)
    connection.flush()
    return true
  }

  private func grab(at time: Time) -> Bool {
    let mask = ButtonPressMask | ButtonReleaseMask | PointerMotionMask
    let (display, window) = (connection.display, owner.identifier)
    let pointer = XGrabPointer(
      display, window, 0, UInt32(mask), GrabModeAsync, GrabModeAsync, 0, 0, time)
    return pointer == GrabSuccess
      && XGrabKeyboard(display, window, 0, GrabModeAsync, GrabModeAsync, time) == GrabSuccess
  }

  package func close() {
    guard let shown else { return }
    self.shown = nil
    shown.presenter.isClosed = true
    XUngrabPointer(connection.display, Time(CX11.CurrentTime))
    XUngrabKeyboard(connection.display, Time(CX11.CurrentTime))
    XDestroyWindow(connection.display, shown.identifier)
    connection.flush()
  }

  /// Moves and resizes the popup; what it shows stays until the next frame.
  package func move(to place: PixelRect) {
    guard let shown, shown.place != place else { return }
    self.shown?.place = place
    let size = Placement.clamped(width: place.width, height: place.height)
    XMoveResizeWindow(
      connection.display, shown.identifier, Int32(clamping: place.x), Int32(clamping: place.y),
      UInt32(size.width), UInt32(size.height))
    connection.flush()
  }

  func translate(_ event: inout XEvent) {
    guard let place = shown?.place else { return }
    // XMotionEvent has its positions at the same offsets as XButtonEvent.
    event.xbutton.x = event.xbutton.x_root &- Int32(clamping: place.x)
    event.xbutton.y = event.xbutton.y_root &- Int32(clamping: place.y)
  }
}
