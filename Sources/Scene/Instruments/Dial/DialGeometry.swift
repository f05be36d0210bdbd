import Animation
import Geometry

/// Where a dial is and how large: what moves from one layout to the next.
struct DialGeometry: Animatable, Equatable {
  var center: Point
  /// Of the plate, and between the outer ends of the ticks.
  var (side, diameter): (Double, Double)

  var animatableData: SIMD4<Double> {
    get { SIMD4(center.x, center.y, side, diameter) }
    set {
      center = Point(x: newValue[0], y: newValue[1])
      (side, diameter) = (newValue[2], newValue[3])
    }
  }
}

extension DialLayout {
  var geometry: DialGeometry { DialGeometry(center: center, side: side, diameter: diameter) }

  /// The same dial on its way from or to another layout.
  func moved(to geometry: DialGeometry) -> DialLayout {
    var copy = self
    (copy.center, copy.side, copy.diameter) = (geometry.center, geometry.side, geometry.diameter)
    return copy
  }
}
