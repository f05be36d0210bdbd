import Glibc

extension Angle {
  /// The angle on a dial at which `end` is seen from `start`, from 0 up to a turn; 0 where they are the same.
  public init(from start: Point, to end: Point) {
    let angle = atan2(end.x - start.x, start.y - end.y)
    self.init(radians: angle < 0 ? angle + 2 * .pi : angle)
  }

  /// The unit vector of the angle on a dial: 0 is up, growing clockwise.
  public var direction: Point {
    Point(x: sin(radians), y: -cos(radians))
  }
}
