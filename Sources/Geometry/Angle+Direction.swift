import Glibc

extension Angle {
  /// The unit vector of the angle on a dial: 0 is up, growing clockwise.
  package var direction: Point {
    Point(x: sin(radians), y: -cos(radians))
  }
}
