import DisplayLists
import Geometry

/// Paints a finished picture at another place, size and strength; each pixel is mixed from four.
struct ScaledPicturePainter: Painter {
  private var shown: ScaledPicture
  private let block: PixelBlock

  /// The width of the pieces in which a row is made, on the stack.
  private static let piece = 128
  /// The fraction bits of a position in the picture. They are whole numbers, so that a pixel does not depend on where
  /// its row was cut.
  private static let bits = 24

  init(_ shown: ScaledPicture, _ block: PixelBlock) { (self.shown, self.block) = (shown, block) }

  mutating func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool {
    guard case .scaled(let new) = item, new.picture == shown.picture else { return false }
    shown = new
    return true
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let visible = shown.extent.intersection(clip)
    guard !visible.isEmpty, shown.weight > 0, let grid = Grid(shown, block.rect) else { return }
    if let (dx, dy) = grid.wholeOffset { return paintUnscaled(dx, dy, into: buffer, visible) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: ScaledPicturePainter.piece + 4) {
      guard let pixels = $0.baseAddress else { return }
      for y in visible.y..<visible.maxY {
        let row = buffer.row(y) - buffer.rect.x
        var x = visible.x
        while x < visible.maxX {
          let count = min(visible.maxX - x, ScaledPicturePainter.piece)
          sample(grid, x: x, y: y, count: count, into: pixels)
          Blend.over(pixels, on: row + x, count: count)
          x += count
        }
      }
    }
  }

  /// Most pictures only become stronger or fainter.
  private func paintUnscaled(_ dx: Int, _ dy: Int, into buffer: PixelBuffer, _ visible: PixelRect) {
    let rect = block.rect
    let shown = PixelRect(x: -dx, y: -dy, width: rect.width, height: rect.height)
      .intersection(visible)
    guard !shown.isEmpty else { return }
    for y in shown.y..<shown.maxY {
      let source = block.base + (y + dy) * rect.width + (shown.x + dx)
      Blend.over(
        source, weight: self.shown.weight, on: buffer.row(y) + (shown.x - buffer.rect.x),
        count: shown.width)
    }
  }

  /// Where the window's first pixel and those after it are in the picture.
  private struct Grid {
    let x: Int
    let y: Int
    let step: Int

    /// Where the window's first pixel is, if every pixel is one of the picture.
    var wholeOffset: (dx: Int, dy: Int)? {
      let bits = ScaledPicturePainter.bits
      let mask = 1 << bits - 1
      return step == 1 << bits && x & mask == 0 && y & mask == 0 ? (x >> bits, y >> bits) : nil
    }

    /// Nil at an absurd place.
    init?(_ shown: ScaledPicture, _ rect: PixelRect) {
      let first = shown.source(of: Point(x: 0.5, y: 0.5))
      let (x, y) = (first.x - 0.5 - Double(rect.x), first.y - 0.5 - Double(rect.y))
      let (limit, step) = (Canvas.limit, 1 / shown.scale)
      guard abs(x) < limit, abs(y) < limit, step < limit else { return nil }
      let unit = Double(1 << ScaledPicturePainter.bits)
      (self.x, self.y) = (Int((x * unit).rounded()), Int((y * unit).rounded()))
      self.step = Int((step * unit).rounded())
    }
  }

  private func sample(
    _ grid: Grid, x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    let bits = ScaledPicturePainter.bits
    func fraction(_ position: Int) -> UInt32 { UInt32(position &>> (bits - 8) & 255) }
    let v = grid.y &+ y &* grid.step
    let (top, bottom) = (row(v >> bits), row(v >> bits + 1))
    let (down, weight) = (fraction(v), UInt32(shown.weight))
    for index in 0..<count {
      let u = grid.x &+ (x &+ index) &* grid.step
      let (left, right) = (u >> bits, u >> bits + 1)
      let across = fraction(u)
      let above = Self.mix(pixel(top, left), pixel(top, right), across)
      let below = Self.mix(pixel(bottom, left), pixel(bottom, right), across)
      pixels[index] = Self.mix(0, Self.mix(above, below, down), weight)
    }
  }

  /// Nil outside of the picture.
  @inline(__always)
  private func row(_ y: Int) -> UnsafeMutablePointer<UInt32>? {
    y >= 0 && y < block.rect.height ? block.base + y * block.rect.width : nil
  }

  @inline(__always)
  private func pixel(_ row: UnsafeMutablePointer<UInt32>?, _ x: Int) -> UInt32 {
    guard let row, x >= 0, x < block.rect.width else { return 0 }
    return row[x]
  }

  /// `part` 256ths of `other`, and the rest of `one`.
  @inline(__always)
  private static func mix(_ one: UInt32, _ other: UInt32, _ part: UInt32) -> UInt32 {
    if one == other { return one }
    let (low, rest) = (0x00FF_00FF as UInt32, 256 &- part)
    let round = 0x0080_0080 as UInt32
    let even = ((one & low) &* rest &+ (other & low) &* part &+ round) &>> 8 & low
    let odd = ((one &>> 8) & low) &* rest &+ ((other &>> 8) & low) &* part &+ round
    return even | odd & ~low
  }
}
