import DisplayLists
import Geometry

/// A hand at one angle: what it does to any pixel.
///
/// A pixel is told by two numbers that are linear along a row: how far along the hand its centre lies, and how far
/// beside it. Between the ends only the second counts.
struct HandPose {
  /// Along the hand, what is between two places.
  struct Stretch {
    var low: Float
    var high: Float

    /// The fixed-point number of a distance: in 2^-32 pixels, held within what a window can need.
    private static func fixed(_ distance: Float) -> Int {
      Int(min(max(Double(distance), -1_000_000), 1_000_000) * 4_294_967_296)
    }
    /// The places in 2^-32 pixels.
    var fixed: (low: Int, high: Int) { (Stretch.fixed(low), Stretch.fixed(high)) }
  }

  private let inks: Overlay.Inks
  private let half: Four
  private let bar: BarEdge
  private let edge: BlurredEdge
  /// 1 where there is a shadow, else 0.
  private let shadowStrength: Four
  /// How far beside the hand's middle line the shadow's lies.
  private let shadowBeside: Four
  /// Where the shadow's bar ends, along the hand.
  private let shadowLow: Four
  private let shadowHigh: Four
  /// Where the bar's middle line ends, along the hand: the hub lies over it.
  private let line: Stretch

  /// Where only the distance beside the hand counts, along the hand. Empty where low is not below high.
  let inner: Stretch
  /// All that it may touch, along the hand.
  let reachAlong: Stretch
  /// All that it may touch, beside the hand.
  let reachBeside: Stretch
  /// How far beside the middle line the bar reaches.
  let barReach: Float

  /// `hand`, which has `shape`, at the angle of the unit vector `direction`.
  init(_ hand: Hand, shape: HandShape, direction: Point) {
    let half = shape.half
    self.half = Four(repeating: half)
    edge = shape.edge
    let hasShadow = shape.shadowReach > 0
    shadowStrength = Four(repeating: hasShadow ? 1 : 0)
    inks = Overlay.Inks(lower: hand.shadow.color, upper: half > 0 ? hand.color : .clear)
    bar = BarEdge(half: half, nx: Float(direction.y), ny: Float(direction.x))
    line = Stretch(low: -shape.tail, high: shape.length)
    let along = Float(hand.shadow.dx * direction.x + hand.shadow.dy * direction.y)
    let beside = Float(hand.shadow.dy * direction.x - hand.shadow.dx * direction.y)
    shadowBeside = Four(repeating: beside)
    let shadow = Stretch(
      low: along - shape.tail - shape.shadowRound, high: along + shape.length + shape.shadowRound)
    (shadowLow, shadowHigh) = (Four(repeating: shadow.low), Four(repeating: shadow.high))
    // A pixel reaches half of its diagonal from its centre.
    barReach = half + 0.73
    var sides = Stretch(low: -barReach, high: barReach)
    var ends = Stretch(low: line.low - barReach, high: line.high + barReach)
    var core = Stretch(low: -.infinity, high: .infinity)
    if hasShadow {
      let blur = shape.shadowReach - half
      sides.low = min(sides.low, beside - shape.shadowReach)
      sides.high = max(sides.high, beside + shape.shadowReach)
      ends.low = min(ends.low, shadow.low - blur)
      ends.high = max(ends.high, shadow.high + blur)
      core = Stretch(low: shadow.low + blur, high: shadow.high - blur)
    }
    reachAlong = ends
    reachBeside = sides
    inner = Stretch(low: max(line.low, core.low), high: min(line.high, core.high))
  }

  /// How much of the shadow there is `side` beside the hand and between its ends: 0...1.
  @inline(__always)
  func shade(beside side: Four) -> Four {
    edge.bar(half: half, at: side - shadowBeside) * shadowStrength
  }

  /// What is put on pixels between the hand's ends, `side` beside it, where `shade` of the shadow is.
  @inline(__always)
  func words(shade: Four, beside side: Four) -> Overlay.Words {
    inks.words(shade, bar.cover(at: side.magnitudes))
  }

  /// What is put on pixels at an end of the hand that the bar does not reach, `place` along it, where between the ends
  /// `shade` of the shadow is.
  @inline(__always)
  func words(shade: Four, along place: Four) -> Overlay.Words {
    inks.words(shade * fade(along: place))
  }

  /// What is put on pixels where the bar is as between its ends, `side` beside the hand and `place` along it, where
  /// between the ends `shade` of the shadow is.
  @inline(__always)
  func words(shade: Four, beside side: Four, along place: Four) -> Overlay.Words {
    inks.words(shade * fade(along: place), bar.cover(at: side.magnitudes))
  }

  /// What is put on any pixels, `side` beside the hand and `place` along it, where between the ends `shade` of the shadow is.
  @inline(__always)
  func capWords(shade: Four, beside side: Four, along place: Four) -> Overlay.Words {
    let over = Four.larger(place - line.high, line.low - place).positive
    return inks.words(shade * fade(along: place), bar.cover(at: (side * side + over * over).roots))
  }

  /// What the bar's ends do to pixels from one place along the hand to another.
  enum Reach {
    /// Nothing: the bar is as anywhere between them.
    case between
    /// They are cut by one.
    case cap
    /// They lie beyond.
    case beyond
  }

  /// What the bar's ends do to the pixels from `first` to `last` along the hand.
  @inline(__always)
  func reach(from first: Float, to last: Float) -> Reach {
    let (low, high) = first < last ? (first, last) : (last, first)
    if low >= line.low, high <= line.high { return .between }
    return low > line.high + barReach || high < line.low - barReach ? .beyond : .cap
  }

  /// What the shadow's ends leave of it: a bar with square ends under a Gaussian is the product of two profiles, where
  /// the nearer end counts.
  @inline(__always)
  private func fade(along place: Four) -> Four {
    0.5 + edge.integral(to: Four.smaller(place - shadowLow, shadowHigh - place))
  }

  /// Fills `count` columns of `overlay`, a multiple of four, between the hand's ends, and what they have of the shadow. The
  /// first of them is `start` beside the hand, and each of the others `step` farther than that before.
  func fill(
    _ overlay: Overlay, shades: UnsafeMutablePointer<Float>, count: Int, beside start: Float,
    step: Float
  ) {
    let (start, step) = (Four(repeating: start), Four(repeating: step))
    for index in stride(from: 0, to: count, by: 4) {
      let side = Four.columns(from: index) * step + start
      let shade = shade(beside: side)
      UnsafeMutableRawPointer(shades + index).storeBytes(of: shade, as: Four.self)
      overlay.from(index).four = words(shade: shade, beside: side)
    }
  }
}
