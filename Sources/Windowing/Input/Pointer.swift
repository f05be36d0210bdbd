import CX11
package import Geometry
import Platform

/// The picture of a cursor.
package struct CursorImage {
  let width: Int
  let height: Int
  /// Premultiplied, row by row.
  let pixels: [UInt32]
  /// The pixel that points.
  let hotSpot: (x: Int, y: Int)

  /// Copies the pixels of `buffer`.
  package init(pixels buffer: PixelBuffer, hotSpot: (x: Int, y: Int)) {
    let rect = buffer.rect
    (width, height, self.hotSpot) = (rect.width, rect.height, hotSpot)
    pixels = (rect.y..<rect.maxY).flatMap { y in
      UnsafeBufferPointer(start: buffer.row(y), count: rect.width)
    }
  }
}

/// The cursor over a window: hidden at rest in full screen, a resize arrow on an edge, drawn by the
/// program over what can be pressed, dragged or typed, else the desktop's.
package final class PointerCursor: WindowPart {
  package enum Shape: Sendable {
    case usual, hand, grab, text
  }

  private enum Picture: Hashable {
    case shape(Shape)
    case edge(WindowEdge)
    case nothing
  }

  private let target: ServerWindow
  /// The cursors created so far; 0 is the parent window's.
  private var cursors: [Picture: Cursor] = [.shape(.usual): 0]
  private var shown = Picture.shape(.usual)
  package var edge: WindowEdge?
  package var shape = Shape.usual
  /// Draws a cursor as large as `side`; without it, or without RENDER, the font's are used.
  package var draw: (Shape, _ side: Int) -> CursorImage? = { _, _ in nil }
  /// The side of a cursor, in pixels.
  package var side = 24
  private var drawnSide = 24
  /// When to hide the pointer unless it moves; nil if it may not be hidden.
  private var hideTime: MonotonicTime?
  private var isHidden = false

  /// Longer than a person looks for a button.
  private static let patience = Duration.seconds(3)

  init(_ target: ServerWindow) { self.target = target }

  var deadline: MonotonicTime? { isHidden ? nil : hideTime }

  func record(_ event: XEvent) {
    switch event.type {
    case MotionNotify, ButtonPress, ButtonRelease, EnterNotify:
      if hideTime != nil { hideTime = .now + PointerCursor.patience }
    default: break
    }
  }

  func show(mayHide: Bool, isMoving: Bool) {
    hideTime = mayHide ? hideTime ?? .now + PointerCursor.patience : nil
    let wasHidden = isHidden
    isHidden = hideTime.map { $0 <= .now } ?? false
    // A hidden pointer points at nothing.
    if isHidden, !wasHidden { target.events.append(.pointerLeft) }
    let wanted: Picture =
      isHidden ? .nothing : edge.map { .edge($0) } ?? .shape(isMoving ? .grab : shape)
    if side != drawnSide {
      drawnSide = side
      // The server keeps the one that is shown.
      for case (.shape(let shape), let cursor) in cursors where shape != .usual {
        XFreeCursor(target.connection.display, cursor)
        cursors[.shape(shape)] = nil
        if shown == .shape(shape) { shown = .shape(.usual) }
      }
    }
    // Creating a cursor may need a round trip.
    guard wanted != shown, cursors[wanted] != nil || target.connection.ping() else { return }
    shown = wanted
    target.send { display in
      let cursor = cursors[wanted] ?? make(wanted, display)
      cursors[wanted] = cursor
      XDefineCursor(display, target.identifier, cursor)
    }
  }

  private func make(_ picture: Picture, _ display: OpaquePointer) -> Cursor {
    switch picture {
    case .shape(.usual): return 0
    case .shape(let shape):
      let (glyph, name) = PointerCursor.fontCursor(for: shape)
      let drawn = target.connection.hasRender ? draw(shape, side) : nil
      guard let cursor = drawn.flatMap({ create($0, display) }) else {
        return XCreateFontCursor(display, UInt32(glyph))
      }
      XFixesSetCursorName(display, cursor, name)
      return cursor
    case .edge(let edge): return XCreateFontCursor(display, UInt32(edge.row.cursor))
    case .nothing:
      let pixel = XCreateBitmapFromData(display, target.identifier, "\0", 1, 1)
      var (ink, paper) = (XColor(), XColor())
      defer { XFreePixmap(display, pixel) }
      return XCreatePixmapCursor(display, pixel, pixel, &ink, &paper, 0, 0)
    }
  }
}

