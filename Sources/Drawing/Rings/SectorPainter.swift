import DisplayLists
import Geometry

/// Paints a sector row by row from its edges alone: nothing is kept, and nothing allocated.
struct SectorPainter: Painter {
  private let center: Point
  private let word: UInt32
  /// `Coverage.edge` of both circles; 0 for no hole.
  private let outer: Float
  private let inner: Float
  private let extent: PixelRect
  /// The direction clockwise from the end, at right angles to it.
  private let ahead: (x: Float, y: Float)
  private let isMoreThanHalf: Bool
  /// Whether it is nearer to a half turn than to none or a whole one.
  private let isNearHalf: Bool

  /// The number of pixels whose coverage lies on the stack at once.
  private static let piece = 256
  /// The number of pixels that are tried together.
  private static let block = 8
  /// From here on an edge of any direction covers all of a pixel, or nothing: half its diagonal.
  private static let clearDepth: Float = 0.7072

  init(_ sector: Sector) {
    (center, extent) = (sector.center, sector.extent)
    word = sector.color.premultiplied
    outer = Coverage.edge(ofCircle: sector.outer)
    inner = sector.inner > 0 ? Coverage.edge(ofCircle: sector.inner) : 0
    let end = Angle(turns: sector.turns).direction
    ahead = (Float(-end.y), Float(end.x))
    isMoreThanHalf = sector.turns > 0.5
    isNearHalf = abs(sector.turns - 0.5) < 0.25
  }

  mutating func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool {
    guard case .sector(let new) = item else { return false }
    self = SectorPainter(new)
    return true
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let clip = clip.intersection(extent)
    guard !clip.isEmpty, word != 0 else { return }
    // Blending may read three values beyond the end.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SectorPainter.piece + 4) { covers in
      guard let covers = covers.baseAddress else { return }
      covers.initialize(repeating: 0, count: SectorPainter.piece + 4)
      for y in clip.y..<clip.maxY {
        let row = buffer.row(y)
        for start in stride(from: clip.x, to: clip.maxX, by: SectorPainter.piece) {
          let count = min(clip.maxX - start, SectorPainter.piece)
          if cover(y, start, count, covers) {
            Blend.color(word, through: covers, on: row + (start - buffer.rect.x), count: count)
          }
        }
      }
    }
  }

  /// Writes how much of each pixel is covered; returns whether any is.
  private func cover(_ y: Int, _ start: Int, _ count: Int, _ covers: UnsafeMutablePointer<UInt8>)
    -> Bool
  {
    let dy = Float(Double(y) + 0.5 - center.y)
    var isAny = false
    for index in stride(from: 0, to: count, by: SectorPainter.block) {
      let length = min(count - index, SectorPainter.block)
      // Rounded the same wherever a row is cut.
      func dx(_ offset: Int) -> Float { Float(Double(start + index + offset) + 0.5 - center.x) }
      if let all = coverage(from: dx(0), to: dx(length - 1), dy) {
        (covers + index).update(repeating: all, count: length)
        isAny = isAny || all > 0
        continue
      }
      for offset in 0..<length {
        covers[index + offset] = Coverage.byte(coverage(dx(offset), dy))
      }
      isAny = true
    }
    return isAny
  }

  /// Returns the coverage of all pixels of a row from `left` to `right`, if it is 0 or 255.
  private func coverage(from left: Float, to right: Float, _ dy: Float) -> UInt8? {
    let far = max(-left, right)
    let near = max(left, -right, 0)
    let depth = SectorPainter.clearDepth
    let (most, least) = (far * far + dy * dy, near * near + dy * dy)
    if least >= (outer + depth) * (outer + depth) { return 0 }
    if inner > depth, most <= (inner - depth) * (inner - depth) { return 0 }
    let isInBand =
      most <= max(outer - depth, 0) * max(outer - depth, 0)
      && (inner == 0 || least >= (inner + depth) * (inner + depth))
    // Depths behind the start and before the end, at both ends of the row.
    let (first, last) = (before(left, dy), before(right, dy))
    let isPastStart = left >= depth ? true : right <= -depth ? false : nil as Bool?
    let isBeforeEnd = min(first, last) >= depth ? true : max(first, last) <= -depth ? false : nil
    if isMoreThanHalf {
      if isPastStart == false, isBeforeEnd == false { return 0 }
      return isInBand && (isPastStart == true || isBeforeEnd == true) ? 255 : nil
    }
    if isPastStart == false || isBeforeEnd == false { return 0 }
    return isInBand && isPastStart == true && isBeforeEnd == true ? 255 : nil
  }

  /// The depth of a point, relative to the centre, before the line through the end.
  private func before(_ dx: Float, _ dy: Float) -> Float { -(dx * ahead.x + dy * ahead.y) }

  private func coverage(_ dx: Float, _ dy: Float) -> Float {
    let start = Coverage.ofSquare(depth: dx, nx: 1, ny: 0)
    let end = Coverage.ofSquare(depth: before(dx, dy), nx: ahead.x, ny: ahead.y)
    // Exact where the edges are parallel: about a half turn they face the same way, at the others
    // each other. Elsewhere a pixel has both edges only at the centre.
    let between =
      switch (isMoreThanHalf, isNearHalf) {
      case (false, true): min(start, end)
      case (true, true): max(start, end)
      case (false, false): max(start + end - 1, 0)
      case (true, false): min(start + end, 1)
      }
    return between * Coverage.ofAnnulus(dx: dx, dy: dy, outer: outer, inner: inner)
  }
}
