public import Geometry

/// A bar with round ends that turns about a point, as a hand of a dial.
public struct Hand: Equatable, Sendable {
  /// The point it turns about, in device pixels.
  public var center: Point
  /// Where it points; 0 is up, growing clockwise.
  public var angle: Angle
  /// From the centre to its tip, in device pixels.
  public var length: Double
  /// From the centre to the end of its tail, on the other side, in device pixels.
  public var tail: Double
  /// Its width in device pixels.
  public var width: Double
  /// The radius of the ring around the centre, at the middle of its line; 0 is none. The hand starts at its edge.
  public var hubRadius: Double
  /// The colour inside the hub's ring.
  public var hubFill: Color
  /// The colour of the bar and of the hub's ring.
  public var color: Color
  /// What it casts on what lies behind it; its radius is held to 3 pixels of scale by whoever composes.
  public var shadow: Shadow

  /// A hand at `angle` about `center`.
  public init(
    center: Point, angle: Angle, length: Double, tail: Double, width: Double, hubRadius: Double,
    hubFill: Color, color: Color, shadow: Shadow
  ) {
    self.center = center
    self.angle = angle
    self.length = length
    self.tail = tail
    self.width = width
    self.hubRadius = hubRadius
    self.hubFill = hubFill
    self.color = color
    self.shadow = shadow
  }

  /// The end of the bar.
  public var tip: Point { center.polar(angle: angle, distance: length) }
  /// The end of the tail.
  public var end: Point { center.polar(angle: angle, distance: -tail) }

  /// How far beyond the bar's axis it, its hub or its shadow can be seen, on either side, without the hub.
  private var margin: Double { width / 2 + 1 + (shadow.color.alpha > 0 ? shadow.reach : 0) }

  /// All pixels that it may touch.
  public var extent: PixelRect {
    let hub = Rect(
      center: center,
      size: Size(width: 2 * (hubRadius + margin), height: 2 * (hubRadius + margin)))
    return PixelRect(covering: bar(from: -tail, to: length).union(hub))
  }

  /// Whether it has the shape of `other` and points so near that the two are best painted over in common tiles.
  func isNear(_ other: Hand) -> Bool {
    center == other.center && length == other.length && tail == other.tail && width == other.width
      && hubRadius == other.hubRadius && shadow == other.shadow && abs(angle.turns - other.angle.turns) < 0.02
  }

  /// Adds the pixels that this hand or `before`, which is near it, touches: tiles along the bar, and the hub.
  ///
  /// The box around a slanted hand is mostly empty; cutting it across in n slabs, each as deep as the bar is there,
  /// leaves about 1/n of it. Each rectangle also has a price of its own, so a hand that is nearly upright or level
  /// is cut less often. The slabs lie side by side and share no pixel.
  func addTiles(since before: Hand, to damage: inout Damage) {
    let box = PixelRect(covering: bar(from: -tail, to: length).union(before.bar(from: -tail, to: length)))
    let slant = Double(min(box.width, box.height)) / max(1, 2 * margin)
    let pieces = min(max(Int(slant / 2), 1), 8)
    let isLevel = box.width >= box.height
    let (start, extent) = isLevel ? (box.x, box.width) : (box.y, box.height)
    for piece in 0..<pieces {
      let from = start + extent * piece / pieces
      let to = start + extent * (piece + 1) / pieces
      let depth = self.depth(from: from, to: to, isLevel: isLevel)
      let depthBefore = before.depth(from: from, to: to, isLevel: isLevel)
      let low = min(depth.low, depthBefore.low)
      let high = max(depth.high, depthBefore.high)
      let slab =
        isLevel
        ? Rect(x: Double(from), y: low, width: Double(to - from), height: high - low)
        : Rect(x: low, y: Double(from), width: high - low, height: Double(to - from))
      damage.add(PixelRect(covering: slab).intersection(box))
    }
    guard hubRadius > 0 else { return }
    let radius = hubRadius + margin
    damage.add(PixelRect(covering: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))))
  }

  /// How far the bar reaches across the columns (if level, else the rows) `from` to `to`: its lowest and highest row
  /// (or column). Beyond its ends it is taken to go on.
  private func depth(from: Int, to: Int, isLevel: Bool) -> (low: Double, high: Double) {
    let along = isLevel ? center.x : center.y
    let across = isLevel ? center.y : center.x
    let unit = angle.direction
    let slope = isLevel ? unit.y / unit.x : unit.x / unit.y
    // A hand shorter than it is thick may stand across its box.
    guard slope.isFinite else { return (-1_000_000, 1_000_000) }
    let first = across + (Double(from) - along) * slope
    let second = across + (Double(to) - along) * slope
    let offset = (shadow.dx * shadow.dx + shadow.dy * shadow.dy).squareRoot()
    let cast = shadow.color.alpha > 0 ? 3 * shadow.radius + offset : 0
    let reach = (width / 2 + 1 + cast) * (1 + slope * slope).squareRoot()
    return (min(first, second) - reach, max(first, second) + reach)
  }

  /// The box around a piece of the bar with all that it casts; distances from the centre towards the tip.
  private func bar(from start: Double, to end: Double) -> Rect {
    let first = center.polar(angle: angle, distance: start)
    let last = center.polar(angle: angle, distance: end)
    return Rect(origin: first, size: .zero).union(Rect(origin: last, size: .zero)).inset(by: -margin)
  }
}
