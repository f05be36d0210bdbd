import DisplayLists
import Geometry

typealias Four = SIMD4<Float>

/// A hand at one angle: its coverage along and across its axis, and its colours.
struct HandSection {
  // Constants for four pixels are stored four times, to be loaded at once.
  private let half: Four
  /// The trapezoid of a pixel seen along an edge of the bar, and the scale of its integral.
  private let outer: Four
  private let inner: Four
  private let scale: Four
  /// Whether both edges of the bar may cross the same pixel.
  private let isThin: Bool
  /// 1 / standard deviation of the shadow's blur.
  private let inverseSigma: Four
  private let hasShadow: Bool
  /// The distance of the shadow's axis from the bar's.
  private let shadowShift: Four
  /// The ends of the axes of bar and shadow, along the hand; the shadow has square ends.
  private let barLow: Four
  private let barHigh: Four
  private let shadowLow: Four
  private let shadowHigh: Four
  /// The distance from the axis that the bar may touch: a pixel reaches half its diagonal from its
  /// centre.
  private let barReach: Float

  let reach: (low: Float, high: Float)
  /// The positions along the hand where no end is visible; none unless low is below high.
  let between: (low: Float, high: Float)

  private let shadowInk: Ink
  private let barInk: Ink
  /// Along the axis; nil if the hand does not shine.
  private let coreInk: Ink?

  /// Blue, green and red in 256ths of a level, and the opacity.
  private struct Ink {
    var blue: Four
    var green: Four
    var red: Four
    let alpha: Four

    init(_ color: Color) {
      func level(_ value: Float) -> Four { Four(repeating: (value * 255).rounded() * 256) }
      (blue, green, red) = (level(color.blue), level(color.green), level(color.red))
      alpha = Four(repeating: color.alpha)
    }
  }

  /// The maximum blur of a hand's shadow, in device pixels.
  private static let maxSigma = 64.0

  init(_ hand: Hand, direction: Point) {
    let half = Float(min(hand.width, 4096) / 2)
    let normal = (abs(Float(direction.x)), abs(Float(direction.y)))
    let wide = max(normal.0, normal.1)
    let narrow = max(min(normal.0, normal.1), 4e-3)
    self.half = Four(repeating: half)
    outer = Four(repeating: (wide + narrow) / 2)
    inner = Four(repeating: (wide - narrow) / 2)
    scale = Four(repeating: 1 / (2 * wide * narrow))
    isThin = half < (wide + narrow) / 2
    hasShadow = hand.shadow.color.alpha > 0
    let sigma = Float(min(max(hand.shadow.radius, 0.25), HandSection.maxSigma))
    inverseSigma = Four(repeating: 1 / sigma)
    let bar = (low: -Float(max(hand.tail, 0)), high: Float(hand.length))
    let shift = Float(hand.shadow.dy * direction.x - hand.shadow.dx * direction.y)
    let along = Float(hand.shadow.dx * direction.x + hand.shadow.dy * direction.y)
    // Square ends with the area of round ones: a quarter of pi.
    let square = half * .pi / 4
    let shadow = (low: along + bar.low - square, high: along + bar.high + square)
    shadowShift = Four(repeating: shift)
    (barLow, barHigh) = (Four(repeating: bar.low), Four(repeating: bar.high))
    (shadowLow, shadowHigh) = (Four(repeating: shadow.low), Four(repeating: shadow.high))
    barReach = half + 0.73
    shadowInk = Ink(hand.shadow.color)
    barInk = Ink(half > 0 ? hand.color : .clear)
    coreInk = hand.core.map { Ink($0) }
    guard hasShadow else {
      reach = (-barReach, barReach)
      between = bar
      return
    }
    let blur = Float(Hand.shadowEnd) * sigma
    reach = (min(-barReach, shift - half - blur), max(barReach, shift + half + blur))
    // A light is round around the ends.
    let end = coreInk == nil ? blur : 0
    between = (max(bar.low, shadow.low + end), min(bar.high, shadow.high - end))
  }

  /// Returns the effect on pixels at distance `side` from the axis, and at `place` along it if the
  /// ends count.
  ///
  /// A blurred bar with square ends is the product of two profiles; only its nearer end counts.
  @inline(__always)
  func effect(beside side: Four, along place: Four? = nil) -> KeepAdd {
    if let coreInk { return light(beside: side, along: place, coreInk) }
    var shade = hasShadow ? self.shade(at: side) : .zero
    // The signed distances are monotonic, so the first and the last decide.
    let isFar = min(side[0], side[3]) > barReach || max(side[0], side[3]) < -barReach
    if hasShadow, let place {
      shade *= 0.5 + gaussian(to: Four.smaller(place - shadowLow, shadowHigh - place))
    }
    let cover = isFar ? .zero : bar(at: distance(beside: side, along: place))
    return effect(shade: shade, bar: cover, barInk)
  }

