import Geometry
import Session

/// The parts of a panel in rows and columns, divided by shares.
indirect enum Arrangement: Equatable {
  case part(Part)
  case row([Arrangement])
  /// A row of pieces of the same width.
  case evenRow([Arrangement])
  case column([Arrangement])

  private var children: [Arrangement] {
    switch self {
    case .part: []
    case .row(let children), .evenRow(let children), .column(let children): children
    }
  }

  private var isColumn: Bool { if case .column = self { true } else { false } }

  /// The number of its own shares: one less than its pieces.
  private var ownShareCount: Int {
    switch self {
    case .part, .evenRow: 0
    case .row(let children), .column(let children): children.count - 1
    }
  }

  var shareCount: Int { children.reduce(ownShareCount) { $0 + $1.shareCount } }

  func filtered(_ keep: (Part) -> Bool) -> Arrangement? {
    if case .part(let part) = self { return keep(part) ? self : nil }
    let kept = children.compactMap { $0.filtered(keep) }
    guard kept.count > 1 else { return kept.first }
    switch self {
    case .part, .row: return .row(kept)
    case .evenRow: return .evenRow(kept)
    case .column: return .column(kept)
    }
  }

  /// Visits each part with its box in `bounds`.
  ///
  /// `shares` are consumed from the start: first those of the row or column, then those inside its
  /// pieces. They are fractions of the space between the gaps, for all pieces but the last.
  func forEachPart(
    in bounds: Rect, gap: Size, shares: inout ArraySlice<Double>, _ visit: (Part, Rect) -> Void
  ) {
    if case .part(let part) = self { return visit(part, bounds) }
    let (children, own) = (children, shares.prefix(ownShareCount))
    shares = shares.dropFirst(own.count)
    // A column is a row with its axes exchanged.
    let (row, gapWidth) = isColumn ? (bounds.transposed, gap.height) : (bounds, gap.width)
    let space = max(0, row.width - gapWidth * Double(children.count - 1))
    var x = row.minX
    for (index, child) in children.enumerated() {
      let share = own.isEmpty ? 1 / Double(children.count) : own.dropFirst(index).first ?? 0
      let isLast = index == children.count - 1
      let width = isLast ? max(0, row.maxX - x) : space * share
      let frame = Rect(x: x, y: row.minY, width: width, height: row.height)
      child.forEachPart(
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
    var rest = shares[...]
    forEachPart(in: bounds, gap: gap, shares: &rest) { sizes[$0] = drawn($0, $1.size) }
    var frames: [Part: Rect] = [:]
    spread(in: bounds, gap: gap, sizes: sizes, into: &frames)
    return frames
  }

  private func spread(
    in bounds: Rect, gap: Size, sizes: [Part: Size], into frames: inout [Part: Rect]
  ) {
    if case .part(let part) = self { return frames[part] = bounds }
    let (row, gapWidth) = isColumn ? (bounds.transposed, gap.height) : (bounds, gap.width)
    func width(of piece: Arrangement) -> Double {
      let size = piece.size(gap: gap, sizes: sizes)
      return isColumn ? size.height : size.width
    }
    let slot = max(0, row.width - width(of: self)) / Double(children.count + 1)
    var x = row.minX + slot
    for child in children {
      let frame = Rect(x: x, y: row.minY, width: width(of: child), height: row.height)
      child.spread(
        in: isColumn ? frame.transposed : frame, gap: gap, sizes: sizes, into: &frames)
      x += frame.width + gapWidth + slot
    }
  }

  private func size(gap: Size, sizes: [Part: Size]) -> Size {
    if case .part(let part) = self { return sizes[part] ?? .zero }
    let all = children.map { $0.size(gap: gap, sizes: sizes) }
    let (widths, heights) = (all.map(\.width), all.map(\.height))
    let gapCount = Double(children.count - 1)
    return isColumn
      ? Size(width: widths.max() ?? 0, height: heights.reduce(gap.height * gapCount, +))
      : Size(width: widths.reduce(gap.width * gapCount, +), height: heights.max() ?? 0)
  }

  /// Returns the shares with the largest sum of `worth`, and that sum; the first of equals.
  ///
  /// Tries a grid of shares, then finer ones around the best: about 200 for three instruments.
  func bestShares(in size: Size, gap: Size, worth: (Part, Size) -> Double) -> (
    shares: [Double], worth: Double
  ) {
    let bounds = Rect(origin: .zero, size: size)
    let count = shareCount
    var best = [Double](repeating: 1 / Double(count + 1), count: count)
    var bestWorth = -Double.infinity
    func consider(_ shares: [Double]) {
      var sum = 0.0
      var rest = shares[...]
      forEachPart(in: bounds, gap: gap, shares: &rest) { sum += worth($0, $1.size) }
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
    var step = 1.0 / 12
    search(around: [Double](repeating: 0.5, count: count), step: step, reach: 5)
    for _ in 0..<6 {
      step /= 2
      search(around: best, step: step, reach: 1)
    }
    return (best, bestWorth)
  }
}

extension Rect {
  fileprivate var transposed: Rect { Rect(x: minY, y: minX, width: height, height: width) }
}
