/// A position in the plane, x to the right and y down, in the caller's unit (device pixels unless said otherwise).
public struct Point: Equatable, Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// The point at (`x`, `y`).
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// The point moved by (`dx`, `dy`).
  public func offset(dx: Double, dy: Double) -> Point {
    Point(x: x + dx, y: y + dy)
  }

  /// The point at `distance` from this one in the direction of `angle`, as on a dial: 0 is up, growing clockwise.
  public func polar(angle: Angle, distance: Double) -> Point {
    let unit = angle.direction
    return Point(x: x + unit.x * distance, y: y + unit.y * distance)
  }
}

/// A width and a height, in the caller's unit.
public struct Size: Equatable, Hashable, Sendable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// The size `width` x `height`.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No extent at all.
  public static let zero = Size(width: 0, height: 0)

  /// The largest size of the proportion `width : height` that fits into this one.
  public func fitting(aspect: Size) -> Size {
    guard aspect.width > 0, aspect.height > 0 else { return .zero }
    let factor = min(width / aspect.width, height / aspect.height)
    return Size(width: aspect.width * factor, height: aspect.height * factor)
  }
}

/// Distances from the four edges of a rectangle inward, in the caller's unit.
public struct Insets: Equatable, Hashable, Sendable {
  /// From the top edge down.
  public var top: Double
  /// From the left edge to the right.
  public var left: Double
  /// From the bottom edge up.
  public var bottom: Double
  /// From the right edge to the left.
  public var right: Double

  /// Four distances of their own.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same distance on all four sides.
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }
}

/// An axis-parallel rectangle, in the caller's unit. Width and height are never negative by any operation here.
public struct Rect: Equatable, Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extent to the right and down.
  public var size: Size

  /// The rectangle at (`x`, `y`) of `width` x `height`.
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  /// The rectangle at `origin` of `size`.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle of `size` around `center`.
  public init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The horizontal middle.
  public var midX: Double { origin.x + size.width / 2 }
  /// The vertical middle.
  public var midY: Double { origin.y + size.height / 2 }
  /// The horizontal extent.
  public var width: Double { size.width }
  /// The vertical extent.
  public var height: Double { size.height }
  /// The middle.
  public var center: Point { Point(x: midX, y: midY) }
  /// Whether it covers nothing.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Whether `point` lies inside, the left and top edges included, the right and bottom ones not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle moved by (`dx`, `dy`).
  public func offset(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The rectangle with every side moved inward by `insets` (outward where negative); never of negative extent.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }

  /// The rectangle with every side moved inward by `distance` (outward where negative).
  public func inset(by distance: Double) -> Rect {
    inset(by: Insets(distance))
  }

  /// The smallest rectangle around both.
  public func union(_ other: Rect) -> Rect {
    let x0 = min(minX, other.minX)
    let y0 = min(minY, other.minY)
    return Rect(x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
  }

  /// The rectangle with its edges moved to the nearest whole numbers, so that flat fills have crisp edges.
  public var snapped: Rect {
    let x0 = minX.rounded()
    let y0 = minY.rounded()
    return Rect(
      x: x0, y: y0, width: max(0, maxX.rounded() - x0), height: max(0, maxY.rounded() - y0))
  }
}

/// An angle, in radians.
public struct Angle: Equatable, Hashable, Sendable {
  /// The angle in radians.
  public var radians: Double

  /// The angle of so many radians.
  public init(radians: Double) {
    self.radians = radians
  }

  /// The angle of so many whole turns.
  public init(turns: Double) {
    radians = turns * 2 * .pi
  }

  /// The angle in whole turns.
  public var turns: Double { radians / (2 * .pi) }
}
