/// A short list of disjoint pixel rectangles to repaint.
///
/// A rectangle costs a request and a pass over the display list; a pixel costs a copy. So two
/// rectangles are joined if that wastes at most `price` pixels.
public struct Damage: Equatable, Sendable {
  public private(set) var rects: [PixelRect] = []

  /// The maximum number of rectangles; beyond it, the cheapest pair is joined.
  public static let capacity = 24

  /// The cost of one more rectangle, in pixels.
  public static let price = 1000

  public init() {
    rects.reserveCapacity(Damage.capacity + 1)
  }

  public var isEmpty: Bool { rects.isEmpty }

  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  public mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
  }

  /// If `rect` overlaps a rectangle that is not worth joining, only the part outside is added.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var pending = rect
    var index = 0
    while index < rects.count {
      let other = rects[index]
      let joined = other.union(pending)
      if joined == other { return }
      if Damage.waste(of: joined, around: other, pending) <= Damage.price {
        // The union may touch a rectangle already passed, so start again.
        remove(at: index)
        pending = joined
        index = 0
      } else {
        index += 1
      }
    }
    appendPieces(of: pending, outside: 0..<rects.count)
    while rects.count > Damage.capacity { joinCheapestPair() }
  }

  public mutating func add(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  public mutating func clip(to bounds: PixelRect) {
    for index in rects.indices.reversed() {
      let kept = rects[index].intersection(bounds)
      if kept.isEmpty {
        rects.remove(at: index)
      } else {
        rects[index] = kept
      }
    }
  }

  /// Appends the part of `piece` outside the rectangles at `holes`.
  ///
  /// Its pieces are not joined again: that could restore what was cut.
  private mutating func appendPieces(of piece: PixelRect, outside holes: Range<Int>) {
    guard let index = holes.first(where: { rects[$0].intersects(piece) }) else {
      rects.append(piece)
      return
    }
    piece.forEachPiece(without: rects[index]) {
      appendPieces(of: $0, outside: (index + 1)..<holes.upperBound)
    }
  }

  /// Joins the pair that wastes the fewest pixels, and every rectangle that the union overlaps.
  private mutating func joinCheapestPair() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let joined = rects[first].union(rects[second])
        let waste = Damage.waste(of: joined, around: rects[first], rects[second])
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    var joined = rects[best.first].union(rects[best.second])
    remove(at: best.second)
    remove(at: best.first)
    while let index = rects.firstIndex(where: joined.intersects) {
      joined = joined.union(rects[index])
      remove(at: index)
    }
    rects.append(joined)
  }

  private static func waste(of joined: PixelRect, around first: PixelRect, _ second: PixelRect)
    -> Int
  {
    joined.area - first.area - second.area + first.intersection(second).area
  }

  /// Removes a rectangle; the last one takes its index.
  private mutating func remove(at index: Int) {
    rects.swapAt(index, rects.count - 1)
    rects.removeLast()
  }
}
