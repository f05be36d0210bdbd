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

  /// Whether it differs from `other` by so little that the two are best painted over in common tiles.
  func isNear(_ other: Hand) -> Bool {
    center == other.center && length == other.length && tail == other.tail && width == other.width
      && hubRadius == other.hubRadius && shadow == other.shadow && abs(angle.turns - other.angle.turns) < 0.02
  }

  /// Adds the pixels that this hand or `before` touches, as a chain of tiles along the bar.
  ///
  /// The box around a slanted hand is mostly empty; cutting it in n pieces leaves about 1/n of that. Each
  /// rectangle also has a price of its own, so a hand that is nearly upright or level is cut less often.
  func addTiles(since before: Hand, to damage: inout Damage) {
    let across = PixelRect(covering: bar(from: -tail, to: length))
    let slant = Double(min(across.width, across.height)) / max(1, 2 * margin)
    let pieces = min(max(Int(slant / 2), 1), 8)
    let step = (length + tail) / Double(pieces)
    for piece in 0..<pieces {
      let start = -tail + Double(piece) * step
      damage.add(
        PixelRect(
          covering: bar(from: start, to: start + step).union(before.bar(from: start, to: start + step))))
    }
    guard hubRadius > 0 else { return }
    let radius = hubRadius + margin
    damage.add(PixelRect(covering: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))))
  }

  /// The box around a piece of the bar with all that it casts; distances from the centre towards the tip.
  private func bar(from start: Double, to end: Double) -> Rect {
    let first = center.polar(angle: angle, distance: start)
    let last = center.polar(angle: angle, distance: end)
    return Rect(origin: first, size: .zero).union(Rect(origin: last, size: .zero)).inset(by: -margin)
  }
}
