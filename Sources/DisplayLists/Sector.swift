public import Geometry

/// A band of one colour around a centre, from the top clockwise, with straight ends: a pie slice with
/// a hole.
public struct Sector: Equatable, Sendable {
  public var center: Point
  /// The distances of its edges from the centre, in device pixels.
  public var outer: Double
  public var inner: Double
  /// 0...1.
  public var turns: Double {
    didSet { turns = Sector.clamped(turns) }
  }
  public var color: Color

  public init(center: Point, outer: Double, inner: Double, turns: Double, color: Color) {
    self.center = center
    self.outer = outer
    self.inner = min(max(inner, 0), outer)
    self.turns = Sector.clamped(turns)
    self.color = color
  }

  private static func clamped(_ turns: Double) -> Double {
    turns.isNaN ? 0 : min(max(turns, 0), 1)
  }

  public var extent: PixelRect {
    PixelRect(covering: Rect(center: center, size: .zero).inset(by: -outer - 1))
  }

  /// The same as a line.
  public var mark: Mark {
    let arc = Path.Element.arc(
      center: center, radius: (outer + inner) / 2, start: Angle(turns: 0), end: Angle(turns: turns))
    return .stroke(Path([arc]), width: outer - inner, round: false, color)
  }

  /// A small change is a narrow sector along its end: its box would be large, so boxes of its parts
  /// are added.
  func addChange(since before: Sector, to damage: inout Damage) {
    var same = before
    same.turns = turns
    let (low, high) = (min(turns, before.turns), max(turns, before.turns))
    guard same == self, high - low < Sector.smallChange else {
      damage.add(extent)
      damage.add(before.extent)
      return
    }
    guard low < high else { return }
    // The arc between the two ends bulges out of the box around them.
    let bulge = outer * (1 - Angle(turns: (high - low) / 2).direction.y.magnitude)
    let step = (outer - inner) / Double(Sector.parts)
    for part in 0..<Sector.parts {
      let near = inner + step * Double(part)
      var box = Rect(origin: center.polar(angle: Angle(turns: low), distance: near), size: .zero)
      for (turns, distance) in [(low, near + step), (high, near), (high, near + step)] {
        let corner = center.polar(angle: Angle(turns: turns), distance: distance)
        box = box.union(Rect(origin: corner, size: .zero))
      }
      damage.add(PixelRect(covering: box.inset(by: -bulge - 1)).intersection(extent))
    }
  }

  /// The largest change, in turns, whose box is that of its four corners and the bulge.
  private static let smallChange = 0.02
  /// Boxes along the end: twice as many would save less than a rectangle costs.
  private static let parts = 4
}
