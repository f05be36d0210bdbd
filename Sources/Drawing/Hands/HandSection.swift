import DisplayLists
import Geometry

/// A number for each of four pixels.
typealias Four = SIMD4<Float>

/// A hand toward one direction: its coverage along and across its axis, and its colours.
struct HandSection {
  private let half: Float
  /// The trapezoid that a pixel is along an edge of the bar, and the scale of its integral.
  private let outer: Float
  private let inner: Float
  private let scale: Float
  /// 1 / standard deviation of the shadow's blur.
  private let inverseSigma: Float
  private let hasShadow: Bool
  /// How far beside the bar's axis the shadow's lies.
  private let shadowShift: Float
  /// The axes of the bar and of the shadow, whose ends are square, from end to tip along the hand.
  private let bar: (low: Float, high: Float)
  private let shadow: (low: Float, high: Float)
  /// How far from its axis the bar covers anything: a pixel reaches half of its diagonal from its centre.
  private let barReach: Float

  /// The distances from the axis at which anything is painted.
  let reach: (low: Float, high: Float)
  /// The places along the hand at which anything is painted.
  let length: (low: Float, high: Float)
  /// The places along the hand where no end can be seen; none where low is not below high.
  let between: (low: Float, high: Float)

  /// Blue, green and red of the shadow and of the bar in 256ths of a level, and their opacity.
  private let shadowInk: SIMD4<Float>
  private let barInk: SIMD4<Float>

  /// The largest blur of a hand's shadow, in device pixels.
  private static let maxSigma = 64.0

  init(_ hand: Hand, direction: Point) {
    half = Float(min(hand.width, 4096) / 2)
    let normal = (abs(Float(direction.x)), abs(Float(direction.y)))
    let wide = max(normal.0, normal.1)
    let narrow = max(min(normal.0, normal.1), 4e-3)
    (outer, inner) = ((wide + narrow) / 2, (wide - narrow) / 2)
    scale = 1 / (2 * wide * narrow)
    hasShadow = hand.shadow.color.alpha > 0
    let sigma = Float(min(max(hand.shadow.radius, 0.25), HandSection.maxSigma))
    inverseSigma = 1 / sigma
    bar = (-Float(max(hand.tail, 0)), Float(hand.length))
    shadowShift = Float(hand.shadow.dy * direction.x - hand.shadow.dx * direction.y)
    let along = Float(hand.shadow.dx * direction.x + hand.shadow.dy * direction.y)
    // Round ends have a quarter of pi of the area.
    let square = half * .pi / 4
    shadow = (along + bar.low - square, along + bar.high + square)
    barReach = half + 0.73
    shadowInk = HandSection.ink(hand.shadow.color)
    barInk = HandSection.ink(half > 0 ? hand.color : .clear)
    guard hasShadow else {
      reach = (-barReach, barReach)
      length = (bar.low - barReach, bar.high + barReach)
      between = bar
      return
    }
    let blur = Float(Hand.shadowEnd) * sigma
    reach = (
      min(-barReach, shadowShift - half - blur), max(barReach, shadowShift + half + blur)
    )
    length = (
      min(bar.low - barReach, shadow.low - blur), max(bar.high + barReach, shadow.high + blur)
    )
    between = (max(bar.low, shadow.low + blur), min(bar.high, shadow.high - blur))
  }

  /// The effect on pixels `side` beside the axis, between the ends.
  @inline(__always)
  func effect(beside side: Four) -> KeepAdd {
    effect(shade: shade(at: side), bar: bar(at: side.magnitudes))
  }

  /// The effect on pixels anywhere, `side` beside the axis and `place` along it.
  ///
  /// A blurred bar with square ends is the product of two profiles, of which the nearer end counts.
  @inline(__always)
  func effect(beside side: Four, along place: Four) -> KeepAdd {
    let end = Four.smaller(place - shadow.low, shadow.high - place)
    let shade = shade(at: side) * (0.5 + gaussian(to: end))
    let over = Four.larger(Four.larger(place - bar.high, bar.low - place), .zero)
    return effect(shade: shade, bar: bar(at: (side * side + over * over).roots))
  }

