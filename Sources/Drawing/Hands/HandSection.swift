import DisplayLists
import Geometry

typealias Four = SIMD4<Float>

/// A hand at one angle: its coverage along and across its axis, and its colours.
struct HandSection {
  private let half: Float
  /// The trapezoid of a pixel seen along an edge of the bar, and the scale of its integral.
  private let outer: Float
  private let inner: Float
  private let scale: Float
  /// Blue, green and red in 256ths of a level, and the opacity.
  private let bar: SIMD4<Float>
  private let shadow: SIMD4<Float>
  /// 1 / standard deviation of the shadow's blur.
  private let inverseSigma: Float
  /// The distance of the shadow's axis from the bar's.
  private let shadowShift: Float
  /// The ends of the axes of bar and shadow, along the hand; the shadow has square ends.
  private let barEnds: Span
  private let shadowEnds: Span
  /// The distance from the axis that the bar may touch: a pixel reaches half its diagonal from its
  /// centre.
  private let barReach: Float

  typealias Span = (low: Float, high: Float)
  let reach: Span
  /// The painted positions along the hand.
  let length: Span
  /// The positions along the hand where no end is visible; none unless low is below high.
  let between: Span

  /// The maximum blur of a hand's shadow, in device pixels.
  private static let maxSigma = 64.0

  init(_ hand: Hand, direction: Point) {
    half = Float(min(hand.width, 4096) / 2)
    let normal = (abs(Float(direction.x)), abs(Float(direction.y)))
    let wide = max(normal.0, normal.1)
    let narrow = max(min(normal.0, normal.1), 4e-3)
    (outer, inner) = ((wide + narrow) / 2, (wide - narrow) / 2)
    scale = 1 / (2 * wide * narrow)
    func ink(_ color: Color) -> SIMD4<Float> {
      func unit(_ value: Float) -> Float { value >= 0 ? min(value, 1) : 0 }
      func level(_ value: Float) -> Float { (unit(value) * 255).rounded() * 256 }
      return SIMD4(level(color.blue), level(color.green), level(color.red), unit(color.alpha))
    }
    bar = ink(half > 0 ? hand.color : .clear)
    shadow = ink(hand.shadow.color)
    let sigma = Float(min(max(hand.shadow.radius, 0.25), HandSection.maxSigma))
    inverseSigma = 1 / sigma
    shadowShift = Float(hand.shadow.dy * direction.x - hand.shadow.dx * direction.y)
    let along = Float(hand.shadow.dx * direction.x + hand.shadow.dy * direction.y)
    barEnds = (-Float(max(hand.tail, 0)), Float(hand.length))
    // Square ends with the area of round ones: a quarter of pi.
    let square = half * .pi / 4
    shadowEnds = (along + barEnds.low - square, along + barEnds.high + square)
    barReach = half + 0.73
    guard hand.shadow.color.alpha > 0 else {
      reach = (-barReach, barReach)
      length = (barEnds.low - barReach, barEnds.high + barReach)
      between = barEnds
      return
    }
    let blur = Float(Hand.shadowEnd) * sigma
    reach = (
      min(-barReach, shadowShift - half - blur), max(barReach, shadowShift + half + blur)
    )
    length = (
      min(barEnds.low - barReach, shadowEnds.low - blur),
      max(barEnds.high + barReach, shadowEnds.high + blur)
    )
    between = (
      max(barEnds.low, shadowEnds.low + blur), min(barEnds.high, shadowEnds.high - blur)
    )
  }

