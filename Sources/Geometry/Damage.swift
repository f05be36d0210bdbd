/// A short list of pixel rectangles that have to be painted again; no two of them overlap.
///
/// A rectangle costs a request and a pass over the display list, a pixel costs a copy. So two
/// rectangles are joined if that wastes at most `price` pixels, and at most `capacity` are kept.
public struct Damage: Equatable, Sendable {
  /// Disjoint, in no particular order.
  public private(set) var rects: [PixelRect] = []

  /// The maximum number of rectangles; further ones are joined with the nearest.
  public static let capacity = 24

  /// The cost of one more rectangle (a request and a pass over the list), in pixels.
  public static let price = 1000

  public init() {
    rects.reserveCapacity(Damage.capacity + 1)
  }

  public var isEmpty: Bool { rects.isEmpty }

  /// The number of pixels.
  public var area: Int {
    var sum = 0
    for rect in rects { sum += rect.area }
    return sum
  }

  public mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
  }

  /// Adds the pixels of `rect`; an empty one adds nothing.
  ///
  /// If it overlaps a rectangle that it is not worth joining with, only the rest is added.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var pending = rect
    var index = 0
    while index < rects.count {
      let other = rects[index]
      let joined = other.union(pending)
      if joined == other { return }
      if Damage.waste(of: joined, around: other, pending) <= Damage.price {
        // The join may now touch a rectangle that was passed already, so the search starts again.
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

  /// Appends the part of `piece` outside the rectangles at `holes`, without joining its pieces again:
  /// their join may be what was cut.
  private mutating func appendPieces(of piece: PixelRect, outside holes: Range<Int>) {
    guard let index = holes.first(where: { rects[$0].intersects(piece) }) else {
      rects.append(piece)
      return
    }
    piece.forEachPiece(without: rects[index]) {
      appendPieces(of: $0, outside: (index + 1)..<holes.upperBound)
    }
  }

  /// Joins the pair that wastes least, and whatever it then overlaps.
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

  /// The pixels of `joined` that belong to neither rectangle.
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
