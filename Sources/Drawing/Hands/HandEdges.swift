import DisplayLists

/// A number for each of four pixels.
typealias Four = SIMD4<Float>

extension Four {
  /// The numbers of four columns, of which `first` is the first.
  @inline(__always)
  static func columns(from first: Int) -> Four {
    Four(repeating: Float(Int32(truncatingIfNeeded: first))) + Four(0, 1, 2, 3)
  }

  /// The larger of each two, which are not NaN.
  @inline(__always)
  static func larger(_ first: Four, _ second: Four) -> Four {
    second.replacing(with: first, where: first .> second)
  }

  /// The smaller of each two, which are not NaN.
  @inline(__always)
  static func smaller(_ first: Four, _ second: Four) -> Four {
    second.replacing(with: first, where: first .< second)
  }

  /// Each of them, or 0 for those below.
  @inline(__always)
  var positive: Four { (self + magnitudes) * 0.5 }

  /// All of them without a sign.
  @inline(__always)
  var magnitudes: Four {
    unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: Four.self)
  }

  /// The square roots of all four, which are not negative.
  @inline(__always)
  var roots: Four {
    Four(self[0].squareRoot(), self[1].squareRoot(), self[2].squareRoot(), self[3].squareRoot())
  }
}

/// How much of a pixel a straight bar covers, by the distance of the pixel's centre from its middle line.
///
/// `Coverage.ofSquare` for one normal and four pixels, without branches.
struct BarEdge {
  private let half: Four
  private let outer: Four
  private let inner: Four
  private let scale: Four
  /// Whether both edges may cut the same pixel.
  private let isThin: Bool

  /// The edges of a bar that reaches `half` pixels to either side along the unit normal (`nx`, `ny`).
  init(half: Float, nx: Float, ny: Float) {
    let wide = max(abs(nx), abs(ny))
    let narrow = max(min(abs(nx), abs(ny)), 4e-3)
    self.half = Four(repeating: half)
    outer = Four(repeating: (wide + narrow) / 2)
    inner = Four(repeating: (wide - narrow) / 2)
    scale = Four(repeating: 1 / (2 * wide * narrow))
    isThin = half < (wide + narrow) / 2
  }

  /// The coverage at distances of 0 or more: 0...1, give or take a rounding.
  @inline(__always)
  func cover(at distance: Four) -> Four {
    let near = area(half - distance)
    return isThin ? near - area(-half - distance) : near
  }

  /// The trapezoid's integral as the sum of its corners' second integrals.
  @inline(__always)
  private func area(_ depth: Four) -> Four {
    let held = Four.smaller(Four.larger(depth, -outer), outer)
    let first = held + outer
    let second = (held + inner).positive
    let third = (held - inner).positive
    return (first * first - second * second - third * third) * scale
  }
}

/// A straight edge under a Gaussian.
///
/// The Gaussian's integral is taken to end 2.7 standard deviations from its middle, and in between to be the odd
/// polynomial of degree seven with the least largest error that meets its ends smoothly: 0.004 (found by weighted
/// least squares with both conditions).
struct BlurredEdge {
  private let inverse: Four

  /// An edge under a Gaussian of standard deviation `sigma`, in device pixels.
  init(sigma: Float) {
    inverse = Four(repeating: 1 / sigma)
  }

  /// The integral from the edge to `distance` beyond it: -0.5 deep inside, 0.5 far outside.
  @inline(__always)
  func integral(to distance: Four) -> Four {
    let end = Four(repeating: Float(Hand.shadowEnd))
    let t = Four.smaller(Four.larger(distance * inverse, -end), end)
    let q = t * t
    var sum: Four = q * -3.708_009_86e-4
    sum = (sum + 7.794_901_72e-3) * q
    sum = (sum - 0.067_233_328_8) * q
    return t * (sum + 0.404_719_015)
  }

  /// What a bar that reaches `half` to either side of its middle line leaves of itself, `distance` beside it: 0...1.
  @inline(__always)
  func bar(half: Four, at distance: Four) -> Four {
    integral(to: distance + half) - integral(to: distance - half)
  }
}
