import CX11
import Geometry
import Glibc

/// A window without a frame that stands above all others for a moment, such as a menu.
///
/// Only its pixels are its own. The pointer and the keys are grabbed for the window that it belongs to, so that the server
/// gives them back by itself should that one go.
final class Popup {
  let identifier: XID
  let presenter: Presenter
  /// Where it is on the screen, in device pixels.
  let place: PixelRect
  private let connection: Connection
  private let owner: XID

  /// A popup of the window `owner` at `place`, not yet mapped; nil where the server is lost or refuses.
  init?(
    _ connection: Connection, owner: XID, format: VisualFormat, place: PixelRect, background: Color,
    _ presentation: Presentation
  ) {
    let size = Placement.held(width: place.width, height: place.height)
    let made = connection.use { display -> XID in
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
        UInt32(size.width),
        UInt32(size.height), 0, format.depth, UInt32(InputOutput), format.visual, UInt(mask),
        &attributes)
    }
    guard let identifier = made, identifier != 0,
      let presenter = Presenter(
        presentation, connection: connection, drawable: identifier, format: format)
    else { return nil }
    (self.connection, self.owner, self.identifier) = (connection, owner, identifier)
    (self.presenter, self.place) = (presenter, place)
    connection.set(
      identifier, .netWMWindowType, type: XA_ATOM, to: [connection.atoms[.netWMWindowTypePopupMenu]]
    )
    connection.use { display in
      XSetTransientForHint(display, identifier, owner)
      // A compositor's rules go by the program's name, too.
      let name = strdup("segclock")
      let kind = strdup("Segclock")
      var hint = XClassHint(res_name: name, res_class: kind)
      XSetClassHint(display, identifier, &hint)
      free(name)
      free(kind)
    }
  }

  /// Takes the pointer and the keys as of the server's `time`; false, with neither, where another program has one of them.
  /// Takes two round trips.
  func grab(at time: Time) -> Bool {
    let mask = ButtonPressMask | ButtonReleaseMask | PointerMotionMask
    let isGrabbed = connection.use { display in
      XGrabPointer(display, owner, 0, UInt32(mask), GrabModeAsync, GrabModeAsync, 0, 0, time)
        == GrabSuccess
        && XGrabKeyboard(display, owner, 0, GrabModeAsync, GrabModeAsync, time) == GrabSuccess
    }
    if isGrabbed != true { ungrab() }
    return isGrabbed == true
  }

  /// Shows it.
  func map() {
    connection.use { XMapRaised($0, identifier) }
    connection.flush()
  }

  /// Gives back what it has, and ends it.
  func close() {
    presenter.isClosed = true
    ungrab()
    // Another program may have destroyed it.
    connection.ignoringErrors { connection.use { _ = XDestroyWindow($0, identifier) } }
    connection.flush()
  }

  private func ungrab() {
    connection.use { display in
      XUngrabPointer(display, Time(CX11.CurrentTime))
      XUngrabKeyboard(display, Time(CX11.CurrentTime))
      XFlush(display)
    }
  }
}
