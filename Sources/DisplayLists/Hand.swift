public import Geometry

/// A hand of a dial: a bar with round ends and an optional hub.
public struct Hand: Equatable, Sendable {
  public var center: Point
  public var angle: Angle
  /// From the centre to the tip, in device pixels.
  public var length: Double
  /// From the centre to the end of the tail, in device pixels.
  public var tail: Double
  public var width: Double
  /// The radius of the hub's ring, at the middle of its line; 0 for no hub. The hub covers the bar.
  public var hubRadius: Double
  /// The colour inside the hub's ring; opaque.
  public var hubFill: Color
  public var color: Color
  public var shadow: Shadow
  /// The colour along the axis of a hand that shines; it blends into `color`. The shadow, which has
  /// no offset then, is a light of two radii.
  public var core: Color?

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

  public var tip: Point { center.polar(angle: angle, distance: length) }
  public var end: Point { center.polar(angle: angle, distance: -tail) }

  /// Where the shadow is cut off, in standard deviations: less than 0.4 % lies beyond.
  public static let shadowEnd = 2.7

  /// A margin for rounding in the painter, in device pixels.
  private static let slack = 0.1

  /// The bar's visible half-width. At its round ends, the painter gives a pixel the same width in all
  /// directions: up to its diagonal, which is 0.21 more on each side than the pixel has.
  private var barReach: Double { width / 2 + 0.22 }

  /// The shadow's visible half-width around its own axis; nil without a shadow.
  private var shadowReach: Double? {
    shadow.color.alpha > 0
      ? width / 2 + Hand.shadowEnd * max(shadow.radius, 0.25) + Hand.slack : nil
  }

  private var hub: PixelRect {
    var box = Rect(center: center, size: .zero).inset(by: -hubRadius - barReach)
    if let shadowReach {
      let middle = center.offset(dx: shadow.dx, dy: shadow.dy)
      box = box.union(Rect(center: middle, size: .zero).inset(by: -hubRadius - shadowReach))
    }
    return PixelRect(covering: box)
  }

  public var extent: PixelRect { PixelRect(covering: bar(toward: angle.direction)).union(hub) }

  /// Returns whether both hands have the same shape and are close enough to share tiles.
  func isNear(_ other: Hand) -> Bool {
    center == other.center && length == other.length && tail == other.tail && width == other.width
      && hubRadius == other.hubRadius && shadow == other.shadow
      && abs(angle.turns - other.angle.turns) < 0.02
  }

  static let maxSlabs = 4

  /// Adds the pixels that differ from `before`, which is near; all its pixels if `before` is the
  /// hand itself.
  ///
  /// The box around a slanted hand is mostly empty. n disjoint slabs leave about 1/n of the waste.
  func addTiles(since before: Hand, to damage: inout Damage) {
    let (unit, unitBefore) = (angle.direction, before.angle.direction)
    let box = PixelRect(covering: bar(toward: unit).union(before.bar(toward: unitBefore)))
    let isLevel = box.width >= box.height
    let (start, extent) = isLevel ? (box.x, box.width) : (box.y, box.height)
    let thickness = depth(from: start, to: start, isLevel: isLevel, toward: unit)
    let slant = Double(isLevel ? box.height : box.width) - (thickness.high - thickness.low)
    let best = (slant * Double(extent) / Double(Damage.price)).squareRoot()
    let pieces = best > 1 ? Int(min(best, Double(Hand.maxSlabs))) : 1
    for piece in 0..<pieces {
      let from = start + extent * piece / pieces
      let to = start + extent * (piece + 1) / pieces
      let depth = self.depth(from: from, to: to, isLevel: isLevel, toward: unit)
      let depthBefore = before.depth(from: from, to: to, isLevel: isLevel, toward: unitBefore)
      let low = min(depth.low, depthBefore.low)
      let high = max(depth.high, depthBefore.high)
      let slab =
        isLevel
        ? Rect(x: Double(from), y: low, width: Double(to - from), height: high - low)
        : Rect(x: low, y: Double(from), width: high - low, height: Double(to - from))
      damage.add(PixelRect(covering: slab).intersection(box))
    }
    // The hub does not depend on the angle.
    guard hubRadius > 0, self == before || color != before.color || hubFill != before.hubFill else {
      return
    }
    damage.add(hub)
  }

  /// Returns the first and last row of the bar and its shadow in the columns `from` to `to`; for a
  /// steep hand, with rows and columns exchanged. The bar counts as infinitely long.
  private func depth(from: Int, to: Int, isLevel: Bool, toward unit: Point) -> (
    low: Double, high: Double
  ) {
    let along = isLevel ? center.x : center.y
    let across = isLevel ? center.y : center.x
    let slope = isLevel ? unit.y / unit.x : unit.x / unit.y
    // A hand that is shorter than thick may be perpendicular to its box.
    guard slope.isFinite else { return (-1_000_000, 1_000_000) }
    let first = across + (Double(from) - along) * slope
    let second = across + (Double(to) - along) * slope
    let stretch = (1 + slope * slope).squareRoot()
    var below = barReach * stretch
    var above = below
    if let shadowReach {
      let shift = isLevel ? shadow.dy - shadow.dx * slope : shadow.dx - shadow.dy * slope
      below = max(below, shadowReach * stretch - shift)
      above = max(above, shadowReach * stretch + shift)
    }
    return (min(first, second) - below, max(first, second) + above)
  }

  private func bar(toward unit: Point) -> Rect {
    let tip = center.offset(dx: unit.x * length, dy: unit.y * length)
    let end = center.offset(dx: -unit.x * tail, dy: -unit.y * tail)
    let axis = Rect(origin: end, size: .zero).union(Rect(origin: tip, size: .zero))
    let box = axis.inset(by: -barReach)
    guard let shadowReach else { return box }
    return box.union(axis.offset(dx: shadow.dx, dy: shadow.dy).inset(by: -shadowReach))
  }
}
