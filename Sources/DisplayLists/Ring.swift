public import Geometry

/// An activity ring: a full track and, from the top, an arc with round caps.
///
/// Near the full turn the tip casts a shadow on the start, unless the arc has a single colour.
public struct Ring: Equatable, Sendable {
  public var center: Point
  public var radius: Double
  /// In device pixels, inward from `radius`; at most `radius`.
  public var thickness: Double
  /// The arc's length in turns, clamped to 0...`maxProgress`; beyond 1 it overlaps itself.
  public var progress: Double {
    didSet { progress = Ring.clamped(progress) }
  }
  /// Where the gradient ends, in turns; nil for the arc's own end. While it stays, a growing arc changes
  /// only at its tip.
  public var gradientEnd: Double?
  public var startColor: Color
  public var endColor: Color
  public var trackColor: Color
  /// How far the light of a narrower ring reaches, which is painted alone, in device pixels; 0 paints
  /// the ring itself.
  public var glow = 0.0

  public init(
    center: Point, radius: Double, thickness: Double, progress: Double, startColor: Color,
    endColor: Color, trackColor: Color
  ) {
    self.center = center
    self.radius = radius
    self.thickness = min(thickness, radius)
    self.progress = Ring.clamped(progress)
    self.startColor = startColor
    self.endColor = endColor
    self.trackColor = trackColor
  }

  public var isPlain: Bool { startColor == endColor }

  /// Returns the middle of the arc's line at `turns` from its start.
  public func point(at turns: Double) -> Point {
    center.polar(angle: Angle(turns: turns), distance: radius - thickness / 2)
  }

  /// From this progress on, the tip of an arc of two colours casts a shadow on the arc's start.
  public static let minShadowed = 0.96
  /// How far the shadow is ahead of the tip, in turns.
  public static let shadowLead = 0.01
  /// The shadow's standard deviation, in device pixels: a 125th of the ring's diameter.
  public var shadowBlur: Double { max(2 * radius / 125, 0.05) }

  public static let maxProgress = 1000.0

  /// Smaller values show no arc: they would overflow the gradient's division.
  public static let minProgress = 1e-6

  private static func clamped(_ progress: Double) -> Double {
    progress.isNaN ? 0 : min(max(progress, 0), maxProgress)
  }

  public var extent: PixelRect {
    PixelRect(covering: Rect(center: center, size: .zero).inset(by: -radius - 1))
  }

  /// An arc whose gradient spreads changes as a whole. One of a single colour changes only at its tip.
  func addChange(since before: Ring, to damage: inout Damage) {
    var same = before
    (same.progress, same.gradientEnd) = (progress, gradientEnd)
    guard same == self else {
      damage.add(extent)
      damage.add(before.extent)
      return
    }
    if let tips = changeOfTip(since: before) {
      damage.add(tips.intersection(extent))
      return
    }
    // The tip's cap reaches half a thickness ahead, and its soft edge one more pixel. The shadow
    // reaches farther, but only on a nearly full ring.
    let inner = max(radius - thickness, 1)
    let reach = max(progress, before.progress) + (thickness / 2 + 1) / inner / (2 * .pi)
    // The start's cap, before the top, changes only when the arc appears or disappears.
    let isNew = min(progress, before.progress) <= Ring.minProgress
    addQuarters(upTo: isNew ? 1 : reach, to: &damage)
  }

  /// Adds the quarters of the ring, clockwise from the top, up to `reach` turns; without a square in
  /// the hole if that is large.
  private func addQuarters(upTo reach: Double, to damage: inout Damage) {
    // Reduced by a pixel as it is rounded outward.
    let half = max((radius - thickness - 1) * 0.5.squareRoot() - 1, 0)
    let isHollow = half * half > Double(16 * Damage.price)
    let hole = isHollow ? Rect(center: center, size: .zero).inset(by: -half) : .zero
    for quarter in 0..<4 where Double(quarter) * 0.25 <= reach {
      let (isRight, isUpper) = (quarter < 2, quarter == 0 || quarter == 3)
      let box = Rect(
        x: center.x - (isRight ? 1 : radius + 1), y: center.y - (isUpper ? radius + 1 : 1),
        width: radius + 2, height: radius + 2)
      PixelRect(covering: box).intersection(extent).forEachPiece(
        without: PixelRect(covering: hole)
      ) { damage.add($0) }
    }
  }

  /// Returns the box of a small change at the tip, or that of a short arc; nil for other changes.
  private func changeOfTip(since before: Ring) -> PixelRect? {
    let low = min(progress, before.progress)
    let high = max(progress, before.progress)
    guard high - low < 0.02 else { return nil }
    let cap = (thickness / 2 + 1) / max(radius - thickness / 2, 1) / (2 * .pi)
    if low >= 1 {
      guard low.rounded(.down) == high.rounded(.down) else { return nil }
    } else {
      // Where the caps meet, the track between them changes too.
      guard high < 1 - 2 * cap, high < Ring.minShadowed || low > 2 * cap else { return nil }
      if low <= 2 * cap { return PixelRect(covering: box(from: 0, to: high)) }
      // Colours are finer by powers of two as the arc is shorter.
      guard isPlain || low.exponent == high.exponent else { return nil }
    }
    guard isPlain || gradientEnd != nil && gradientEnd == before.gradientEnd else { return nil }
    let tip = box(from: low, to: high)
    guard !isPlain, high >= Ring.minShadowed else { return PixelRect(covering: tip) }
    let lead = Ring.shadowLead
    let shadow = box(from: low + lead, to: high + lead).inset(by: -3 * shadowBlur)
    return PixelRect(covering: tip.union(shadow))
  }

  /// The box of an arc with round caps.
  private func box(from low: Double, to high: Double) -> Rect {
    // The arc bulges out of the box around its ends.
    let bulge = radius * (1 - Angle(turns: (high - low) / 2).direction.y.magnitude)
    return Rect(origin: point(at: low), size: .zero).union(
      Rect(origin: point(at: high), size: .zero)
    ).inset(by: -thickness / 2 - bulge - 2)
  }
}
