import Geometry
import Glibc

/// Gaussian blur of a mask, in place: exact below a standard deviation of 8 pixels, three boxes from there on.
///
/// The boxes have fractional ends, so that their variance is that of the Gaussian (Gwosdek and others, "Theoretical
/// Foundations of Gaussian Convolution by Extended Box Filtering", 2011). What leaves the mask is lost: its
/// rectangle has to reach three standard deviations beyond the shape.
enum Blur {
  /// From this standard deviation on, boxes are used.
  static let boxThreshold = 8.0
  /// Larger blurs are held to this many pixels.
  static let maximumSigma = 512.0

  /// Blurs `mask` by `sigma` pixels; nothing happens for 0, less, or not a number. False where memory ends.
  static func apply(to mask: Mask, sigma: Double) -> Bool {
    guard sigma > 0.01 else { return true }
    let sigma = min(sigma, maximumSigma)
    let count = mask.rect.area
    guard let first = MemoryBudget.zeroed(Float.self, count: count) else { return false }
    defer { free(first) }
    guard let second = MemoryBudget.zeroed(Float.self, count: count) else { return false }
    defer { free(second) }
    let width = mask.rect.width
    let height = mask.rect.height
    for y in 0..<height {
      for x in 0..<width { first[y &* width &+ x] = Float(mask.base[y &* mask.stride &+ x]) }
    }
    if sigma < boxThreshold {
      let weights = gaussianWeights(sigma: sigma)
      weights.withUnsafeBufferPointer { taps in
        convolveRows(first, into: second, width: width, height: height, taps: taps)
        convolveColumns(second, into: first, width: width, height: height, taps: taps)
      }
    } else {
      // Down the columns a row at a time, which the machine does four at once; then the same on its side.
      let box = ExtendedBox(sigma: sigma)
      guard let sums = MemoryBudget.zeroed(Float.self, count: max(width, height)) else {
        return false
      }
      defer { free(sums) }
      box.thrice(first, second, width: width, height: height, sums: sums)
      transpose(second, into: first, width: width, height: height)
      box.thrice(first, second, width: height, height: width, sums: sums)
      transpose(second, into: first, width: height, height: width)
    }
    for y in 0..<height {
      for x in 0..<width {
        // From 2^23 on, a float's last bit is 1: adding that rounds, and leaves the number in the low bits.
        let rounded = min(max(first[y &* width &+ x], 0), 255) + 8_388_608
        mask.base[y &* mask.stride &+ x] = UInt8(truncatingIfNeeded: rounded.bitPattern)
      }
    }
    return true
  }

  /// The weights of a Gaussian at whole pixels out to three and a half standard deviations, of sum 1.
  ///
  /// Each is the integral over its pixel, not a sample, so that small blurs keep their variance.
  static func gaussianWeights(sigma: Double) -> [Float] {
    let radius = max(1, Int((3.5 * sigma).rounded(.up)))
    let scale = 1 / (sigma * 2.0.squareRoot())
    let raw = (-radius...radius).map { (tap: Int) -> Double in
      let middle = Double(tap)
      return (erf((middle + 0.5) * scale) - erf((middle - 0.5) * scale)) / 2
    }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }

  /// Turns rows of `width` into columns, in blocks that stay in the nearest cache.
  private static func transpose(
    _ source: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>, width: Int,
    height: Int
  ) {
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

  private static func convolveRows(
    _ source: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>, width: Int,
    height: Int,
    taps: UnsafeBufferPointer<Float>
  ) {
    let radius = taps.count / 2
    for y in 0..<height {
      let from = source + y * width
      let to = target + y * width
      to.update(repeating: 0, count: width)
      for tap in -radius...radius {
        accumulate(
          from, into: to, count: width, shift: tap, step: 1, weight: taps[tap + radius])
      }
    }
  }

  private static func convolveColumns(
    _ source: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>, width: Int,
    height: Int,
    taps: UnsafeBufferPointer<Float>
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

  /// Adds `weight` times the values `shift` further on, where there are any.
  private static func accumulate(
    _ from: UnsafeMutablePointer<Float>, into to: UnsafeMutablePointer<Float>, count: Int,
    shift: Int,
    step: Int, weight: Float
  ) {
    let first = max(0, -shift)
    let last = min(count, count - shift)
    guard first < last else { return }
    let moved = from + shift
    for x in first..<last { to[x] += weight * moved[x] }
  }
}

/// A box filter whose two outermost taps count for less than one pixel.
struct ExtendedBox {
  let radius: Int
  let whole: Float
  /// The weight of the two outermost taps, at `radius + 1`.
  let part: Float

  /// The box of which three in a row have the variance `sigma` squared.
  init(sigma: Double) {
    let variance = sigma * sigma / 3
    let radius = ((12 * variance + 1).squareRoot() / 2 - 0.5).rounded(.down)
    let length = 2 * radius + 1
    let alpha =
      length * (radius * (radius + 1) - 3 * variance)
      / (6 * (variance - (radius + 1) * (radius + 1)))
    self.radius = Int(radius)
    whole = Float(1 / (length + 2 * alpha))
    part = Float(alpha / (length + 2 * alpha))
  }

  /// Filters the columns of `first` three times, by way of `second`, where the result is then; `sums` holds a row.
  func thrice(
    _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, width: Int,
    height: Int,
    sums: UnsafeMutablePointer<Float>
  ) {
    apply(first, into: second, width: width, height: height, sums: sums)
    apply(second, into: first, width: width, height: height, sums: sums)
    apply(first, into: second, width: width, height: height, sums: sums)
  }

  /// Filters every column; beyond both ends the values are 0.
  private func apply(
    _ source: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>, width: Int,
    height: Int,
    sums: UnsafeMutablePointer<Float>
  ) {
    sums.update(repeating: 0, count: width)
    for y in 0..<min(radius, height) {
      let row = source + y * width
      for x in 0..<width { sums[x] += row[x] }
    }
    for y in 0..<height {
      let out = target + y * width
      // The rows that enter and leave the sum, and the next one on either side, which count in part.
      let entering = y + radius < height ? source + (y + radius) * width : nil
      let leaving = y - radius - 1 >= 0 ? source + (y - radius - 1) * width : nil
      let after = y + radius + 1 < height ? source + (y + radius + 1) * width : nil
      if let entering, let leaving, let after {
        for x in 0..<width {
          let sum = sums[x] + (entering[x] - leaving[x])
          sums[x] = sum
          out[x] = sum * whole + (leaving[x] + after[x]) * part
        }
        continue
      }
      for x in 0..<width {
        var sum = sums[x]
        if let entering { sum += entering[x] }
        if let leaving { sum -= leaving[x] }
        sums[x] = sum
        var ends: Float = 0
        if let leaving { ends += leaving[x] }
        if let after { ends += after[x] }
        out[x] = sum * whole + ends * part
      }
    }
  }
}