  @inline(__always)
  private func distance(beside side: Four, along place: Four?) -> Four {
    guard let place else { return Four.larger(side, -side) }
    let over = Four.larger(Four.larger(place - barHigh, barLow - place), .zero)
    return (side * side + over * over).squareRoot()
  }

  /// A light of two radii, from the bar's edge outward.
  @inline(__always)
  private func light(beside side: Four, along place: Four?, _ coreInk: Ink) -> KeepAdd {
    let distance = distance(beside: side, along: place)
    let far = (distance - half) * inverseSigma / Float(Hand.shadowEnd)
    let share = 1 - Four.smaller(Four.larger(far, .zero), .one)
    let shade = share * share * (0.25 + 0.6 * share * share * share)
    guard distance.min() <= barReach else { return effect(shade: shade, bar: .zero, barInk) }
    let pale = Four.smaller(Four.larger(1.3 * (half - distance) / half, .zero), .one)
    var ink = barInk
    ink.blue += (coreInk.blue - ink.blue) * pale
    ink.green += (coreInk.green - ink.green) * pale
    ink.red += (coreInk.red - ink.red) * pale
    return effect(shade: shade, bar: bar(at: distance), ink)
  }

  @inline(__always)
  private func shade(at side: Four) -> Four {
    let side = side - shadowShift
    return gaussian(to: side + half) - gaussian(to: side - half)
  }

  @inline(__always)
  private func bar(at distance: Four) -> Four {
    let near = area(half - distance)
    return isThin ? near - area(-half - distance) : near
  }

  /// The trapezoid's integral, as the sum of its corners' second integrals.
  @inline(__always)
  private func area(_ depth: Four) -> Four {
    let clamped = Four.smaller(Four.larger(depth, -outer), outer)
    let first = clamped + outer
    let second = Four.larger(clamped + inner, .zero)
    let third = Four.larger(clamped - inner, .zero)
    return (first * first - second * second - third * third) * scale
  }

  /// The integral of the shadow's Gaussian from 0 to `distance`: -0.5...0.5.
  ///
  /// It ends at 2.7 standard deviations. Inside, it is an odd polynomial of degree seven, smooth at
  /// its ends, with a minimal maximum error of 0.004 (found by weighted least squares).
  @inline(__always)
  private func gaussian(to distance: Four) -> Four {
    let end = Four(repeating: Float(Hand.shadowEnd))
    let t = Four.smaller(Four.larger(distance * inverseSigma, -end), end)
    let q = t * t
    var sum: Four = q * -3.708_009_86e-4
    sum = (sum + 7.794_901_72e-3) * q
    sum = (sum - 0.067_233_328_8) * q
    return t * (sum + 0.404_719_015)
  }

  @inline(__always)
  private func effect(shade: Four, bar cover: Four, _ barInk: Ink) -> KeepAdd {
    let over = cover * barInk.alpha
    let under = shade * shadowInk.alpha * (1 - over)
    // From 2^23 on, a float's last bit is 1: adding that leaves the rounded number in the low bits.
    let one: Float = 8_388_608
    func bits(_ values: Four) -> SIMD4<UInt32> { unsafeBitCast(values, to: SIMD4<UInt32>.self) }
    // Half a level, minus what would carry where the fraction was rounded up: 255 * 256.5 + 127
    // fits into 16 bits.
    func word(_ values: Four) -> SIMD4<UInt32> { bits(values + (one + 127)) & 0xFFFF }
    func pair(_ low: SIMD4<UInt32>, _ high: SIMD4<UInt32>) -> KeepAdd.Halves {
      unsafeBitCast(low | high &<< 16, to: KeepAdd.Halves.self)
    }
    let part = bits((1 - over - under) * 256 + one) & 0xFFFF
    // What is opaque stays opaque, however the fraction was rounded.
    let rest = (256 &- part) &* 255 &+ 127
    let alpha = word((under + over) * 65280)
    return KeepAdd(
      keep: pair(part, part),
      even: pair(
        word(under * shadowInk.blue + over * barInk.blue),
        word(under * shadowInk.red + over * barInk.red)),
      odd: pair(
        word(under * shadowInk.green + over * barInk.green),
        alpha.replacing(with: rest, where: rest .> alpha)))
  }
}

extension Four {
  @inline(__always)
  static func columns(from first: Int) -> Four {
    Four(repeating: Float(Int32(truncatingIfNeeded: first))) + Four(0, 1, 2, 3)
  }

  /// The pairwise maximum; no value is NaN.
  @inline(__always)
  static func larger(_ first: Four, _ second: Four) -> Four {
    second.replacing(with: first, where: first .> second)
  }

  /// The pairwise minimum; no value is NaN.
  @inline(__always)
  static func smaller(_ first: Four, _ second: Four) -> Four {
    second.replacing(with: first, where: first .< second)
  }
}
