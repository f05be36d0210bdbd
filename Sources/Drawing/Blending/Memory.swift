import Geometry
import Glibc

/// The owned pixels of a rectangle of the window: a finished sprite.
final class PixelBlock: Sprite, Painter {
  /// Premultiplied 0xAARRGGBB, rows without gaps.
  let base: UnsafeMutablePointer<UInt32>
  let rect: PixelRect
  let isOpaque: Bool

  /// Nil if `rect` is empty or memory runs out.
  init?(rect: PixelRect, backdrop: Color? = nil) {
    // Kernels read four pixels at once.
    guard !rect.isEmpty, let memory = MemoryBudget.zeroed(UInt32.self, count: rect.area + 3) else {
      return nil
    }
    base = memory
    self.rect = rect
    isOpaque = backdrop?.isOpaque ?? false
    if let backdrop { buffer.fill(backdrop) }
  }

  deinit { free(base) }

  var bytes: Int { rect.area * MemoryLayout<UInt32>.stride }

  var buffer: PixelBuffer { PixelBuffer(base: base, stride: rect.width, rect: rect) }

  /// Calls `body` for each row inside `clip` with its first pixel here, its first pixel in
  /// `buffer`, and the pixel count.
  @inline(__always)
  func forEachRow(
    of buffer: PixelBuffer, in clip: PixelRect,
    _ body: (_ start: Int, _ row: UnsafeMutablePointer<UInt32>, _ count: Int) -> Void
  ) {
    let visible = rect.intersection(clip)
    guard !visible.isEmpty else { return }
    for y in visible.y..<visible.maxY {
      body(
        (y - rect.y) * rect.width + (visible.x - rect.x),
        buffer.row(y) + (visible.x - buffer.rect.x), visible.width)
    }
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    forEachRow(of: buffer, in: clip) { start, row, count in
      if isOpaque {
        row.update(from: base + start, count: count)
      } else {
        Blend.over(base + start, on: row, count: count)
      }
    }
  }
}

/// The owned coverage (0...255) of the pixels of a rectangle.
final class Mask: Sprite {
  let base: UnsafeMutablePointer<UInt8>
  /// The width rounded up to a multiple of four, as cairo requires.
  let stride: Int
  let rect: PixelRect

  init?(rect: PixelRect) {
    guard !rect.isEmpty else { return nil }
    let stride = (rect.width + 3) & ~3
    guard let memory = MemoryBudget.zeroed(UInt8.self, count: rect.height * stride + 3) else {
      return nil
    }
    base = memory
    self.stride = stride
    self.rect = rect
  }

  deinit { free(base) }

  var bytes: Int { rect.height * stride }

  func draw(_ color: UInt32, into buffer: PixelBuffer, clip: PixelRect, dx: Int = 0, dy: Int = 0) {
    let place = PixelRect(x: rect.x + dx, y: rect.y + dy, width: rect.width, height: rect.height)
    let visible = place.intersection(clip)
    guard !visible.isEmpty, color != 0 else { return }
    for y in visible.y..<visible.maxY {
      Blend.color(
        color, through: base + (y - place.y) * stride + (visible.x - place.x),
        on: buffer.row(y) + (visible.x - buffer.rect.x), count: visible.width)
    }
  }

  /// The mask and all pixels up to `width` pixels away from each of its pixels.
  func grown(by width: Int) -> Mask? {
    let area = PixelRect(covering: rect.rect.inset(by: -Double(width)))
    guard let grown = Mask(rect: area) else { return nil }
    let disc = (-width...width).flatMap { (dy: Int) -> [Int] in
      let row = (-width...width).filter { (dx: Int) in dx * dx + dy * dy <= width * width }
      return row.map { dy * grown.stride + $0 }
    }
    for y in 0..<rect.height {
      for x in 0..<rect.width where base[y * stride + x] > 0 {
        let middle = grown.base + (y + width) * grown.stride + x + width
        for place in disc { middle[place] = max(middle[place], base[y * stride + x]) }
      }
    }
    return grown
  }

  func subtract(_ other: Mask) {
    let shared = rect.intersection(other.rect)
    guard !shared.isEmpty else { return }
    for y in shared.y..<shared.maxY {
      let row = base + (y - rect.y) * stride - rect.x
      let cut = other.base + (y - other.rect.y) * other.stride - other.rect.x
      for x in shared.x..<shared.maxX {
        let product = UInt32(row[x]) * (255 - UInt32(cut[x])) + 128
        row[x] = UInt8((product + product >> 8) >> 8)
      }
    }
  }

  /// A disc or, with a hole, an annulus.
  static func disc(at center: Point, radius: Double, hole: Double, clip: PixelRect? = nil) -> Mask?
  {
    let box = PixelRect(covering: Rect(center: center, size: .zero).inset(by: -radius - 1))
    guard let mask = Mask(rect: clip.map { box.intersection($0) } ?? box) else { return nil }
    let rect = mask.rect
    let outer = Coverage.edge(ofCircle: radius)
    let inner = hole > 0 ? Coverage.edge(ofCircle: hole) : 0
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let dx = Float(Double(rect.x + x) + 0.5 - center.x)
        let dy = Float(Double(rect.y + y) + 0.5 - center.y)
        let cover = Coverage.ofAnnulus(dx: dx, dy: dy, outer: outer, inner: inner)
        mask.base[y * mask.stride + x] = Coverage.byte(cover)
      }
    }
    return mask
  }
}
