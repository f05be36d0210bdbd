package import Geometry

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
