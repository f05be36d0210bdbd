import DisplayLists

/// How much of a pixel a straight bar covers, by the distance of the pixel's centre from its middle line.
///
/// `Coverage.ofSquare` for one normal, without branches.
struct BarEdge {
  private let half: Float
  private let outer: Float
  private let inner: Float
  private let scale: Float

  /// The edges of a bar that reaches `half` pixels to either side along the unit normal (`nx`, `ny`).
  init(half: Float, nx: Float, ny: Float) {
    let wide = max(abs(nx), abs(ny))
    let narrow = max(min(abs(nx), abs(ny)), 4e-3)
    self.half = half
    outer = (wide + narrow) / 2
    inner = (wide - narrow) / 2
    scale = 1 / (2 * wide * narrow)
  }

  /// The coverage, 0...1, give or take a rounding. Of a thin bar both edges may cut the same pixel.
  @inline(__always)
  func cover(at distance: Float) -> Float {
    area(half - distance) - area(-half - distance)
  }

  /// The trapezoid's integral as the sum of its corners' second integrals.
  @inline(__always)
  private func area(_ depth: Float) -> Float {
    let held = min(max(depth, -outer), outer)
    let first = held + outer
    let second = max(held + inner, 0)
    let third = max(held - inner, 0)
    return (first * first - second * second - third * third) * scale
  }
}

/// A straight edge under a Gaussian.
///
/// The Gaussian's integral is taken to end 2.7 standard deviations from its middle, and in between to be the odd
/// polynomial of degree seven with the least largest error that meets its ends smoothly: 0.004 (found by weighted
/// least squares with both conditions).
struct BlurredEdge {
  private let inverse: Float

  /// An edge under a Gaussian of standard deviation `sigma`, in device pixels.
  init(sigma: Float) {
    inverse = 1 / sigma
  }

  /// The integral from the edge to `distance` beyond it: -0.5 deep inside, 0.5 far outside.
  @inline(__always)
  func integral(to distance: Float) -> Float {
    let end = Float(Hand.shadowEnd)
    let t = min(max(distance * inverse, -end), end)
    let q = t * t
    return t * (((q * -3.708_009_86e-4 + 7.794_901_72e-3) * q - 0.067_233_328_8) * q + 0.404_719_015)
  }

  /// What a bar that reaches `half` to either side of its middle line leaves of itself, `distance` beside it: 0...1.
  @inline(__always)
  func bar(half: Float, at distance: Float) -> Float {
    integral(to: distance + half) - integral(to: distance - half)
  }
}
