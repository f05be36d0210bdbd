import CX11
package import Geometry

// A popup is a surface without a frame above all others, such as a menu; at most one is open.
//
// The pointer and the keyboard are grabbed for the window, and the server releases them if that goes. Events of both
// come to the window, which reports them as the popup's.

extension Window {
  /// How long the server may take to answer before a popup opens.
  private static let popupPatience = Duration.milliseconds(100)

  /// Returns the monitor at a point of the screen, by default the window's middle, and that point;
  /// nil if the server does not answer. Takes round trips.
  package func monitor(at given: Point?) -> (monitor: PixelRect, point: Point)? {
    guard !surface.isDestroyed, connection.ping(timeout: Window.popupPatience) else { return nil }
    placement.locate()
    let point = given ?? surface.rect.rect.center
    let pixel = PixelRect(x: Int(point.x), y: Int(point.y), width: 1, height: 1)
    return (connection.monitor(showing: pixel), point)
  }

  /// Opens a popup and grabs the pointer and the keyboard as of the server's `time`. Returns nil,
  /// with nothing shown, if another program has grabbed one or the server does not answer.
  ///
  /// It reports `windowDestroyed` if it goes by itself. Close it then, too.
  package func openPopup(at place: PixelRect, background: Color, time: UInt32) -> Surface? {
    closePopup()
    guard !surface.isDestroyed, connection.ping(timeout: Window.popupPatience) else { return nil }
    let popup = Surface(
      on: connection, surface.format, at: place, background: background,
      events: ExposureMask | StructureNotifyMask, sharesMemory: presenter.sharesMemory,
      isPopup: true)
    connection.receivers[popup.identifier] = { [weak popup] in popup?.receive($0) }
    connection.set(
      popup.identifier, ._NET_WM_WINDOW_TYPE, type: XA_ATOM,
      to: [connection.atoms[._NET_WM_WINDOW_TYPE_POPUP_MENU]])
    XSetTransientForHint(connection.display, popup.identifier, identifier)
    surface.popup = popup
    guard grabInput(at: Time(time)) else {
      closePopup()
      return nil
    }
    input.endDrag()
    popup.send { XMapRaised($0, popup.identifier) }
    return popup
  }

  private func grabInput(at time: Time) -> Bool {
    let mask = ButtonPressMask | ButtonReleaseMask | PointerMotionMask
    let display = connection.display
    let pointer = XGrabPointer(
      display, identifier, 0, UInt32(mask), GrabModeAsync, GrabModeAsync, 0, 0, time)
    return pointer == GrabSuccess
      && XGrabKeyboard(display, identifier, 0, GrabModeAsync, GrabModeAsync, time) == GrabSuccess
  }

  package func closePopup() {
    guard let popup = surface.popup else { return }
    surface.popup = nil
    surface.send {
      XUngrabPointer($0, Time(CX11.CurrentTime))
      XUngrabKeyboard($0, Time(CX11.CurrentTime))
    }
    popup.destroy()
  }
}

extension Surface {
  /// Moves and resizes a popup; what it shows stays until the next frame.
  package func move(to place: PixelRect) {
    guard rect != place else { return }
    rect = place
    configure(place)
  }
}
