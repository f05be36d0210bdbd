import CX11

/// What frames are copied and filled by, in the server.
final class CopyContexts {
  /// Clipped by whoever uses it: composed frames to what is composed, anew with each.
  let clipped: GC
  /// Not clipped.
  let plain: GC
  private let connection: Connection

  /// Contexts for drawables as deep as `drawable`; nil where the connection is lost.
  init?(_ connection: Connection, _ drawable: XID) {
    func make() -> GC? {
      var values = XGCValues()
      values.graphics_exposures = 0
      return connection.use { XCreateGC($0, drawable, UInt(GCGraphicsExposures), &values) } ?? nil
    }
    guard let clipped = make(), let plain = make() else { return nil }
    (self.clipped, self.plain, self.connection) = (clipped, plain, connection)
  }

  deinit {
    connection.use { display in
      XFreeGC(display, clipped)
      XFreeGC(display, plain)
    }
  }

  /// Has what is copied or filled from now on change nothing, or be seen again.
  func hide(_ isHidden: Bool) {
    connection.use { display in
      for context in [clipped, plain] {
        XSetFunction(display, context, isHidden ? GXnoop : GXcopy)
        // Xlib would send it with the next use of the context on this connection, and there is none.
        XFlushGC(display, context)
      }
    }
  }
}
