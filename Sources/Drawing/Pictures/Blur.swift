import Geometry
import Glibc

/// Gaussian blur of a mask, in place: exact below a standard deviation of 4 pixels, else three
/// boxes. From 8 pixels on, they filter a mask of half, a quarter … of the size: what is so smooth has no more detail.
///
/// The boxes have fractional ends, so that their variance is that of the Gaussian (Gwosdek et al.,
/// "Theoretical Foundations of Gaussian Convolution by Extended Box Filtering", 2011). The mask must
/// extend three standard deviations beyond the shape.
enum Blur {
  /// The standard deviation from which boxes are used, and which they have at least in a smaller mask: a line between
  /// two of its cells is then nowhere half a level of 255 away from the Gaussian's slope (0.03 of a square of the cells'
  /// distance in deviations).
  private static let boxThreshold = 4.0
  /// Larger blurs are clamped to this, in pixels.
  static let maxSigma = 512.0

  private typealias Values = UnsafeMutablePointer<Float>

  /// Does nothing unless `sigma` is above 0. Returns false if memory runs out.
  static func apply(to mask: Mask, sigma: Double) -> Bool {
    guard sigma > 0.01 else { return true }
    let grid = Grid(mask.rect, sigma: min(sigma, maxSigma))
    let (width, height, sigma) = (grid.width, grid.height, grid.sigma)
    // A row of pixels may be longer than one of cells.
    let (area, side) = (width * height, max(width, height, mask.rect.width) + 2)
    guard let first = MemoryBudget.zeroed(Float.self, count: 2 * (area + side)) else {
      return false
    }
    defer { free(first) }
    let second = first + area
    let rows = second + area
    let taps = sigma < boxThreshold ? weights(sigma: sigma) : []
    /// From `first` into `second`; values beyond both ends are 0.
    func filter(width: Int, height: Int) {
      if sigma < boxThreshold {
        return convolve(first, into: second, width: width, height: height, taps: taps)
      }
      for (source, target) in [(first, second), (second, first), (first, second)] {
        box(
          source, into: target, width: width, height: height, sigma: sigma, sums: rows,
          zeros: rows + side)
      }
    }
    grid.reduce(mask, into: first, sums: rows)
    // Filtering columns processes several values at once, so the rows are transposed for filtering.
    filter(width: width, height: height)
    transpose(second, into: first, width: width, height: height)
    filter(width: height, height: width)
    transpose(second, into: first, width: height, height: width)
    grid.enlarge(first, into: mask, rows: (rows, rows + side))
    return true
  }

  /// Cells of a mask, each of a power of two pixels a side. They lie on multiples of that, so a pixel does not depend on
  /// where the mask begins.
  private struct Grid {
    let shift: Int
    let width: Int
    let height: Int
    /// The standard deviation, in cells; less by what reducing and enlarging blur.
    let sigma: Double
    /// The pixels of the first cells that lie outside the mask.
    private let margin: (x: Int, y: Int)

    init(_ rect: PixelRect, sigma: Double) {
      var shift = 0
      while sigma / Double(2 << shift) >= boxThreshold { shift += 1 }
      let (x, y, end) = (rect.x >> shift, rect.y >> shift, 1 << shift - 1)
      (width, height) = ((rect.maxX + end) >> shift - x, (rect.maxY + end) >> shift - y)
      margin = (rect.x - x << shift, rect.y - y << shift)
      // The variances of the mean of a cell's pixels, and of the triangles of a linear interpolation.
      let size = Double(1 << shift)
      let own = shift == 0 ? 0 : (1 - 1 / (size * size)) / 12 + 1.0 / 6
      self.sigma = (sigma * sigma / (size * size) - own).squareRoot()
      self.shift = shift
    }

    /// Writes the mean of each cell; pixels outside the mask are 0. `sums` has room for a row of the mask.
    func reduce(_ mask: Mask, into cells: Values, sums: Values) {
      let (size, count) = (1 << shift, mask.rect.width)
      let part = 1 / Float(size * size)
      var y = 0
      for row in 0..<height {
        // First whole rows, as that adds several pixels at once.
        sums.update(repeating: 0, count: count)
        let end = min((row + 1) << shift - margin.y, mask.rect.height)
        while y < end {
          let source = mask.base + y * mask.stride
          for x in 0..<count { sums[x] += Float(source[x]) }
          y += 1
        }
        let target = cells + row * width
        for x in 0..<count { target[(x &+ margin.x) &>> shift] += sums[x] * part }
      }
    }

