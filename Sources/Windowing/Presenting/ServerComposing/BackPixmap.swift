import CX11

/// A picture of a window's size in the server, in which frames are composed before they are copied to the window.
final class BackPixmap {
  let pixmap: Pixmap
  /// All of it.
  let picture: Picture
  /// The same with a clip, which is whoever's it was last.
  let cut: Picture
  private let connection: Connection

  /// One of `size`, which is held to what X can express.
  init(
    _ connection: Connection, window: XID, size: (width: Int, height: Int), depth: Int32,
    format: UnsafePointer<XRenderPictFormat>
  ) {
    self.connection = connection
    let held = Placement.held(width: size.width, height: size.height)
    pixmap = XCreatePixmap(
      connection.display, window, UInt32(held.width), UInt32(held.height), UInt32(depth))
    picture = XRenderCreatePicture(connection.display, pixmap, format, 0, nil)
    cut = XRenderCreatePicture(connection.display, pixmap, format, 0, nil)
  }

  deinit {
    connection.use { display in
      XRenderFreePicture(display, picture)
      XRenderFreePicture(display, cut)
      XFreePixmap(display, pixmap)
    }
  }
}
