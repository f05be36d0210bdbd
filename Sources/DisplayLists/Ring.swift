public import Geometry

/// An activity ring: a full track, and on it an arc with round caps that starts at the top and runs clockwise, or the
/// other way round.
///
/// Near the full turn its tip casts a shadow, which tells it from the start, unless both have one colour.
public struct Ring: Equatable, Sendable {
  /// The middle of the ring, in device pixels.
  public var center: Point
  /// From the middle to the outer edge, in device pixels.
  public var radius: Double
  /// From the outer edge to the inner one, in device pixels; at most `radius`.
  public var thickness: Double
  /// How far the arc runs, in turns: 0 is the track alone, past 1 it runs on over itself. Held within
  /// 0...`maximumProgress`; NaN is 0.
  public var progress: Double {
    didSet { progress = Ring.held(progress) }
  }
  /// The colour at the start of the arc.
  public var startColor: Color
  /// The colour at the end of the arc; in between the two are mixed by angle.
  public var endColor: Color
  /// The colour of the track.
  public var trackColor: Color
  /// Whether the arc runs counter-clockwise.
  public var isReversed: Bool

  /// A ring about `center`.
  public init(
    center: Point, radius: Double, thickness: Double, progress: Double, startColor: Color,
    endColor: Color,
    trackColor: Color, isReversed: Bool = false
  ) {
    self.center = center
    self.radius = radius
    self.thickness = min(thickness, radius)
    self.progress = Ring.held(progress)
    self.startColor = startColor
    self.endColor = endColor
    self.trackColor = trackColor
    self.isReversed = isReversed
  }

  /// Whether the whole arc has one colour.
  public var isPlain: Bool { startColor == endColor }

  /// The middle of the arc's line at `turns` from its start.
  public func point(at turns: Double) -> Point {
    center.polar(angle: Angle(turns: isReversed ? -turns : turns), distance: radius - thickness / 2)
  }

  /// The most turns that can be shown; more look the same and would only cost precision.
  public static let maximumProgress = 1000.0

  /// Up to here there is no arc; less than a millionth would overflow where the gradient is divided by it.
  public static let leastProgress = 1e-6

  private static func held(_ progress: Double) -> Double {
    progress.isNaN ? 0 : min(max(progress, 0), maximumProgress)
  }

  /// All pixels that it may touch.
  public var extent: PixelRect {
    PixelRect(
      covering: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)).inset(
        by: -1))
  }

  /// Adds the pixels that may change when this ring follows on `before`: as much of it as either arc reaches.
  ///
  /// All of an arc changes when it grows, since its colours are spread over its length; the track beyond it does not.
  /// Of an arc of one colour only what lies about its tip changes.
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
    // The cap at the tip reaches half a thickness ahead, and a pixel for its soft edge; the tip's shadow, which reaches
    // farther, is there on a nearly full ring only.
    let inner = max(radius - thickness, 1)
    let reach = max(progress, before.progress) + (thickness / 2 + 1) / inner / (2 * .pi)
    // The cap at the start has one colour as long as there is an arc.
    if min(progress, before.progress) <= Ring.leastProgress {
      let cap = Rect(
        x: center.x - thickness / 2 - 1, y: center.y - radius - 1, width: thickness / 2 + 1,
        height: thickness + 3)
      damage.add(PixelRect(covering: cap).intersection(extent))
    }
    addStrips(upTo: isReversed ? 1 : reach, to: &damage)
  }

  /// Adds strips around the hole, clockwise from the top, as far as an arc of so many turns reaches; two halves where the
  /// hole is not worth it.
  private func addStrips(upTo reach: Double, to damage: inout Damage) {
    // A square in the hole; a pixel less each way, since what covers it is rounded outwards. Smaller rings fill most of one
    // that is not large, and cut what is left into pieces.
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

  /// The box of what changes of an arc of one colour whose tip has moved a little; nil for any other change.
  private func plainChange(since before: Ring) -> PixelRect? {
    let least = min(progress, before.progress)
    let most = max(progress, before.progress)
    // Where the caps of both ends meet, the track between them counts.
    let cap = (thickness / 2 + 1) / max(radius - thickness / 2, 1) / (2 * .pi)
    guard isPlain, most - least < 0.02, least > cap, most < 1 - 2 * cap else { return nil }
    // The arc between the two tips bulges out from the box around them.
    let bulge = radius * (1 - Angle(turns: (most - least) / 2).direction.y.magnitude)
    let box = Rect(origin: point(at: least), size: .zero).union(
      Rect(origin: point(at: most), size: .zero))
    return PixelRect(covering: box.inset(by: -thickness / 2 - bulge - 2))
  }
}