    /// Writes the pixels between the middles of the cells; each of `rows` has room for a row of the mask.
    func enlarge(_ cells: Values, into mask: Mask, rows: (Values, Values)) {
      var (above, below) = rows
      var present: Int?
      for y in 0..<mask.rect.height {
        let (cell, share) = neighbours(y + margin.y)
        if cell != present {
          // Most pixels share their two rows of cells with the pixels above them.
          if let present, present + 1 == cell {
            (above, below) = (below, above)
          } else {
            widen(cells, row: cell, into: above, count: mask.rect.width)
          }
          widen(cells, row: cell + 1, into: below, count: mask.rect.width)
          present = cell
        }
        let target = mask.base + y * mask.stride
        for x in 0..<mask.rect.width {
          let value = above[x] + (below[x] - above[x]) * share
          // From 2^23 on, a float's last bit is 1: adding that rounds, and leaves the number in the
          // low bits.
          let rounded = min(max(value, 0), 255) + 8_388_608
          target[x] = UInt8(truncatingIfNeeded: rounded.bitPattern)
        }
      }
    }

    /// The cell before pixel `place`, counted from the first cell's first pixel, and the share of the next one.
    private func neighbours(_ place: Int) -> (first: Int, share: Float) {
      guard shift > 0 else { return (place, 0) }
      let (size, moved) = (1 &<< shift, place &- 1 &<< (shift &- 1))
      return (moved &>> shift, (Float(moved & (size &- 1)) + 0.5) / Float(size))
    }

    /// Writes the pixels of a row of cells; outside the mask the outermost cells go on.
    private func widen(_ cells: Values, row: Int, into pixels: Values, count: Int) {
      let row = cells + min(max(row, 0), height - 1) * width
      for x in 0..<count {
        let (cell, share) = neighbours(x &+ margin.x)
        let (left, right) = (row[max(cell, 0)], row[min(cell &+ 1, width &- 1)])
        pixels[x] = left + (right - left) * share
      }
    }
  }

  /// The weights out to 3.5 standard deviations; their sum is 1.
  ///
  /// Each is the integral over its pixel, not a sample, so that small blurs keep their variance.
  private static func weights(sigma: Double) -> [Float] {
    let radius = max(1, Int((3.5 * sigma).rounded(.up)))
    let scale = 1 / (sigma * 2.0.squareRoot())
    let raw = (-radius...radius).map { (tap: Int) -> Double in
      let middle = Double(tap)
      return (erf((middle + 0.5) * scale) - erf((middle - 0.5) * scale)) / 2
    }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }

  private static func convolve(
    _ source: Values, into target: Values, width: Int, height: Int, taps: [Float]
  ) {
    let radius = taps.count / 2
    for y in 0..<height {
      let to = target + y * width
      to.update(repeating: 0, count: width)
      for row in max(0, y - radius)...min(height - 1, y + radius) {
        let from = source + row * width
        let weight = taps[row - y + radius]
        for x in 0..<width { to[x] += weight * from[x] }
      }
    }
  }

  /// In blocks that fit into the L1 cache.
  private static func transpose(_ source: Values, into target: Values, width: Int, height: Int) {
    let block = 16
    for top in stride(from: 0, to: height, by: block) {
      for left in stride(from: 0, to: width, by: block) {
        for y in top..<min(top + block, height) {
          for x in left..<min(left + block, width) {
            target[x &* height &+ y] = source[y &* width &+ x]
          }
        }
      }
    }
  }

  /// One of three passes of a box whose two outermost taps count for less than one pixel; together
  /// they have the variance `sigma` squared.
  private static func box(
    _ source: Values, into target: Values, width: Int, height: Int, sigma: Double, sums: Values,
    zeros: Values
  ) {
    let variance = sigma * sigma / 3
    let half = ((12 * variance + 1).squareRoot() / 2 - 0.5).rounded(.down)
    let length = 2 * half + 1
    let alpha =
      length * (half * (half + 1) - 3 * variance) / (6 * (variance - (half + 1) * (half + 1)))
    let whole = Float(1 / (length + 2 * alpha))
    let part = Float(alpha / (length + 2 * alpha))
    let radius = Int(half)
    func row(_ y: Int) -> Values { y >= 0 && y < height ? source + y * width : zeros }
    sums.update(repeating: 0, count: width)
    for y in 0..<min(radius, height) {
      let row = row(y)
      for x in 0..<width { sums[x] += row[x] }
    }
    for y in 0..<height {
      let out = target + y * width
      // The rows that enter and leave the sum, and the fractional taps outside them.
      let (entering, leaving) = (row(y + radius), row(y - radius - 1))
      let after = row(y + radius + 1)
      for x in 0..<width {
        let sum = sums[x] + (entering[x] - leaving[x])
        sums[x] = sum
        out[x] = sum * whole + (leaving[x] + after[x]) * part
      }
    }
  }
}
