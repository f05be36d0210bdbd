import CX11
import Platform

/// The pointer's picture over a window: nothing where it is hidden, that of an edge where one can be taken hold of, else that of
/// the desktop.
final class PointerCursor {
  private enum Picture: Equatable {
    case usual
    case edge(WindowEdge)
    case nothing
  }

  private let connection: Connection
  private let window: XID
  private var cursors: [WindowEdge: Cursor] = [:]
  /// A cursor of which nothing is seen, once it was asked for; 0 where the server has none.
  private var empty: Cursor?
  /// What can be taken hold of.
  private var edge: WindowEdge?
  /// Whether the pointer is in use.
  private var idle = IdlePointer()
  private var shown = Picture.usual

  init(connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  /// When to call `settle` though nothing has come, CLOCK_MONOTONIC in nanoseconds; nil for never.
  var deadline: Int64? { idle.deadline }

  /// Takes note of an event of the pointer.
  func note(_ event: XEvent) {
    switch event.type {
    case MotionNotify, ButtonPress, ButtonRelease, EnterNotify:
      if idle.deadline != nil || idle.isHidden { idle.noteUse(at: MonotonicClock.now()) }
    default: break
    }
  }

  /// Has the pointer show at the end of the turn that `edge` can be dragged, or its usual picture.
  func show(_ edge: WindowEdge?) { self.edge = edge }

  /// Gives the pointer its picture. It is hidden where it `mayHide` and has not been used for a while; over other windows it
  /// stays as it is.
  func settle(mayHide: Bool) {
    if mayHide || idle != IdlePointer() {
      idle.settle(isAllowed: mayHide, at: MonotonicClock.now())
    }
    let wanted: Picture = idle.isHidden && empty != 0 ? .nothing : edge.map { .edge($0) } ?? .usual
    guard wanted != shown else { return }
    let isMade =
      switch wanted {
      case .usual: true
      case .nothing: empty != nil
      case .edge(let edge): cursors[edge] != nil
      }
    // Making a picture asks the server, libXcursor among others.
    guard isMade || connection.ping(timeout: ServerWindow.patience) else { return }
    if wanted == .nothing, empty == nil {
      empty = connection.use { makeEmpty($0) }
      if empty ?? 0 == 0 { return }
    }
    shown = wanted
    connection.use { display in
      switch wanted {
      case .usual: XUndefineCursor(display, window)
      case .nothing: XDefineCursor(display, window, empty ?? 0)
      case .edge(let edge):
        let cursor = cursors[edge] ?? XCreateFontCursor(display, PointerCursor.shape(of: edge))
        cursors[edge] = cursor
        XDefineCursor(display, window, cursor)
      }
      XFlush(display)
    }
  }

  /// A cursor of one clear pixel; 0 where the server has no RENDER.
  ///
  /// Not by XCreatePixmapCursor: that loads libXcursor, which looks through all themes for a cursor to put in its place.
  private func makeEmpty(_ display: OpaquePointer) -> Cursor {
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRenderQueryExtension(display, &event, &error) != 0,
      XRenderQueryVersion(display, &major, &minor) != 0, (major, minor) >= (0, 5),
      let format = XRenderFindStandardFormat(display, PictStandardARGB32)
    else { return 0 }
    let pixmap = XCreatePixmap(display, window, 1, 1, 32)
    let picture = XRenderCreatePicture(display, pixmap, format, 0, nil)
    var clear = XRenderColor()
    XRenderFillRectangle(display, PictOpSrc, picture, &clear, 0, 0, 1, 1)
    let cursor = XRenderCreateCursor(display, picture, 0, 0)
    XRenderFreePicture(display, picture)
    XFreePixmap(display, pixmap)
    return cursor
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
