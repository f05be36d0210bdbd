import DisplayLists
import Geometry
import Glibc

/// The coverage and angle of a ring's own pixels, three bytes each; made once per geometry.
final class RingAngleMap: Sprite {
  struct Run {
    var row: Int32
    var start: Int32
    var end: Int32
    /// The start of the run in `coverage` and `angles`.
    var offset: Int
  }

  private var runs: [Run] = []
  private var count = 0
  private let capacity: Int
  /// The coverage in 255ths; padded for kernels that read four at once.
  let coverage: UnsafeMutablePointer<UInt8>
  /// The angles of the pixels' centres, clockwise from the top, in 65536ths of a turn.
  let angles: UnsafeMutablePointer<UInt16>

  var bytes: Int { count * 3 + runs.count * MemoryLayout<Run>.stride }

  init?(_ ring: Ring, within bounds: PixelRect) {
    let visible = ring.extent.intersection(bounds)
    guard ring.radius > 0, ring.radius < Canvas.limit, ring.thickness > 0,
      abs(ring.center.x) < Canvas.limit, abs(ring.center.y) < Canvas.limit, !visible.isEmpty
    else { return nil }
    // More than the pixels that a ring touches.
    let width = min(ring.thickness, ring.radius) + 2
    capacity = min(Int(2 * .pi * ring.radius * width) + 64, visible.area)
    guard let coverage = MemoryBudget.zeroed(UInt8.self, count: capacity + 4) else { return nil }
    guard let angles = MemoryBudget.zeroed(UInt16.self, count: capacity + 4) else {
      free(coverage)
      return nil
    }
    (self.coverage, self.angles) = (coverage, angles)
    runs.reserveCapacity(2 * visible.height)
    for y in visible.y..<visible.maxY { addRow(y, of: ring, in: visible.x..<visible.maxX) }
  }

  deinit {
    free(coverage)
    free(angles)
  }

  func runs(inRows rows: Range<Int>) -> ArraySlice<Run> {
    let first = runs.firstIndex { $0.row >= rows.lowerBound } ?? runs.endIndex
    return runs[first...].prefix { $0.row < rows.upperBound }
  }

  private func addRow(_ y: Int, of ring: Ring, in columns: Range<Int>) {
    let hole = ring.radius - min(ring.thickness, ring.radius)
    let (outer, inner) = (Coverage.edge(ofCircle: ring.radius), Coverage.edge(ofCircle: hole))
    // Most pixels of a row are in the hole.
    let clear = Float(max(hole - 1, 0) * max(hole - 1, 0))
    let far = Float((ring.radius + 1) * (ring.radius + 1))
    let inverse = Float(65536 / (2 * Double.pi))
    let dy = Float(Double(y) + 0.5 - ring.center.y)
    var isInside = false
    for x in columns {
      let dx = Float(Double(x) + 0.5 - ring.center.x)
      let square = dx * dx + dy * dy
      let isNear = square >= clear && square <= far
      var area = isNear ? Coverage.ofAnnulus(dx: dx, dy: dy, outer: outer, inner: inner) : 0
      if ring.glow > 0 { area *= ring.light(at: Double(square.squareRoot())) }
      let byte = Coverage.byte(area)
      guard byte > 0, count < capacity else {
        isInside = false
        continue
      }
      if !isInside {
        isInside = true
        let (row, start) = (Int32(clamping: y), Int32(clamping: x))
        runs.append(Run(row: row, start: start, end: start, offset: count))
      }
      let turn = atan2f(dx, -dy) * inverse
      coverage[count] = byte
      angles[count] = UInt16(min(max(turn < 0 ? turn + 65536 : turn, 0), 65535))
      runs[runs.count - 1].end += 1
      count += 1
    }
  }
}

extension Ring {
  /// The light at a distance from the centre, of two radii.
  fileprivate func light(at distance: Double) -> Float {
    let beyond = max(distance - radius, radius - thickness - distance) + glow
    let share = beyond < -0.5 ? 0 : max(0, 1 - max(beyond, 0) / glow)
    return Float(share * share * (0.25 + 0.35 * share * share * share))
  }
}
