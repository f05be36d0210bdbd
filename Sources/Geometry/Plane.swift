/// A position in the plane, x to the right and y down, in the caller's unit (device pixels unless said otherwise).
package struct Point: Equatable, Hashable, Sendable {
  /// The distance to the right of the origin.
  package var x: Double
  /// The distance below the origin.
  package var y: Double

  /// The point at (`x`, `y`).
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  package static let zero = Point(x: 0, y: 0)

  /// The point moved by (`dx`, `dy`).
  package func offset(dx: Double, dy: Double) -> Point {
    Point(x: x + dx, y: y + dy)
  }

  /// The point at `distance` from this one in the direction of `angle`, as on a dial: 0 is up, growing clockwise.
  package func polar(angle: Angle, distance: Double) -> Point {
    let unit = angle.direction
    return Point(x: x + unit.x * distance, y: y + unit.y * distance)
  }
}

/// A width and a height, in the caller's unit.
package struct Size: Equatable, Hashable, Sendable {
  /// The horizontal extent.
  package var width: Double
  /// The vertical extent.
  package var height: Double

  /// The size `width` x `height`.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No extent at all.
  package static let zero = Size(width: 0, height: 0)

  /// The largest size of the proportion `width : height` that fits into this one.
  package func fitting(aspect: Size) -> Size {
    guard aspect.width > 0, aspect.height > 0 else { return .zero }
    let factor = min(width / aspect.width, height / aspect.height)
    return Size(width: aspect.width * factor, height: aspect.height * factor)
  }
}

/// Distances from the four edges of a rectangle inward, in the caller's unit.
package struct Insets: Equatable, Hashable, Sendable {
  /// From the top edge down.
  package var top: Double
  /// From the left edge to the right.
  package var left: Double
  /// From the bottom edge up.
  package var bottom: Double
  /// From the right edge to the left.
  package var right: Double

  /// Four distances of their own.
  package init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same distance on all four sides.
  package init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }
}

/// An axis-parallel rectangle, in the caller's unit. Width and height are never negative by any operation here.
package struct Rect: Equatable, Hashable, Sendable {
  /// The top left corner.
  package var origin: Point
  /// The extent to the right and down.
  package var size: Size

  /// The rectangle at (`x`, `y`) of `width` x `height`.
  package init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  /// The rectangle at `origin` of `size`.
  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle of `size` around `center`.
  package init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The empty rectangle at the origin.
  package static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The left edge.
  package var minX: Double { origin.x }
  /// The top edge.
  package var minY: Double { origin.y }
  /// The right edge.
  package var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  package var maxY: Double { origin.y + size.height }
  /// The horizontal middle.
  package var midX: Double { origin.x + size.width / 2 }
  /// The vertical middle.
  package var midY: Double { origin.y + size.height / 2 }
  /// The horizontal extent.
  package var width: Double { size.width }
  /// The vertical extent.
  package var height: Double { size.height }
  /// The middle.
  package var center: Point { Point(x: midX, y: midY) }
  /// Whether it covers nothing.
  package var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Whether `point` lies inside, the left and top edges included, the right and bottom ones not.
  package func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle moved by (`dx`, `dy`).
  package func offset(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The rectangle with every side moved inward by `insets` (outward where negative); never of negative extent.
  package func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right), height: max(0, height - insets.top - insets.bottom))
  }

  /// The rectangle with every side moved inward by `distance` (outward where negative).
  package func inset(by distance: Double) -> Rect {
    inset(by: Insets(distance))
  }

  /// The smallest rectangle around both.
  package func union(_ other: Rect) -> Rect {
    let x0 = min(minX, other.minX)
    let y0 = min(minY, other.minY)
    return Rect(x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
  }

  /// The rectangle with its edges moved to the nearest whole numbers, so that flat fills have crisp edges.
  package var snapped: Rect {
    let x0 = minX.rounded()
    let y0 = minY.rounded()
    return Rect(x: x0, y: y0, width: max(0, maxX.rounded() - x0), height: max(0, maxY.rounded() - y0))
  }
}

/// An angle, in radians.
package struct Angle: Equatable, Hashable, Sendable {
  /// The angle in radians.
  package var radians: Double

  /// The angle of so many radians.
  package init(radians: Double) {
    self.radians = radians
  }

  /// The angle of so many whole turns.
  package init(turns: Double) {
    radians = turns * 2 * .pi
  }

  /// The angle in whole turns.
  package var turns: Double { radians / (2 * .pi) }
}
