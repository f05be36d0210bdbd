import Glibc

/// A position: x to the right and y down, in device pixels unless noted.
public struct Point: Equatable, Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)

  public func offset(dx: Double, dy: Double) -> Point {
    Point(x: x + dx, y: y + dy)
  }

  public func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  public func polar(angle: Angle, distance: Double) -> Point {
    let unit = angle.direction
    return Point(x: x + unit.x * distance, y: y + unit.y * distance)
  }
}

public struct Size: Equatable, Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)

  /// Returns the largest size that fits and is `aspect` times as wide as high.
  public func fitting(aspect: Double) -> Size {
    guard aspect > 0 else { return .zero }
    let height = min(width / aspect, height)
    return Size(width: aspect * height, height: height)
  }
}

/// An axis-parallel rectangle. No operation makes its size negative.
public struct Rect: Equatable, Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var midX: Double { origin.x + size.width / 2 }
  public var midY: Double { origin.y + size.height / 2 }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var center: Point { Point(x: midX, y: midY) }
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// The right and bottom edges are outside.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  public func offset(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  public func inset(
    top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
  ) -> Rect {
    Rect(
      x: minX + left, y: minY + top, width: max(0, width - left - right),
      height: max(0, height - top - bottom))
  }

  public func inset(by distance: Double) -> Rect {
    inset(top: distance, left: distance, bottom: distance, right: distance)
  }

  public func union(_ other: Rect) -> Rect {
    let x0 = min(minX, other.minX)
    let y0 = min(minY, other.minY)
    return Rect(x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
  }

  /// The rectangle with edges rounded to whole pixels, for crisp fills.
  public var snapped: Rect {
    let x0 = minX.rounded()
    let y0 = minY.rounded()
    return Rect(
      x: x0, y: y0, width: max(0, maxX.rounded() - x0), height: max(0, maxY.rounded() - y0))
  }
}

public struct Angle: Equatable, Hashable, Sendable {
  public var radians: Double

  public init(radians: Double) {
    self.radians = radians
  }

  public init(turns: Double) {
    radians = turns * 2 * .pi
  }

  public var turns: Double { radians / (2 * .pi) }

  /// The dial angle from `start` to `end`, less than one turn; 0 if they are equal.
  public init(from start: Point, to end: Point) {
    let angle = atan2(end.x - start.x, start.y - end.y)
    self.init(radians: angle < 0 ? angle + 2 * .pi : angle)
  }

  /// The unit vector of a dial angle: 0 is up, growing clockwise.
  public var direction: Point {
    Point(x: sin(radians), y: -cos(radians))
  }
}
