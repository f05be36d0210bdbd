/// A short list of pixel rectangles that have to be painted again; no two of them overlap.
///
/// Every rectangle costs a request to the server and a pass over the display list, every pixel costs a copy:
/// two rectangles are joined where that wastes fewer than `joinWaste` pixels, and the list never grows past
/// `capacity`, so the cost of a frame stays bounded.
public struct Damage: Equatable, Sendable {
  /// The rectangles, disjoint, in no particular order.
  public private(set) var rects: [PixelRect] = []

  /// The most rectangles that are kept; further ones are joined with the nearest.
  public static let capacity = 24

  /// Joining two rectangles is worth this many pixels painted in vain.
  public static let joinWaste = 256

  /// No damage.
  public init() {
    rects.reserveCapacity(Damage.capacity + 1)
  }

  /// The damage of one rectangle.
  public init(_ rect: PixelRect) {
    self.init()
    add(rect)
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
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var pending = rect
    var index = 0
    while index < rects.count {
      let other = rects[index]
      if other.contains(pending) { return }
      let joined = other.union(pending)
      if other.intersects(pending) || joined.area - other.area - pending.area <= Damage.joinWaste {
        // The join may now touch a rectangle that was passed already, so the search starts again.
        rects.swapAt(index, rects.count - 1)
        rects.removeLast()
        pending = joined
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(pending)
    if rects.count > Damage.capacity { joinCheapestPair() }
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

  private mutating func joinCheapestPair() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let waste = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    let joined = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    add(joined)
  }
}
