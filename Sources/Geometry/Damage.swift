/// A short list of disjoint pixel rectangles to repaint.
///
/// A rectangle costs a request and a pass over the display list; a pixel costs a copy. So two
/// rectangles are joined if that wastes at most `price` pixels.
public struct Damage: Equatable, Sendable {
  public private(set) var rects: [PixelRect] = []

  /// The maximum number of rectangles; beyond it, they are joined at twice the price, and so on.
  public static let capacity = 24

  /// The cost of one more rectangle, in pixels.
  public static let price = 1000

  public init() {}

  public var isEmpty: Bool { rects.isEmpty }

  public mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
  }

  public mutating func add(_ rect: PixelRect) {
    var price = Damage.price
    join(rect, price: price)
    while rects.count > Damage.capacity {
      price *= 2
      let old = rects
      removeAll()
      for rect in old { join(rect, price: price) }
    }
  }

  /// If `rect` overlaps a rectangle that is not worth joining, only the part outside is added.
  private mutating func join(_ rect: PixelRect, price: Int) {
    guard !rect.isEmpty else { return }
    var pending = rect
    var index = 0
    while index < rects.count {
      let other = rects[index]
      let joined = other.union(pending)
      if joined == other { return }
      let used = other.area + pending.area - other.intersection(pending).area
      if joined.area - used <= price {
        // The union may touch a rectangle already passed, so start again.
        rects.swapAt(index, rects.count - 1)
        rects.removeLast()
        pending = joined
        index = 0
      } else {
        index += 1
      }
    }
    appendPieces(of: pending, outside: 0..<rects.count)
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
}
