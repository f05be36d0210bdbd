import DisplayLists
import Geometry
import Glibc

/// The pixels of one ring's annulus: how much of each is covered, and at which angle it lies. Made once a geometry.
///
/// Only the annulus is kept, three bytes a pixel. An update is one palette look-up a pixel.
final class RingAngleMap: Sprite {
  /// A run of covered pixels of one row.
  struct Span {
    var row: Int32
    var start: Int32
    var end: Int32
    /// The first column of the pixels that are covered wholly.
    var solidStart: Int32
    var solidEnd: Int32
    /// Where the run begins in `coverage` and `angles`.
    var offset: Int
  }

  /// The largest radius in device pixels: no window is larger.
  static let maxRadius = 16384.0

  /// The runs by row, top down.
  let spans: [Span]
  /// The first row, and for each from there on the number of its first run; one more is the end.
  private let firstRow: Int
  private let rowStarts: [Int32]
  /// The covered part of a pixel, in 255ths.
  let coverage: [UInt8]
  /// The angle of a pixel's centre, from the top in the direction of the arc, in 65536ths of a turn.
  let angles: [UInt16]

  override var bytes: Int {
    coverage.count * 3 + spans.count * MemoryLayout<Span>.stride + rowStarts.count * 4
  }

  /// The map of `ring` within `bounds`; nil when nothing of it can be seen, or memory ends.
  init?(_ ring: Ring, within bounds: PixelRect) {
    guard ring.radius > 0, ring.radius <= RingAngleMap.maxRadius, ring.thickness > 0,
      abs(ring.center.x) < Canvas.limit, abs(ring.center.y) < Canvas.limit
    else { return nil }
    let visible = ring.extent.intersection(bounds)
    guard !visible.isEmpty,
      var rows = RingRows(
        center: ring.center, radius: ring.radius, thickness: min(ring.thickness, ring.radius),
        isReversed: ring.isReversed, visible: visible)
    else { return nil }
    var rowStarts: [Int32] = []
    rowStarts.reserveCapacity(visible.height + 1)
    for y in visible.y..<visible.maxY {
      rowStarts.append(Int32(clamping: rows.spans.count))
      rows.addRow(y, from: visible.x, to: visible.maxX)
    }
    rowStarts.append(Int32(clamping: rows.spans.count))
    firstRow = visible.y
    self.rowStarts = rowStarts
    spans = rows.spans
    coverage = rows.coverage
    angles = rows.angles
  }

  /// The numbers of the runs in `rows`.
  func spans(inRows rows: Range<Int>) -> Range<Int> {
    let visible = rows.clamped(to: firstRow..<firstRow + rowStarts.count - 1)
    guard !visible.isEmpty else { return 0..<0 }
    return Int(
      rowStarts[visible.lowerBound - firstRow])..<Int(rowStarts[visible.upperBound - firstRow])
  }
}

/// The rows of a map in the making.
private struct RingRows {
  let center: Point
  let radius: Double
  let thickness: Double
  let isReversed: Bool
  var spans: [RingAngleMap.Span] = []
  var coverage: [UInt8] = []
  var angles: [UInt16] = []

  /// No rows yet, and room for all; nil where memory ends.
  init?(center: Point, radius: Double, thickness: Double, isReversed: Bool, visible: PixelRect) {
    self.center = center
    self.radius = radius
    self.thickness = thickness
    self.isReversed = isReversed
    // More than the pixels that an annulus touches, so that nothing grows later.
    let maxCount = min(Int(2 * .pi * radius * (thickness + 2)) + 64, visible.area)
    let size = MemoryLayout<UInt8>.stride + MemoryLayout<UInt16>.stride
    guard
      MemoryBudget.permits(
        maxCount * size + 2 * visible.height * MemoryLayout<RingAngleMap.Span>.stride)
    else {
      return nil
    }
    coverage.reserveCapacity(maxCount)
    angles.reserveCapacity(maxCount)
    spans.reserveCapacity(2 * visible.height)
  }

