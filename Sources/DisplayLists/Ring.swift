public import Geometry

/// An activity ring: a full track, and on it an arc with round caps that starts at the top.
///
/// Near the full turn the tip casts a shadow on the start, unless both have one colour.
public struct Ring: Equatable, Sendable {
  public var center: Point
  public var radius: Double
  /// At most `radius`, which goes to the outer edge; in device pixels.
  public var thickness: Double
  /// The arc's length in turns, clamped to 0...`maximumProgress`; past 1 it overlaps itself.
  public var progress: Double {
    didSet { progress = Ring.clamped(progress) }
  }
  public var startColor: Color
  public var endColor: Color
  public var trackColor: Color
  /// Whether the arc runs counter-clockwise.
  public var isReversed: Bool

  public init(
    center: Point, radius: Double, thickness: Double, progress: Double, startColor: Color,
    endColor: Color, trackColor: Color, isReversed: Bool = false
  ) {
    self.center = center
    self.radius = radius
    self.thickness = min(thickness, radius)
    self.progress = Ring.clamped(progress)
    self.startColor = startColor
    self.endColor = endColor
    self.trackColor = trackColor
    self.isReversed = isReversed
  }

  public var isPlain: Bool { startColor == endColor }

  /// The middle of the arc's line at `turns` from its start.
  public func point(at turns: Double) -> Point {
    center.polar(angle: Angle(turns: isReversed ? -turns : turns), distance: radius - thickness / 2)
  }

  public static let maximumProgress = 1000.0

  /// There is no arc up to here; smaller values would overflow the gradient's division.
  public static let leastProgress = 1e-6

  private static func clamped(_ progress: Double) -> Double {
    progress.isNaN ? 0 : min(max(progress, 0), maximumProgress)
  }

  public var extent: PixelRect {
    PixelRect(
      covering: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)).inset(
        by: -1))
  }

  /// Adds the pixels that may differ from `before`: all that either arc reaches.
  ///
  /// A growing arc changes as a whole, as its colours are spread over its length. An arc of one
  /// colour changes at its tip only.
  func addChange(since before: Ring, to damage: inout Damage) {
    var same = before
    same.progress = progress
    guard same == self else {
      damage.add(extent)
      damage.add(before.extent)
      return
    }
    if let tips = plainChange(since: before) {
      damage.add(tips.intersection(extent))
      return
    }
    // The tip's cap reaches half a thickness ahead, and its soft edge a pixel more. Its shadow reaches
    // farther, but only on a nearly full ring.
    let inner = max(radius - thickness, 1)
    let reach = max(progress, before.progress) + (thickness / 2 + 1) / inner / (2 * .pi)
    // The start's cap changes only when the arc comes or goes.
    if min(progress, before.progress) <= Ring.leastProgress {
      let cap = Rect(
        x: center.x - thickness / 2 - 1, y: center.y - radius - 1, width: thickness / 2 + 1,
        height: thickness + 3)
      damage.add(PixelRect(covering: cap).intersection(extent))
    }
    addStrips(upTo: isReversed ? 1 : reach, to: &damage)
  }

  /// Adds strips around the hole, clockwise from the top up to `reach` turns, or two halves if the
  /// hole is small.
  private func addStrips(upTo reach: Double, to damage: inout Damage) {
    // A square in the hole, a pixel smaller as it is rounded outwards. Smaller rings fill most of a
    // small one and would cut the rest into pieces.
    let room = max((radius - thickness - 1) * 0.5.squareRoot() - 1, 0)
    let isHollow = room * room > Double(16 * Damage.price)
    let half = isHollow ? room : 0
    let hole = PixelRect(
      covering: Rect(center: center, size: Size(width: 2 * half, height: 2 * half)))
    let middle = PixelRect(covering: Rect(center: center, size: .zero))
    // From the middle of a side to the corner of the hole, in turns.
    let corner = isHollow ? 0.125 : 0
    let all = extent
    func add(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
      damage.add(
        PixelRect(x: left, y: top, width: right - left, height: bottom - top).intersection(all))
    }
    add(reach < 0.75 + corner ? middle.x - 1 : all.x, all.y, all.maxX, hole.y)
    if reach >= 0.25 - corner {
      add(hole.maxX, hole.y, all.maxX, reach < 0.25 ? middle.maxY + 1 : hole.maxY)
    }
    if reach >= 0.25 + corner {
      add(reach < 0.5 ? middle.x - 1 : all.x, hole.maxY, all.maxX, all.maxY)
    }
    if reach >= 0.75 - corner {
      add(all.x, reach < 0.75 ? middle.y - 1 : hole.y, hole.x, hole.maxY)
    }
  }

  /// The box of a small change at the tip of a single-colour arc; nil for any other change.
  private func plainChange(since before: Ring) -> PixelRect? {
    let least = min(progress, before.progress)
    let most = max(progress, before.progress)
    // Where the caps meet, the track between them changes too.
    let cap = (thickness / 2 + 1) / max(radius - thickness / 2, 1) / (2 * .pi)
    guard isPlain, most - least < 0.02, least > cap, most < 1 - 2 * cap else { return nil }
    // The arc between the two tips bulges out from the box around them.
    let bulge = radius * (1 - Angle(turns: (most - least) / 2).direction.y.magnitude)
    let box = Rect(origin: point(at: least), size: .zero).union(
      Rect(origin: point(at: most), size: .zero))
    return PixelRect(covering: box.inset(by: -thickness / 2 - bulge - 2))
  }
}
