import CX11
package import Geometry
import Platform

/// The pointer's picture over a window: hidden while it lies still over a full screen, a resize arrow on an edge, else the
/// desktop's.
final class PointerCursor {
  private enum Picture: Hashable {
    case usual
    case edge(WindowEdge)
    case nothing
  }

  private let connection: Connection
  private let window: XID
  /// Those that have been made; 0 is that of the window around this one.
  private var cursors: [Picture: Cursor] = [.usual: 0]
  private var edge: WindowEdge?
  private var idle = IdlePointer()
  private var shown = Picture.usual

  init(connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  /// When to call `settle` though nothing has come, CLOCK_MONOTONIC in nanoseconds; nil for never.
  var deadline: Int64? { idle.deadline }

  /// Handles an event of the pointer.
  func note(_ event: XEvent) {
    switch event.type {
    case MotionNotify, ButtonPress, ButtonRelease, EnterNotify:
      if idle.deadline != nil || idle.isHidden { idle.noteUse(at: MonotonicClock.now()) }
    default: break
    }
  }

  /// Shows at the end of the turn that `edge` can be dragged, or the usual picture.
  func show(_ edge: WindowEdge?) { self.edge = edge }

  /// Changes the picture where that is due. Over other windows it stays as it is.
  func settle(mayHide: Bool) {
    if mayHide || idle != IdlePointer() {
      idle.settle(isAllowed: mayHide, at: MonotonicClock.now())
    }
    let wanted: Picture = idle.isHidden ? .nothing : edge.map { .edge($0) } ?? .usual
    guard wanted != shown,
      // Making a picture asks the server, libXcursor among others.
      cursors[wanted] != nil || connection.ping(timeout: ServerWindow.patience)
    else { return }
    shown = wanted
    connection.use { display in
      let cursor = cursors[wanted] ?? make(wanted, display)
      cursors[wanted] = cursor
      XDefineCursor(display, window, cursor)
      XFlush(display)
    }
  }

  private func make(_ picture: Picture, _ display: OpaquePointer) -> Cursor {
    switch picture {
    case .usual: 0
    case .nothing: makeEmpty(display)
    case .edge(let edge): XCreateFontCursor(display, edge.cursorShape)
    }
  }

  /// A cursor of one clear pixel; 0 where the server has no RENDER.
  ///
  /// Not by XCreatePixmapCursor: that loads libXcursor, which looks through all themes for a cursor to use instead.
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
}

/// When the pointer is hidden that lies still over a window which fills the screen. Times are CLOCK_MONOTONIC in nanoseconds.
struct IdlePointer: Equatable {
  private(set) var isHidden = false
  /// Since when it has lain still where it may be hidden; nil where it may not.
  private var start: Int64?

  /// Longer than a person looks for a button, shorter than it disturbs.
  static let patience: Int64 = 3_000_000_000

  /// When to hide it.
  var deadline: Int64? { isHidden ? nil : start.map { $0 + IdlePointer.patience } }

  /// Shows the pointer, which was moved or had a button pressed.
  mutating func noteUse(at now: Int64) {
    isHidden = false
    if start != nil { start = now }
  }

  /// Hides or shows it as of `now`.
  mutating func settle(isAllowed: Bool, at now: Int64) {
    guard isAllowed else {
      (isHidden, start) = (false, nil)
      return
    }
    let start = self.start ?? now
    self.start = start
    if now >= start + IdlePointer.patience { isHidden = true }
  }
}

/// A side or a corner of a window by which it is resized, in the order of _NET_WM_MOVERESIZE (EWMH 1.5).
package enum WindowEdge: Int, CaseIterable, Sendable {
  case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left

  /// How far from the outline a press still grabs it, and how far along from a corner it grabs that, in user units: as in
  /// window managers' frames.
  private static let reach = 6.0
  private static let corner = 18.0
  /// Maximum reach, as a fraction of a window's shorter side.
  private static let maxFraction = 1.0 / 12
  private static let sineOfSixteenth = 0.3826834323650898

  /// The edge at `point` of a window of `size` and `outline`, all in device pixels, of which `scale` are a user unit; nil
  /// where it is far from all.
  package init?(at point: Point, of size: Size, outline: Outline, scale: Double) {
    let shorter = min(size.width, size.height)
    let reach = min(WindowEdge.reach * scale, shorter * WindowEdge.maxFraction)
    guard reach > 0, (0..<size.width).contains(point.x), (0..<size.height).contains(point.y) else {
      return nil
    }
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    if outline == .ellipse {
      let (u, v) = (x / (size.width / 2), y / (size.height / 2))
      let radius = (u * u + v * v).squareRoot()
      guard (1 - radius) * shorter / 2 < reach else { return nil }
      // Each has an eighth of the circumference.
      let side = radius * WindowEdge.sineOfSixteenth
      self.init(across: abs(u) < side ? 0 : u, down: abs(v) < side ? 0 : v)
      return
    }
    let (left, right) = (point.x, size.width - point.x)
    let (top, bottom) = (point.y, size.height - point.y)
    guard min(left, right, top, bottom) < reach else { return nil }
    let corner = min(WindowEdge.corner * scale, shorter / 3)
    self.init(
      across: left < corner ? -1 : right < corner ? 1 : 0,
      down: top < corner ? -1 : bottom < corner ? 1 : 0)
  }

  private init?(across: Double, down: Double) {
    let direction = (x: across.sign(), y: down.sign())
    guard let edge = WindowEdge.allCases.first(where: { $0.direction == direction }) else {
      return nil
    }
    self = edge
  }

  /// The direction from the middle: -1, 0 or 1 to the right and down.
  var direction: (x: Int, y: Int) {
    switch self {
    case .topLeft: (-1, -1)
    case .top: (0, -1)
    case .topRight: (1, -1)
    case .right: (1, 0)
    case .bottomRight: (1, 1)
    case .bottom: (0, 1)
    case .bottomLeft: (-1, 1)
    case .left: (-1, 0)
    }
  }

  /// The glyph of the font of cursors (X11/cursorfont.h).
  fileprivate var cursorShape: UInt32 {
    let shape =
      switch self {
      case .topLeft: XC_top_left_corner
      case .top: XC_top_side
      case .topRight: XC_top_right_corner
      case .right: XC_right_side
      case .bottomRight: XC_bottom_right_corner
      case .bottom: XC_bottom_side
      case .bottomLeft: XC_bottom_left_corner
      case .left: XC_left_side
      }
    return UInt32(shape)
  }

  /// `rect` with this edge moved by (`dx`, `dy`) device pixels, and no smaller than `least`.
  func resized(_ rect: PixelRect, dx: Int, dy: Int, least: (width: Int, height: Int)) -> PixelRect {
    var rect = rect
    let (x, y) = direction
    let width = max(rect.width + x * dx, least.width)
    let height = max(rect.height + y * dy, least.height)
    if x < 0 { rect.x = rect.maxX - width }
    if y < 0 { rect.y = rect.maxY - height }
    (rect.width, rect.height) = (width, height)
    return rect
  }
}

extension Double {
  fileprivate func sign() -> Int { self < 0 ? -1 : self > 0 ? 1 : 0 }
}