extension PointerCursor {
  /// The glyph of the cursor font (X11/cursorfont.h) and its name, by which tools tell a cursor.
  private static func fontCursor(for shape: Shape) -> (glyph: Int32, name: String) {
    switch shape {
    case .usual, .hand: (XC_hand2, "hand2")
    case .grab: (XC_fleur, "fleur")
    case .text: (XC_xterm, "xterm")
    }
  }

  /// Creates a cursor with alpha (RENDER 0.5); nil if the server lacks the format.
  private func create(_ image: CursorImage, _ display: OpaquePointer) -> Cursor? {
    guard let format = XRenderFindStandardFormat(display, PictStandardARGB32) else { return nil }
    let (width, height) = (UInt32(image.width), UInt32(image.height))
    let pixmap = XCreatePixmap(display, target.identifier, width, height, 32)
    let gc = XCreateGC(display, pixmap, 0, nil)
    defer {
      XFreeGC(display, gc)
      XFreePixmap(display, pixmap)
    }
    var pixels = image.pixels
    pixels.withUnsafeMutableBytes { bytes in
      let data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let picture = XCreateImage(
        display, nil, 32, ZPixmap, 0, data, width, height, 32, Int32(4 * image.width))
      guard let picture else { return }
      // Xlib swaps the bytes if the server's order differs.
      picture.pointee.byte_order = LSBFirst
      XPutImage(display, pixmap, gc, picture, 0, 0, 0, 0, width, height)
      // The pixels are not its own.
      picture.pointee.data = nil
      _ = picture.pointee.f.destroy_image?(picture)
    }
    let picture = XRenderCreatePicture(display, pixmap, format, 0, nil)
    defer { XRenderFreePicture(display, picture) }
    return XRenderCreateCursor(
      display, picture, UInt32(max(0, image.hotSpot.x)), UInt32(max(0, image.hotSpot.y)))
  }
}

/// A side or corner that resizes a window, in the order of _NET_WM_MOVERESIZE (EWMH 1.5).
package enum WindowEdge: Int, CaseIterable, Sendable {
  case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left

  /// The direction from the middle, and the glyph of the cursor font (X11/cursorfont.h).
  private static let table: [(x: Int, y: Int, cursor: Int32)] = [
    (-1, -1, XC_top_left_corner), (0, -1, XC_top_side), (1, -1, XC_top_right_corner),
    (1, 0, XC_right_side), (1, 1, XC_bottom_right_corner), (0, 1, XC_bottom_side),
    (-1, 1, XC_bottom_left_corner), (-1, 0, XC_left_side),
  ]

  /// The width of edges and the length of corners, in user units: as in window managers' frames.
  private static let reach = 6.0
  private static let corner = 18.0
  /// Maximum reach, as a fraction of a window's shorter side.
  private static let maxFraction = 1.0 / 12
  private static let sineOfSixteenth = 0.3826834323650898

  /// The edge at `point` of a window, in device pixels; nil if it is far from all.
  package init?(at point: Point, of size: Size, outline: Outline, scale: Double) {
    let shorter = min(size.width, size.height)
    let reach = min(WindowEdge.reach * scale, shorter * WindowEdge.maxFraction)
    guard reach > 0, (0..<size.width).contains(point.x), (0..<size.height).contains(point.y) else {
      return nil
    }
    // -1, 0 or 1 for a coordinate relative to the middle.
    func sign(_ value: Double, from side: Double) -> Int {
      abs(value) < side ? 0 : value < 0 ? -1 : 1
    }
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    var direction: (x: Int, y: Int)
    if outline == .ellipse {
      let (u, v) = (x / (size.width / 2), y / (size.height / 2))
      let radius = (u * u + v * v).squareRoot()
      guard (1 - radius) * shorter / 2 < reach else { return nil }
      // Each edge has an eighth of the circumference.
      let side = radius * WindowEdge.sineOfSixteenth
      direction = (sign(u, from: side), sign(v, from: side))
    } else {
      let (across, down) = (size.width / 2 - abs(x), size.height / 2 - abs(y))
      guard min(across, down) < reach else { return nil }
      let corner = min(WindowEdge.corner * scale, shorter / 3)
      direction = (across < corner ? sign(x, from: 0) : 0, down < corner ? sign(y, from: 0) : 0)
    }
    guard let index = WindowEdge.table.firstIndex(where: { ($0.x, $0.y) == direction }) else {
      return nil
    }
    self.init(rawValue: index)
  }

  var row: (x: Int, y: Int, cursor: Int32) { WindowEdge.table[rawValue] }

  /// Returns `rect` with this edge moved by (`dx`, `dy`), as far as the minimum size allows.
  func resized(_ rect: PixelRect, dx: Int, dy: Int) -> PixelRect {
    var rect = rect
    let (x, y, _) = row
    let width = max(rect.width + x * dx, Placement.minSide)
    let height = max(rect.height + y * dy, Placement.minSide)
    if x < 0 { rect.x = rect.maxX - width }
    if y < 0 { rect.y = rect.maxY - height }
    (rect.width, rect.height) = (width, height)
    return rect
  }
}

