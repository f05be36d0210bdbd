import CX11
import Geometry

/// A pixmap that collects the bands of one frame, so that the window shows all of them at once.
final class BackBuffer {
  let pixmap: XID
  /// The part of the window that the pixmap stands for.
  let box: PixelRect

  private let connection: Connection
  /// What was put; bands of one rectangle are joined again.
  private var parts: [PixelRect] = []

  /// Nil where the server is lost.
  init?(_ connection: Connection, window: XID, depth: Int32, box: PixelRect) {
    guard !box.isEmpty, box.width <= 32767, box.height <= 32767,
      let pixmap = connection.use({
        XCreatePixmap($0, window, UInt32(box.width), UInt32(box.height), UInt32(depth))
      })
    else { return nil }
    (self.connection, self.pixmap, self.box) = (connection, pixmap, box)
  }

  deinit {
    connection.use { _ = XFreePixmap($0, pixmap) }
  }

  /// Records that `rect` of the window has been put.
  func add(_ rect: PixelRect) {
    if let last = parts.last, last.x == rect.x, last.width == rect.width, last.maxY == rect.y {
      parts[parts.count - 1].height += rect.height
    } else {
      parts.append(rect)
    }
  }

  /// Copies what was put to `window`.
  func show(in window: XID, by gc: GC) {
    for part in parts {
      connection.use { display in
        XCopyArea(
          display, pixmap, window, gc, Int32(part.x - box.x), Int32(part.y - box.y),
          UInt32(part.width),
          UInt32(part.height), Int32(part.x), Int32(part.y))
      }
    }
    connection.flush()
  }
}
