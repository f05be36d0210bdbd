import DisplayLists
import Geometry
import Glibc

/// The coverage and angle of the pixels of a ring.
///
/// Made once per geometry. Only the ring's own pixels are stored, three bytes each.
final class RingAngleMap: Sprite {
  struct Run {
    var row: Int32
    var start: Int32
    var end: Int32
    /// The start of the run in `coverage` and `angles`.
    var offset: Int
  }

  /// The maximum radius in device pixels: no window is larger.
  static let maxRadius = 16384.0

  private var runs: [Run] = []
  /// The coverage in 255ths; padded for kernels that read four at once.
  private(set) var coverage: [UInt8] = []
  /// The angles of the pixels' centres, from the top in the direction of the arc, in 65536ths of a
  /// turn.
  private(set) var angles: [UInt16] = []

  override var bytes: Int { coverage.count * 3 + runs.count * MemoryLayout<Run>.stride }

  init?(_ ring: Ring, within bounds: PixelRect) {
    let visible = ring.extent.intersection(bounds)
    guard ring.radius > 0, ring.radius <= RingAngleMap.maxRadius, ring.thickness > 0,
      abs(ring.center.x) < Canvas.limit, abs(ring.center.y) < Canvas.limit, !visible.isEmpty
    else { return nil }
    // More than the pixels that a ring touches, so that nothing grows later.
    let maxCount =
      min(Int(2 * .pi * ring.radius * (min(ring.thickness, ring.radius) + 2)) + 64, visible.area)
      + 4
    let size = 3 * maxCount + 2 * visible.height * MemoryLayout<Run>.stride
    guard MemoryBudget.permits(size) else { return nil }
    super.init()
    coverage.reserveCapacity(maxCount)
    angles.reserveCapacity(maxCount)
    runs.reserveCapacity(2 * visible.height)
    for y in visible.y..<visible.maxY { addRow(y, of: ring, in: visible.x..<visible.maxX) }
    coverage.append(contentsOf: [0, 0, 0])
    angles.append(contentsOf: [0, 0, 0])
  }

  func runs(inRows rows: Range<Int>) -> ArraySlice<Run> {
    let first = runs.firstIndex { $0.row >= rows.lowerBound } ?? runs.endIndex
    return runs[first...].prefix { $0.row < rows.upperBound }
  }

  private func addRow(_ y: Int, of ring: Ring, in columns: Range<Int>) {
    let dy = Double(y) + 0.5 - ring.center.y
    let reach = ring.radius + 0.75
    guard abs(dy) < reach else { return }
    let half = (reach * reach - dy * dy).squareRoot() + 1
    let first = Int((ring.center.x - half).rounded(.down))
    let end = Int((ring.center.x + half).rounded(.up))
    let all = (first..<end).clamped(to: columns)
    let hole = ring.radius - min(ring.thickness, ring.radius) - 0.75
    let inner = hole > abs(dy) ? (hole * hole - dy * dy).squareRoot() - 1 : 0
    guard inner > 0 else { return addRun(y, dy: Float(dy), of: ring, in: all) }
    let left = Int((ring.center.x - inner).rounded(.up))
    let right = max(Int((ring.center.x + inner).rounded(.down)), left)
    addRun(y, dy: Float(dy), of: ring, in: all.clamped(to: Int.min..<left))
    addRun(y, dy: Float(dy), of: ring, in: all.clamped(to: right..<Int.max))
  }

  /// Adds the covered pixels of a row between two columns; they are contiguous.
  private func addRun(_ y: Int, dy: Float, of ring: Ring, in columns: Range<Int>) {
    let outer = Coverage.edge(ofCircle: ring.radius)
    let inner = Coverage.edge(ofCircle: ring.radius - min(ring.thickness, ring.radius))
    let inverse = Float(65536 / (2 * Double.pi))
    let offset = coverage.count
    var start = columns.upperBound
    for x in columns {
      let dx = Float(Double(x) + 0.5 - ring.center.x)
      let byte = Coverage.byte(Coverage.ofAnnulus(dx: dx, dy: dy, outer: outer, inner: inner))
      if byte == 0, coverage.count == offset { continue }
      if coverage.count == offset { start = x }
      let turn = atan2f(ring.isReversed ? -dx : dx, -dy) * inverse
      coverage.append(byte)
      angles.append(UInt16(min(max(turn < 0 ? turn + 65536 : turn, 0), 65535)))
    }
    guard coverage.count > offset else { return }
    runs.append(
      Run(
        row: Int32(clamping: y), start: Int32(clamping: start),
        end: Int32(clamping: start + coverage.count - offset), offset: offset))
  }
}

/// A blurred disc, by the distance from its centre.
struct DiscShadow {
  private static let steps = 96
  private let start: Float
  private let scale: Float
  private let values: [Float]
  /// The radius within which it is visible, in device pixels.
  let reach: Double

  /// Cut into strips across the line to the centre, the blurred disc is an integral of a Gaussian
  /// times an error function.
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

  func value(at distance: Float) -> Float {
    let place = (distance - start) * scale
    guard place > 0 else { return values[0] }
    guard place < Float(DiscShadow.steps) else { return 0 }
    let index = Int(place)
    return values[index] + (values[index + 1] - values[index]) * (place - Float(index))
  }
}
