import Geometry
import Session

/// The parts of a panel in rows and columns, divided by shares.
struct Arrangement: Equatable {
  private var part: Part?
  private var pieces: [Arrangement] = []
  private var isColumn = false
  /// Whether all pieces have the same width, and so need no shares.
  private var isEven = false

  static func part(_ part: Part) -> Arrangement { Arrangement(part: part) }
  static func row(_ pieces: [Arrangement], isEven: Bool = false) -> Arrangement {
    Arrangement(pieces: pieces, isEven: isEven)
  }
  static func column(_ pieces: [Arrangement]) -> Arrangement {
    Arrangement(pieces: pieces, isColumn: true)
  }

  /// The number of its own shares: one less than its pieces.
  private var ownShareCount: Int { isEven ? 0 : max(0, pieces.count - 1) }

  var shareCount: Int { pieces.reduce(ownShareCount) { $0 + $1.shareCount } }

  func filtered(_ keep: (Part) -> Bool) -> Arrangement? {
    if let part { return keep(part) ? self : nil }
    var copy = self
    copy.pieces = pieces.compactMap { $0.filtered(keep) }
    return copy.pieces.count > 1 ? copy : copy.pieces.first
  }

  /// Visits each part with its box in `bounds`.
  ///
  /// `shares` are consumed from the start: first those of the row or column, then those inside its
  /// pieces. They are fractions of the space between the gaps, for all pieces but the last.
  func forEachPart(
    in bounds: Rect, gap: Size, shares: inout ArraySlice<Double>, _ visit: (Part, Rect) -> Void
  ) {
    if let part { return visit(part, bounds) }
    let own = shares.prefix(ownShareCount)
    shares = shares.dropFirst(own.count)
    // A column is a row with its axes exchanged.
    let (row, gapWidth) = isColumn ? (bounds.transposed, gap.height) : (bounds, gap.width)
    let space = max(0, row.width - gapWidth * Double(pieces.count - 1))
    var x = row.minX
    for (index, piece) in pieces.enumerated() {
      let share = own.isEmpty ? 1 / Double(pieces.count) : own.dropFirst(index).first ?? 0
      // Shares may add up to more than the space.
      let remaining = max(0, row.maxX - x)
      let width = index == pieces.count - 1 ? remaining : min(space * share, remaining)
      let frame = Rect(x: x, y: row.minY, width: width, height: row.height)
      piece.forEachPart(
        in: isColumn ? frame.transposed : frame, gap: gap, shares: &shares, visit)
      x += width + gapWidth
    }
  }

  /// Returns the frames of the parts in `bounds`. Each has the size that it draws in its box by
  /// `shares`; the remaining space is spread evenly before, between and after the pieces.
  func place(
    in bounds: Rect, gap: Size, shares: [Double], drawn: (Part, Size) -> Size
  ) -> [Part: Rect] {
    var sizes: [Part: Size] = [:]
    var remaining = shares[...]
    forEachPart(in: bounds, gap: gap, shares: &remaining) { sizes[$0] = drawn($0, $1.size) }
    var frames: [Part: Rect] = [:]
    spread(in: bounds, gap: gap, sizes: sizes, into: &frames)
    return frames
  }

  private func spread(
    in bounds: Rect, gap: Size, sizes: [Part: Size], into frames: inout [Part: Rect]
  ) {
    if let part { return frames[part] = bounds }
    let (row, gapWidth) = isColumn ? (bounds.transposed, gap.height) : (bounds, gap.width)
    func width(of piece: Arrangement) -> Double {
      let size = piece.size(gap: gap, sizes: sizes)
      return isColumn ? size.height : size.width
    }
    let slot = max(0, row.width - width(of: self)) / Double(pieces.count + 1)
    var x = row.minX + slot
    for piece in pieces {
      let frame = Rect(x: x, y: row.minY, width: width(of: piece), height: row.height)
      piece.spread(
        in: isColumn ? frame.transposed : frame, gap: gap, sizes: sizes, into: &frames)
      x += frame.width + gapWidth + slot
    }
  }

  private func size(gap: Size, sizes: [Part: Size]) -> Size {
    if let part { return sizes[part] ?? .zero }
    let all = pieces.map { $0.size(gap: gap, sizes: sizes) }
    let (widths, heights) = (all.map(\.width), all.map(\.height))
    let gapCount = Double(pieces.count - 1)
    return isColumn
      ? Size(width: widths.max() ?? 0, height: heights.reduce(gap.height * gapCount, +))
      : Size(width: widths.reduce(gap.width * gapCount, +), height: heights.max() ?? 0)
  }

  // Shares are tried in twelfths, which include halves, thirds and quarters, then halved until a
  // step is a 768th, about a pixel in the window of the design.
  private static let coarseSteps = 12
  private static let halvings = 6

  /// Returns the shares with the largest sum of `worth`, and that sum; the first of equals.
  ///
  /// Tries about 200 combinations for three instruments.
  func bestShares(in size: Size, gap: Size, worth: (Part, Size) -> Double) -> (
    shares: [Double], worth: Double
  ) {
    let bounds = Rect(origin: .zero, size: size)
    let count = shareCount
    var best = [Double](repeating: 1 / Double(count + 1), count: count)
    var bestWorth = -Double.infinity
    func consider(_ shares: [Double]) {
      var sum = 0.0
      var remaining = shares[...]
      forEachPart(in: bounds, gap: gap, shares: &remaining) { sum += worth($0, $1.size) }
      if sum > bestWorth { (best, bestWorth) = (shares, sum) }
    }
    func search(around center: [Double], step: Double, reach: Int) {
      var offsets = [Int](repeating: -reach, count: count)
      while true {
        let shares = zip(center, offsets).map { $0 + Double($1) * step }
        if shares.allSatisfy({ $0 > 0 && $0 < 1 }) { consider(shares) }
        guard let digit = offsets.firstIndex(where: { $0 < reach }) else { return }
        for lower in 0..<digit { offsets[lower] = -reach }
        offsets[digit] += 1
      }
    }
    consider(best)
    guard count > 0 else { return (best, bestWorth) }
    var step = 1 / Double(Arrangement.coarseSteps)
    let middle = [Double](repeating: 0.5, count: count)
    // No piece gets nothing, or all.
    search(around: middle, step: step, reach: Arrangement.coarseSteps / 2 - 1)
    for _ in 0..<Arrangement.halvings {
      step /= 2
      search(around: best, step: step, reach: 1)
    }
    return (best, bestWorth)
  }
}

extension Rect {
  fileprivate var transposed: Rect { Rect(x: minY, y: minX, width: height, height: width) }
}
