import Geometry
import Session

/// The parts of a panel in rows and columns, which divide their room by shares.
indirect enum Arrangement: Equatable {
  case part(Part)
  /// Side by side, each as high as the row.
  case row([Arrangement])
  /// A row of pieces of the same width.
  case evenRow([Arrangement])
  /// One below the other, each as wide as the column.
  case column([Arrangement])

  /// The number of shares: one less than there are pieces, for each row and column.
  var shareCount: Int {
    switch self {
    case .part: 0
    case .evenRow(let children): children.reduce(0) { $0 + $1.shareCount }
    case .row(let children), .column(let children):
      children.reduce(children.count - 1) { $0 + $1.shareCount }
    }
  }

  /// The arrangement of the parts that `keep` accepts; nil if there are none.
  func filtered(_ keep: (Part) -> Bool) -> Arrangement? {
    func joined(_ children: [Arrangement], _ all: ([Arrangement]) -> Arrangement) -> Arrangement? {
      let kept = children.compactMap { $0.filtered(keep) }
      return kept.count > 1 ? all(kept) : kept.first
    }
    switch self {
    case .part(let part): return keep(part) ? self : nil
    case .row(let children): return joined(children, Arrangement.row)
    case .evenRow(let children): return joined(children, Arrangement.evenRow)
    case .column(let children): return joined(children, Arrangement.column)
    }
  }

  /// Visits each part with its box in `bounds`.
  ///
  /// `shares` are consumed from the beginning: for each row and column the fractions of the room between
  /// the gaps that all pieces but the last one get, then those within the pieces.
  func forEachPart(
    in bounds: Rect, gap: Size, shares: inout ArraySlice<Double>, _ visit: (Part, Rect) -> Void
  ) {
    func inRow(_ children: [Arrangement], _ share: (Int) -> Double) {
      let room = max(0, bounds.width - gap.width * Double(children.count - 1))
      var x = bounds.minX
      for (index, child) in children.enumerated() {
        let width = index == children.count - 1 ? max(0, bounds.maxX - x) : room * share(index)
        let frame = Rect(x: x, y: bounds.minY, width: width, height: bounds.height)
        child.forEachPart(in: frame, gap: gap, shares: &shares, visit)
        x += width + gap.width
      }
    }
    switch self {
    case .part(let part): visit(part, bounds)
    case .evenRow(let children): inRow(children) { _ in 1 / Double(children.count) }
    case .row(let children):
      let own = Arrangement.take(children.count - 1, of: &shares)
      inRow(children) { own[own.startIndex + $0] }
    case .column(let children):
      let own = Arrangement.take(children.count - 1, of: &shares)
      let room = max(0, bounds.height - gap.height * Double(own.count))
      var y = bounds.minY
      for (index, child) in children.enumerated() {
        let height =
          index == own.count ? max(0, bounds.maxY - y) : room * own[own.startIndex + index]
        let frame = Rect(x: bounds.minX, y: y, width: bounds.width, height: height)
        child.forEachPart(in: frame, gap: gap, shares: &shares, visit)
        y += height + gap.height
      }
    }
  }

  private static func take(_ count: Int, of shares: inout ArraySlice<Double>) -> ArraySlice<Double>
  {
    defer { shares = shares.dropFirst(count) }
    return shares.prefix(count)
  }

  /// The frames of the parts in `bounds`. Each gets the size that it draws in its box by `shares`; the
  /// rest goes in equal parts before, between and behind the pieces.
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
    switch self {
    case .part(let part): frames[part] = bounds
    case .row(let children), .evenRow(let children):
      let slot =
        max(0, bounds.width - size(gap: gap, sizes: sizes).width) / Double(children.count + 1)
      var x = bounds.minX + slot
      for child in children {
        let width = child.size(gap: gap, sizes: sizes).width
        let frame = Rect(x: x, y: bounds.minY, width: width, height: bounds.height)
        child.spread(in: frame, gap: gap, sizes: sizes, into: &frames)
        x += width + gap.width + slot
      }
    case .column(let children):
      let slot =
        max(0, bounds.height - size(gap: gap, sizes: sizes).height) / Double(children.count + 1)
      var y = bounds.minY + slot
      for child in children {
        let height = child.size(gap: gap, sizes: sizes).height
        let frame = Rect(x: bounds.minX, y: y, width: bounds.width, height: height)
        child.spread(in: frame, gap: gap, sizes: sizes, into: &frames)
        y += height + gap.height + slot
      }
    }
  }

  private func size(gap: Size, sizes: [Part: Size]) -> Size {
    switch self {
    case .part(let part): return sizes[part] ?? .zero
    case .row(let children), .evenRow(let children):
      return children.reduce(Size(width: gap.width * Double(children.count - 1), height: 0)) {
        let size = $1.size(gap: gap, sizes: sizes)
        return Size(width: $0.width + size.width, height: max($0.height, size.height))
      }
    case .column(let children):
      return children.reduce(Size(width: 0, height: gap.height * Double(children.count - 1))) {
        let size = $1.size(gap: gap, sizes: sizes)
        return Size(width: max($0.width, size.width), height: $0.height + size.height)
      }
    }
  }

  /// The shares with the largest sum of `worth`, and that sum; the first of equals.
  ///
  /// A grid of shares is tried, then finer ones around the best: about 200 for three instruments.
  func bestShares(in size: Size, gap: Size, worth: (Part, Size) -> Double) -> (
    shares: [Double], worth: Double
  ) {
    let bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    func total(_ shares: [Double]) -> Double {
      var sum = 0.0
      var rest = shares[...]
      forEachPart(in: bounds, gap: gap, shares: &rest) { sum += worth($0, $1.size) }
      return sum
    }
    let count = shareCount
    var best = [Double](repeating: 1 / Double(count + 1), count: count)
    var most = total(best)
    guard count > 0 else { return (best, most) }
    func search(around center: [Double], step: Double, reach: Int) {
      var offsets = [Int](repeating: -reach, count: count)
      while true {
        let shares = zip(center, offsets).map { $0 + Double($1) * step }
        if shares.allSatisfy({ $0 > 0 && $0 < 1 }) {
          let sum = total(shares)
          if sum > most { (best, most) = (shares, sum) }
        }
        guard let digit = offsets.firstIndex(where: { $0 < reach }) else { return }
        for lower in 0..<digit { offsets[lower] = -reach }
        offsets[digit] += 1
      }
    }
    var step = 1.0 / 12
    search(around: [Double](repeating: 0.5, count: count), step: step, reach: 5)
    for _ in 0..<6 {
      step /= 2
      search(around: best, step: step, reach: 1)
    }
    return (best, most)
  }
}