  mutating func addRow(_ y: Int, from left: Int, to right: Int) {
    let dy = Double(y) + 0.5 - center.y
    let reach = radius + 0.75
    guard abs(dy) < reach else { return }
    let half = (reach * reach - dy * dy).squareRoot()
    let first = max(left, Int((center.x - half - 1).rounded(.down)))
    let last = min(right, Int((center.x + half + 1).rounded(.up)))
    let hole = radius - thickness - 0.75
    var holeStart = last
    var holeEnd = last
    if hole > 0, abs(dy) < hole {
      let inner = (hole * hole - dy * dy).squareRoot() - 1
      if inner > 0 {
        holeStart = min(max(Int((center.x - inner).rounded(.up)), first), last)
        holeEnd = min(max(Int((center.x + inner).rounded(.down)), holeStart), last)
      }
    }
    addRun(y, dy: Float(dy), from: first, to: holeStart)
    addRun(y, dy: Float(dy), from: holeEnd, to: last)
  }

  /// Adds the covered pixels of a row between two columns; they hang together.
  private mutating func addRun(_ y: Int, dy: Float, from first: Int, to last: Int) {
    guard first < last else { return }
    var span: RingAngleMap.Span?
    let outer = Coverage.edge(ofCircle: radius)
    let inner = Coverage.edge(ofCircle: radius - thickness)
    let inverse = Float(65536 / (2 * Double.pi))
    for x in first..<last {
      let dx = Float(Double(x) + 0.5 - center.x)
      let byte = Coverage.byte(Coverage.ofAnnulus(dx: dx, dy: dy, outer: outer, inner: inner))
      if byte == 0 {
        if let finished = span { spans.append(finished) }
        span = nil
        continue
      }
      var turn = atan2f(isReversed ? -dx : dx, -dy) * inverse
      if turn < 0 { turn += 65536 }
      let column = Int32(x)
      var current =
        span
        ?? RingAngleMap.Span(
          row: Int32(y), start: column, end: column, solidStart: column, solidEnd: column,
          offset: coverage.count)
      if byte == 255, current.solidEnd == column || current.solidEnd == current.solidStart {
        if current.solidEnd == current.solidStart { current.solidStart = column }
        current.solidEnd = column + 1
      }
      current.end = column + 1
      span = current
      coverage.append(byte)
      angles.append(UInt16(min(max(turn, 0), 65535)))
    }
    if let finished = span { spans.append(finished) }
  }
}

/// A blurred disc by the distance from its centre.
struct DiscShadow {
  private static let steps = 96
  private let start: Float
  private let scale: Float
  private let values: [Float]
  /// How far from its centre it can be seen, in device pixels.
  let reach: Double

  /// The disc of `radius` under a Gaussian of `sigma`, in device pixels.
  ///
  /// The blur of a disc, cut into strips across the line to the centre, is an integral over one Gaussian and one
  /// error function.
  init(radius: Double, sigma: Double) {
    let sigma = max(sigma, 0.05)
    reach = radius + 3 * sigma
    let first = max(0, radius - 3 * sigma)
    let step = (reach - first) / Double(DiscShadow.steps)
    values = (0...DiscShadow.steps).map { (index: Int) -> Float in
      let distance = first + Double(index) * step
      let low = max(-radius, distance - 4 * sigma)
      let high = min(radius, distance + 4 * sigma)
      guard low < high else { return 0 }
      let slices = 64
      let width = (high - low) / Double(slices)
      var sum = 0.0
      for slice in 0..<slices {
        let x = low + (Double(slice) + 0.5) * width
        let offset = (x - distance) / sigma
        let half = max(0, radius * radius - x * x).squareRoot()
        sum += exp(-offset * offset / 2) * erf(half / (sigma * 2.0.squareRoot()))
      }
      return Float(min(1, sum * width / (sigma * (2 * Double.pi).squareRoot())))
    }
    start = Float(first)
    scale = Float(1 / step)
  }

  /// The covered part (0...1) at `distance` pixels from the centre.
  func value(at distance: Float) -> Float {
    let place = (distance - start) * scale
    guard place > 0 else { return values[0] }
    guard place < Float(DiscShadow.steps) else { return 0 }
    let index = Int(place)
    return values[index] + (values[index + 1] - values[index]) * (place - Float(index))
  }
}
