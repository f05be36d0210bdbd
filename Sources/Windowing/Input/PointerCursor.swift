import CX11

/// The pointer's picture over a window: that of an edge where one can be taken hold of, else that of the desktop.
final class PointerCursor {
  private let connection: Connection
  private let window: XID
  private var cursors: [WindowEdge: Cursor] = [:]
  /// What is shown.
  private var edge: WindowEdge?

  init(connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  /// Shows that `edge` can be taken hold of, or nothing of the kind.
  func show(_ edge: WindowEdge?) {
    guard edge != self.edge else { return }
    self.edge = edge
    connection.use { display in
      if let edge {
        let cursor = cursors[edge] ?? XCreateFontCursor(display, PointerCursor.shape(of: edge))
        cursors[edge] = cursor
        XDefineCursor(display, window, cursor)
      } else {
        XUndefineCursor(display, window)
      }
      XFlush(display)
    }
  }

  /// The glyph of the font of cursors (X11/cursorfont.h).
  private static func shape(of edge: WindowEdge) -> UInt32 {
    switch edge {
    case .topLeft: UInt32(XC_top_left_corner)
    case .top: UInt32(XC_top_side)
    case .topRight: UInt32(XC_top_right_corner)
    case .right: UInt32(XC_right_side)
    case .bottomRight: UInt32(XC_bottom_right_corner)
    case .bottom: UInt32(XC_bottom_side)
    case .bottomLeft: UInt32(XC_bottom_left_corner)
    case .left: UInt32(XC_left_side)
    }
  }
}
