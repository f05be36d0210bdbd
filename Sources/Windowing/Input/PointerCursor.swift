import CX11
import Platform

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

  private let surface: Surface
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

  init(_ surface: Surface) { self.surface = surface }

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
    if isHidden, !wasHidden { surface.report(.pointerLeft) }
    let wanted: Picture =
      isHidden ? .nothing : edge.map { .edge($0) } ?? .shape(isMoving ? .grab : shape)
    if side != drawnSide {
      drawnSide = side
      // The server keeps the one that is shown.
      for case (.shape(let shape), let cursor) in cursors where shape != .usual {
        XFreeCursor(surface.connection.display, cursor)
        cursors[.shape(shape)] = nil
        if shown == .shape(shape) { shown = .shape(.usual) }
      }
    }
    // Creating a cursor may need a round trip.
    guard wanted != shown, cursors[wanted] != nil || surface.connection.ping() else { return }
    shown = wanted
    surface.send { display in
      let cursor = cursors[wanted] ?? make(wanted, display)
      cursors[wanted] = cursor
      XDefineCursor(display, surface.identifier, cursor)
    }
  }

  private func make(_ picture: Picture, _ display: OpaquePointer) -> Cursor {
    switch picture {
    case .shape(.usual): return 0
    case .shape(let shape):
      let (glyph, name) = PointerCursor.fontCursor(for: shape)
      let drawn = surface.connection.hasRender ? draw(shape, side) : nil
      guard let cursor = drawn.flatMap({ create($0, display) }) else {
        return XCreateFontCursor(display, UInt32(glyph))
      }
      XFixesSetCursorName(display, cursor, name)
      return cursor
    case .edge(let edge): return XCreateFontCursor(display, UInt32(edge.row.cursor))
    case .nothing:
      let pixel = XCreateBitmapFromData(display, surface.identifier, "\0", 1, 1)
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
    let pixmap = XCreatePixmap(display, surface.identifier, width, height, 32)
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
