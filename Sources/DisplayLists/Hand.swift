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
  /// The radius of the ring around the centre, at the middle of its line; 0 is none. The hub lies over the bar.
  public var hubRadius: Double
  /// The colour inside the hub's ring, opaque.
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

  /// Where a hand's shadow ends, in standard deviations of its blur: less than four thousandths of it lie beyond.
  public static let shadowEnd = 2.7

  /// For what a painter rounds, in device pixels.
  private static let slack = 0.1

  /// How far beside the bar's axis it can be seen, on either side.
  private var barReach: Double { width / 2 + Hand.slack }

  /// How far beside its own axis, which is moved from the bar's, the shadow can be seen; nil where there is none.
  private var shadowReach: Double? {
    shadow.color.alpha > 0
      ? width / 2 + Hand.shadowEnd * max(shadow.radius, 0.25) + Hand.slack : nil
  }

  /// All pixels that the hub and what it casts may touch.
  private var hub: PixelRect {
    var box = Rect(center: center, size: .zero).inset(by: -hubRadius - barReach)
    if let shadowReach {
      let middle = center.offset(dx: shadow.dx, dy: shadow.dy)
      box = box.union(Rect(center: middle, size: .zero).inset(by: -hubRadius - shadowReach))
    }
    return PixelRect(covering: box)
  }

  /// All pixels that it may touch.
  public var extent: PixelRect { PixelRect(covering: bar(toward: angle.direction)).union(hub) }

  /// Whether it has the shape of `other` and points so near that the two are best painted over in common tiles.
  func isNear(_ other: Hand) -> Bool {
    center == other.center && length == other.length && tail == other.tail && width == other.width
      && hubRadius == other.hubRadius && shadow == other.shadow
      && abs(angle.turns - other.angle.turns) < 0.02
  }

  /// The most slabs that a hand is cut into.
  static let mostPieces = 4

  /// Adds the pixels that change when this hand follows on `before`, which is near it: tiles along the bar.
  ///
  /// From a hand to itself, that is all that it touches.
  ///
  /// The box around a slanted hand is mostly empty; cutting it across in n slabs, each as deep as the bar is there,
  /// leaves about 1/n of what is empty. So many slabs are cut that one more would cost more than it saves. They lie
  /// side by side and share no pixel.
  func addTiles(since before: Hand, to damage: inout Damage) {
    let (unit, unitBefore) = (angle.direction, before.angle.direction)
    let box = PixelRect(covering: bar(toward: unit).union(before.bar(toward: unitBefore)))
    let isLevel = box.width >= box.height
    let (start, extent) = isLevel ? (box.x, box.width) : (box.y, box.height)
    let thickness = depth(from: start, to: start, isLevel: isLevel, toward: unit)
    let slant = Double(isLevel ? box.height : box.width) - (thickness.high - thickness.low)
    let best = (slant * Double(extent) / Double(Damage.price)).squareRoot()
    let pieces = best > 1 ? Int(min(best, Double(Hand.mostPieces))) : 1
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
    // A hub looks the same wherever the hand points: it is painted over when the hand comes, goes or changes colour.
    guard hubRadius > 0, self == before || color != before.color || hubFill != before.hubFill else {
      return
    }
    damage.add(hub)
  }

  /// Calls `body` with up to `pieces` rectangles that share no pixel and together cover all that it touches.
  ///
  /// They lie one below the other unless the hand is flat: a server cuts what it clips to where rows end, and would make
  /// about two of each that lie side by side.
  public func forEachSlab(pieces: Int, _ body: (PixelRect) -> Void) {
    let hub =
      hubRadius > 0 ? Rect(center: center, size: .zero).inset(by: -hubRadius - barReach) : nil
    let unit = angle.direction
    let bar = bar(toward: unit)
    let box = PixelRect(covering: hub.map(bar.union) ?? bar)
    let isLevel = box.width >= 2 * box.height
    let (start, extent) = isLevel ? (box.x, box.width) : (box.y, box.height)
    for piece in 0..<pieces {
      let from = start + extent * piece / pieces
      let to = start + extent * (piece + 1) / pieces
      var (low, high) = depth(from: from, to: to, isLevel: isLevel, toward: unit)
      if let hub, Double(from) < (isLevel ? hub.maxX : hub.maxY),
        Double(to) > (isLevel ? hub.minX : hub.minY)
      {
        low = min(low, isLevel ? hub.minY : hub.minX)
        high = max(high, isLevel ? hub.maxY : hub.maxX)
      }
      let slab =
        isLevel
        ? Rect(x: Double(from), y: low, width: Double(to - from), height: high - low)
        : Rect(x: low, y: Double(from), width: high - low, height: Double(to - from))
      let rect = PixelRect(covering: slab).intersection(box)
      if !rect.isEmpty { body(rect) }
    }
  }

  /// How far the bar and its shadow reach across the columns (if level, else the rows) `from` to `to`: their lowest
  /// and highest row (or column). Beyond its ends the bar is taken to go on.
  private func depth(from: Int, to: Int, isLevel: Bool, toward unit: Point) -> (
    low: Double, high: Double
  ) {
    let along = isLevel ? center.x : center.y
    let across = isLevel ? center.y : center.x
    let slope = isLevel ? unit.y / unit.x : unit.x / unit.y
    // A hand shorter than it is thick may stand across its box.
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

  /// The box around the bar and its shadow.
  private func bar(toward unit: Point) -> Rect {
    let tip = center.offset(dx: unit.x * length, dy: unit.y * length)
    let end = center.offset(dx: -unit.x * tail, dy: -unit.y * tail)
    let axis = Rect(origin: end, size: .zero).union(Rect(origin: tip, size: .zero))
    let box = axis.inset(by: -barReach)
    guard let shadowReach else { return box }
    return box.union(axis.offset(dx: shadow.dx, dy: shadow.dy).inset(by: -shadowReach))
  }
}