  /// The part that the shadow covers between its ends.
  @inline(__always)
  private func shade(at side: Four) -> Four {
    guard hasShadow else { return .zero }
    let side = side - shadowShift
    return gaussian(to: side + half) - gaussian(to: side - half)
  }

  /// The part that the bar covers, `distance` from its axis.
  @inline(__always)
  private func bar(at distance: Four) -> Four {
    let near = area(half - distance)
    // Both edges of a thin bar may cut the same pixel.
    return half < outer ? near - area(-half - distance) : near
  }

  /// The trapezoid's integral as the sum of its corners' second integrals.
  @inline(__always)
  private func area(_ depth: Four) -> Four {
    let clamped = Four.smaller(Four.larger(depth, Four(repeating: -outer)), Four(repeating: outer))
    let first = clamped + outer
    let second = Four.larger(clamped + inner, .zero)
    let third = Four.larger(clamped - inner, .zero)
    return (first * first - second * second - third * third) * scale
  }

  /// The integral of the shadow's Gaussian from 0 to `distance`: -0.5...0.5.
  ///
  /// It is taken to end 2.7 standard deviations from its middle, and in between to be the odd polynomial of degree
  /// seven with the least largest error that meets its ends smoothly: 0.004 (found by weighted least squares).
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

  private static func ink(_ color: Color) -> SIMD4<Float> {
    func unit(_ value: Float) -> Float { value >= 0 ? min(value, 1) : 0 }
    func level(_ value: Float) -> Float { (unit(value) * 255).rounded() * 256 }
    return SIMD4(level(color.blue), level(color.green), level(color.red), unit(color.alpha))
  }

  /// The effect on pixels that the shadow and over it the bar cover in part.
  @inline(__always)
  private func effect(shade: Four, bar cover: Four) -> KeepAdd {
    let over = cover * barInk.w
    let under = shade * shadowInk.w * (1 - over)
    // From 2^23 on, a float's last bit is 1: adding that leaves the nearest whole number in the low bits.
    let one: Float = 8_388_608
    func bits(_ values: Four) -> SIMD4<UInt32> { unsafeBitCast(values, to: SIMD4<UInt32>.self) }
    func pair(_ low: Four, _ high: Four) -> KeepAdd.Halves {
      // Half a level, less what would carry where the part was rounded up: 255 * 256.5 + 127 fits into 16 bits.
      let words = bits(low + (one + 127)) & 0xFFFF | bits(high + (one + 127)) &<< 16
      return unsafeBitCast(words, to: KeepAdd.Halves.self)
    }
    let part = bits((1 - over - under) * 256 + one) & 0xFFFF
    return KeepAdd(
      keep: unsafeBitCast(part | part &<< 16, to: KeepAdd.Halves.self),
      even: pair(under * shadowInk.x + over * barInk.x, under * shadowInk.z + over * barInk.z),
      odd: pair(under * shadowInk.y + over * barInk.y, (under + over) * 65280))
  }

  /// A distance in 2^-32 pixels: those add up without an error. Clamped to more than any window needs.
  static func fixed(_ distance: Float) -> Int { fixed(Double(distance)) }
  static func fixed(_ distance: Double) -> Int {
    Int(min(max(distance, -1_000_000), 1_000_000) * 4_294_967_296)
  }

  @inline(__always)
  static func pixels(_ fixed: Int) -> Float { Float(Double(fixed) * (1 / 4_294_967_296)) }
}

extension Four {
  /// The numbers of four columns.
  @inline(__always)
  static func columns(from first: Int) -> Four {
    Four(repeating: Float(Int32(truncatingIfNeeded: first))) + Four(0, 1, 2, 3)
  }

  /// The larger of each two; none is NaN.
  @inline(__always)
  static func larger(_ first: Four, _ second: Four) -> Four {
    second.replacing(with: first, where: first .> second)
  }

  /// The smaller of each two; none is NaN.
  @inline(__always)
  static func smaller(_ first: Four, _ second: Four) -> Four {
    second.replacing(with: first, where: first .< second)
  }

  @inline(__always)
  var magnitudes: Four {
    unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: Four.self)
  }

  @inline(__always)
  var roots: Four {
    Four(self[0].squareRoot(), self[1].squareRoot(), self[2].squareRoot(), self[3].squareRoot())
  }
}
