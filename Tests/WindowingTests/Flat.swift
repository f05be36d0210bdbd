import Geometry

/// A frame of one colour.
struct Flat {
  private let color: UInt32

  init(_ color: UInt32) {
    self.color = color
  }

  func paint(into buffer: PixelBuffer) {
    for y in buffer.rect.y..<buffer.rect.maxY {
      buffer.row(y).update(repeating: color, count: buffer.rect.width)
    }
  }
}