/// A drag that moves a window, or an edge of it, once the pointer has moved a few pixels.
struct WindowDrag {
  private enum Stage {
    case armed
    /// The pointer is here; the server has to be asked who moves the window.
    case due(Point)
    case handedOver
    /// This program moves the window, which started from this rectangle.
    case following(PixelRect)
  }

  private let press: PointerPress
  /// The edge that is moved; nil for the whole window.
  private let edge: WindowEdge?
  private let target: ServerWindow
  private let placement: Placement
  private var stage = Stage.armed

  /// The distance at which a press becomes a drag, in user units.
  private static let threshold = 3.0
  /// Directions of _NET_WM_MOVERESIZE; those of edges are smaller.
  private static let moveDirection = 8
  private static let cancelDirection = 11

  init(_ press: PointerPress, at edge: WindowEdge?, of target: ServerWindow, _ placement: Placement)
  {
    (self.press, self.edge) = (press, edge)
    (self.target, self.placement) = (target, placement)
  }

  static func begins(_ press: PointerPress, at position: Point, scale: Double) -> Bool {
    position.distance(to: press.rootPosition) > threshold * scale
  }

  /// Continues the drag to a position on the screen; returns false while it may become a click.
  mutating func carryOn(to position: Point) -> Bool {
    switch stage {
    case .armed:
      guard WindowDrag.begins(press, at: position, scale: target.connection.scale) else {
        return false
      }
      stage = .due(position)
    case .due: stage = .due(position)
    case .handedOver: break
    case .following(let start): move(to: position, from: start)
    }
    return true
  }

  private func move(to position: Point, from start: PixelRect) {
    let dx = Int(position.x - press.rootPosition.x)
    let dy = Int(position.y - press.rootPosition.y)
    if let edge {
      placement.moveResize(edge.resized(start, dx: dx, dy: dy))
    } else {
      placement.move(to: start.offset(dx: dx, dy: dy))
    }
  }

  /// Ends the drag if its button was released; returns whether it has ended.
  mutating func end(_ release: PointerPress) -> Bool {
    guard press.button == release.button else { return false }
    // We got the release, so the window manager would wait for it for ever.
    if case .handedOver = stage {
      sendMoveRequest(release, direction: WindowDrag.cancelDirection)
    }
    return true
  }

  var isDue: Bool { if case .due = stage { true } else { false } }

  /// Whether this program moves the whole window.
  var isMoving: Bool { if case .following = stage { edge == nil } else { false } }

  /// Finds out who moves the window, and begins; takes round trips.
  mutating func begin() {
    guard case .due(let position) = stage else { return }
    if target.connection.windowManagerSupports(._NET_WM_MOVERESIZE) {
      stage = .handedOver
      // Our press has grabbed the pointer, and the window manager could not.
      XUngrabPointer(target.connection.display, Time(press.time))
      sendMoveRequest(press, direction: edge?.rawValue ?? WindowDrag.moveDirection)
    } else {
      let start = placement.requestable()
      stage = .following(start)
      move(to: position, from: start)
    }
  }

  private func sendMoveRequest(_ press: PointerPress, direction: Int) {
    target.connection.askWindowManager(
      ._NET_WM_MOVERESIZE, about: target.identifier,
      (Int(press.rootPosition.x), Int(press.rootPosition.y), direction, press.button.rawValue, 1))
  }
}