  /// Returns the effect on pixels at distance `side` from the axis, and at `place` along it if the
  /// ends count.
  ///
  /// A blurred bar with square ends is the product of two profiles; of the ends, only the nearer
  /// one counts.
  @inline(__always)
  func effect(beside side: Four, along place: Four? = nil) -> KeepAdd {
    var shade = Four.zero
    if shadow.w > 0 {
      shade = gaussian(to: side - shadowShift + half) - gaussian(to: side - shadowShift - half)
      if let place {
        shade *= 0.5 + gaussian(to: (place - shadowEnds.low).lesser(shadowEnds.high - place))
      }
    }
    // The signed distances are monotonic, so the first and the last decide.
    if min(side[0], side[3]) > barReach || max(side[0], side[3]) < -barReach {
      return effect(shade: shade, bar: .zero)
    }
    var distance = side.magnitudes
    if let place {
      let beyond = (place - barEnds.high).greater(barEnds.low - place).greater(.zero)
      distance = (side * side + beyond * beyond).roots
    }
    // Both edges of a thin bar may cross the same pixel.
    let near = area(half - distance)
    return effect(shade: shade, bar: half < outer ? near - area(-half - distance) : near)
  }

  /// The trapezoid's integral, as the sum of its corners' second integrals.
  @inline(__always)
  private func area(_ depth: Four) -> Four {
    let clamped = depth.greater(Four(repeating: -outer)).lesser(Four(repeating: outer))
    let first = clamped + outer
    let second = (clamped + inner).greater(.zero)
    let third = (clamped - inner).greater(.zero)
    return (first * first - second * second - third * third) * scale
  }

  /// The integral of the shadow's Gaussian from 0 to `distance`: -0.5...0.5.
  ///
  /// It ends at 2.7 standard deviations. Inside, it is an odd polynomial of degree seven, smooth at
  /// its ends, with a minimal maximum error of 0.004 (found by weighted least squares).
  @inline(__always)
  private func gaussian(to distance: Four) -> Four {
    let end = Four(repeating: Float(Hand.shadowEnd))
    let t = (distance * inverseSigma).greater(-end).lesser(end)
    let q = t * t
    var sum: Four = q * -3.708_009_86e-4
    sum = (sum + 7.794_901_72e-3) * q
    sum = (sum - 0.067_233_328_8) * q
    return t * (sum + 0.404_719_015)
  }

  @inline(__always)
  private func effect(shade: Four, bar cover: Four) -> KeepAdd {
    let over = cover * bar.w
    let under = shade * shadow.w * (1 - over)
    // From 2^23 on, a float's last bit is 1: adding that leaves the rounded number in the low bits.
    let one: Float = 8_388_608
    func bits(_ values: Four) -> SIMD4<UInt32> { unsafeBitCast(values, to: SIMD4<UInt32>.self) }
    func pair(_ low: Four, _ high: Four) -> KeepAdd.Halves {
      // Half a level, minus what would carry where the fraction was rounded up: 255 * 256.5 + 127
      // fits into 16 bits.
      let words = bits(low + (one + 127)) & 0xFFFF | bits(high + (one + 127)) &<< 16
      return unsafeBitCast(words, to: KeepAdd.Halves.self)
    }
    let part = bits((1 - over - under) * 256 + one) & 0xFFFF
    return KeepAdd(
      keep: unsafeBitCast(part | part &<< 16, to: KeepAdd.Halves.self),
      even: pair(under * shadow.x + over * bar.x, under * shadow.z + over * bar.z),
      odd: pair(under * shadow.y + over * bar.y, (under + over) * 65280))
  }
}

extension Four {
  @inline(__always)
  static func columns(from first: Int) -> Four {
    Four(repeating: Float(Int32(truncatingIfNeeded: first))) + Four(0, 1, 2, 3)
  }

  /// The pairwise maximum; no value is NaN.
  @inline(__always)
  func greater(_ other: Four) -> Four { other.replacing(with: self, where: self .> other) }

  /// The pairwise minimum; no value is NaN.
  @inline(__always)
  func lesser(_ other: Four) -> Four { other.replacing(with: self, where: self .< other) }

  @inline(__always)
  var magnitudes: Four {
    unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: Four.self)
  }

  @inline(__always)
  var roots: Four {
    Four(self[0].squareRoot(), self[1].squareRoot(), self[2].squareRoot(), self[3].squareRoot())
  }
}
