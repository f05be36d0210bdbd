/// A short list of pixel rectangles that have to be painted again; no two of them overlap.
///
/// Every rectangle costs a request to the server and a pass over the display list, every pixel costs a copy:
/// two rectangles are joined where that wastes no more than `price` pixels, and the list never grows past
/// `capacity`, so the cost of a frame stays bounded.
public struct Damage: Equatable, Sendable {
  /// The rectangles, disjoint, in no particular order.
  public private(set) var rects: [PixelRect] = []

  /// The most rectangles that are kept; further ones are joined with the nearest.
  public static let capacity = 24

  /// As many pixels cost what one more rectangle does: a request, and a pass over the display list.
  public static let price = 1000

  /// No damage.
  public init() {
    rects.reserveCapacity(Damage.capacity + 1)
  }

  /// Whether nothing has to be painted.
  public var isEmpty: Bool { rects.isEmpty }

  /// How many pixels have to be painted.
  public var area: Int {
    var sum = 0
    for rect in rects { sum += rect.area }
    return sum
  }

  /// Forgets everything and keeps the storage.
  public mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
  }

  /// Adds the pixels of `rect`; an empty one adds nothing.
  ///
  /// Where it overlaps a rectangle that it is not worth joining with, only what lies outside is added.
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

  /// Adds all of `other`.
  public mutating func add(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  /// Keeps only what lies inside `bounds`.
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

  /// Appends what lies of `piece` outside the rectangles at `holes`; the pieces are not joined again, since the
  /// join of two pieces may be what was cut.
  private mutating func appendPieces(of piece: PixelRect, outside holes: Range<Int>) {
    guard let index = holes.first(where: { rects[$0].intersects(piece) }) else {
      rects.append(piece)
      return
    }
    piece.forEachPiece(without: rects[index]) {
      appendPieces(of: $0, outside: (index + 1)..<holes.upperBound)
    }
  }

  /// Joins the two rectangles that waste least, with all that they then overlap: at least one fewer is left.
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

  /// The pixels of `joined` that belong to neither of the two that it is around.
  private static func waste(of joined: PixelRect, around first: PixelRect, _ second: PixelRect)
    -> Int
  {
    joined.area - first.area - second.area + first.intersection(second).area
  }

  /// Takes a rectangle out; the last one takes its place.
  private mutating func remove(at index: Int) {
    rects.swapAt(index, rects.count - 1)
    rects.removeLast()
  }
}
