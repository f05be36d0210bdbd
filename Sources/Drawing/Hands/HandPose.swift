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
  private let half: Float
  private let bar: BarEdge
  private let edge: BlurredEdge
  private let hasShadow: Bool
  /// How far beside the hand's middle line the shadow's lies.
  private let shadowBeside: Float
  /// Where the shadow's bar ends, along the hand.
  private let shadow: Stretch
  /// Where the bar's middle line ends, along the hand: the hub lies over it.
  private let line: Stretch

  /// Where only the distance beside the hand counts, along the hand. Empty where low is not below high.
  let inner: Stretch
  /// All that it may touch, along the hand.
  let reachAlong: Stretch
  /// All that it may touch, beside the hand.
  let reachBeside: Stretch

  /// `hand`, which has `shape`, at the angle of the unit vector `direction`.
  init(_ hand: Hand, shape: HandShape, direction: Point) {
    half = shape.half
    edge = shape.edge
    hasShadow = shape.shadowReach > 0
    inks = Overlay.Inks(lower: hand.shadow.color, upper: half > 0 ? hand.color : .clear)
    bar = BarEdge(half: half, nx: Float(direction.y), ny: Float(direction.x))
    line = Stretch(low: -shape.tail, high: shape.length)
    let along = Float(hand.shadow.dx * direction.x + hand.shadow.dy * direction.y)
    let beside = Float(hand.shadow.dy * direction.x - hand.shadow.dx * direction.y)
    shadowBeside = beside
    shadow = Stretch(
      low: along - shape.tail - shape.shadowRound, high: along + shape.length + shape.shadowRound)
    // A pixel reaches half of its diagonal from its centre.
    let reach = half + 0.73
    var sides = Stretch(low: -reach, high: reach)
    var ends = Stretch(low: line.low - reach, high: line.high + reach)
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

  // Both loops are written for one pixel at a time, on numbers that no store can change: so the compiler makes
  // vectors of them.

  /// Fills `count` pixels of `overlay` between the hand's ends, the first of them at `beside`, which grows by `step`.
  func fill(_ overlay: Overlay, count: Int, beside: Float, step: Float) {
    let (inks, half, bar, edge, shift) = (inks, half, bar, edge, shadowBeside)
    let kept = overlay.base
    let even = kept + overlay.plane
    let odd = even + overlay.plane
    let strength: Float = hasShadow ? 1 : 0
    for index in 0..<count {
      let side = Float(Int32(truncatingIfNeeded: index)) * step + beside
      let below = edge.bar(half: half, at: side - shift) * strength
      (kept[index], even[index], odd[index]) = inks.words(below, bar.cover(at: abs(side)))
    }
  }

  /// Fills the pixels of `overlay` from column `first` on, anywhere. Columns are counted from the hand's centre; both
  /// distances are those of column 0 and what they grow by.
  func fill(
    _ overlay: Overlay, from first: Int, count: Int, beside: (start: Float, step: Float),
    along: (start: Float, step: Float)
  ) {
    let (inks, half, bar, edge, shift) = (inks, half, bar, edge, shadowBeside)
    let (shadow, line) = (shadow, line)
    let kept = overlay.base
    let even = kept + overlay.plane
    let odd = even + overlay.plane
    let strength: Float = hasShadow ? 1 : 0
    for index in 0..<count {
      let column = Float(Int32(truncatingIfNeeded: first &+ index))
      let side = column * beside.step + beside.start
      let place = column * along.step + along.start
      // A bar with square ends under a Gaussian: the product of two profiles, where the nearer end counts.
      let fade = 0.5 + edge.integral(to: min(place - shadow.low, shadow.high - place))
      let below = edge.bar(half: half, at: side - shift) * fade * strength
      let over = max(max(place - line.high, line.low - place), 0)
      let distance = (side * side + over * over).squareRoot()
      (kept[index], even[index], odd[index]) = inks.words(below, bar.cover(at: distance))
    }
  }
}
