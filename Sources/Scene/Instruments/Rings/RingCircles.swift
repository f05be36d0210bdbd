import DisplayLists
import Geometry

/// Where concentric rings lie in a square: the outermost first, each as thick as their number allows.
enum RingCircles {
  // MARK: Proportions of the rings

  /// The width of more than three rings, by the diameter: they leave a hole of a seventh of it, so
  /// that the innermost is no dot.
  private static let manyRings = 0.43
  /// The thickness of each of them by the distance of two: about a fifth is the gap.
  private static let manyThickness = 0.82
  /// The maximum distance of two rings in a bezel, and the space inside of the last, by the
  /// diameter.
  private static let (maxBezelPitch, bezelEdge) = (0.075, 0.01)
  /// The thickness of a ring in a bezel by the distance of two: a fifth is the gap.
  private static let bezelThickness = 0.8

  // MARK: Lengths in hundredths of the diameter, so that sums of them are exact

  private static func fraction(_ hundredths: Double) -> Double { hundredths / 100 }

  /// Between two rings, if there are up to three.
  private static let ringGap = 2.0
  /// The thickness of the reference, 30 of 250. Two and three rings are a little thinner, so that a
  /// quarter of the diameter stays free in the middle of three.
  private static let thickness = (one: 12.0, two: 11.5, three: 10.5)

  /// The distances from a ring's outer edge to its inner edge and to the next ring, by the
  /// diameter.
  static func proportions(count: Int) -> (thickness: Double, pitch: Double) {
    func wide(_ thickness: Double) -> (thickness: Double, pitch: Double) {
      (fraction(thickness), fraction(thickness + ringGap))
    }
    switch count {
    case ...1: return wide(thickness.one)
    case 2: return wide(thickness.two)
    case 3: return wide(thickness.three)
    default:
      let pitch = manyRings / Double(count)
      return (pitch * manyThickness, pitch)
    }
  }

  /// Thin rings, around other instruments: together at most as thick as two, so that more rings
  /// leave the same hole.
  private static func bezelProportions(count: Int) -> (thickness: Double, pitch: Double) {
    let pitch = min(maxBezelPitch, 2 * maxBezelPitch / Double(max(count, 1)))
    return (pitch * bezelThickness, pitch)
  }

  /// The box of the circle in a bezel.
  static func bezelHole(count: Int, in bounds: Rect) -> Rect {
    bounds.inset(
      by: bounds.width * (bezelProportions(count: count).pitch * Double(count) + bezelEdge))
  }

  /// Empty rings without colours; `isBezel` for thin ones.
  static func circles(_ count: Int, in square: Rect, isBezel: Bool = false) -> [Ring] {
    let (thickness, pitch) = isBezel ? bezelProportions(count: count) : proportions(count: count)
    let diameter = square.width
    let center = Point(
      x: (square.minX + diameter / 2).rounded(), y: (square.minY + diameter / 2).rounded())
    return (0..<count).map { index in
      Ring(
        center: center, radius: diameter * (0.5 - pitch * Double(index)),
        thickness: diameter * thickness, progress: 0, startColor: .clear, endColor: .clear,
        trackColor: .clear)
    }
  }
}
