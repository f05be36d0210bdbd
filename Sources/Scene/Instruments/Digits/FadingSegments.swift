import Animation
import DisplayLists

/// How lit the parts of one group of lights are, 0...1 each.
struct SegmentLevels: VectorArithmetic {
  var lanes: SIMD8<Double>

  init(_ lanes: SIMD8<Double>) {
    self.lanes = lanes
  }

  /// Fully lit where `mask` has a one; bit n is part n.
  init(mask: UInt8) {
    lanes = .zero
    for lane in 0..<8 where mask & (1 << UInt8(lane)) != 0 { lanes[lane] = 1 }
  }

  static var zero: SegmentLevels { SegmentLevels(.zero) }
  static func + (left: SegmentLevels, right: SegmentLevels) -> SegmentLevels {
    SegmentLevels(left.lanes + right.lanes)
  }
  static func - (left: SegmentLevels, right: SegmentLevels) -> SegmentLevels {
    SegmentLevels(left.lanes - right.lanes)
  }
  mutating func scale(by factor: Double) { lanes *= factor }
  var magnitudeSquared: Double { (lanes * lanes).sum() }

  /// The levels as `SegmentGroup.levels`: one byte a part, held within what a light can show.
  var packed: UInt64 {
    let full = Double(SegmentGroup.fullLevel)
    var packed: UInt64 = 0
    for lane in 0..<8 {
      let level = min(max(lanes[lane] * full, 0), full).rounded()
      packed |= UInt64(level) << UInt64(lane * 8)
    }
    return packed
  }
}

/// A group of lights that shows one glyph after another.
///
/// A change by a person is a cross-fade. After a change by time the old glyph glows for a moment, as a phosphor does, and
/// the new one is always the brighter of the two.
struct FadingSegments {
  /// The length of a cross-fade, in seconds.
  static let fade = 0.35

  private(set) var group: SegmentGroup
  private var glyph = UInt8(ascii: " ")
  /// The levels of the glyph at rest.
  private var levels = SegmentLevels.zero
  /// The sum of all changes by a person; what remains of them is taken from the levels.
  private var changes = Animated(SegmentLevels.zero)
  private var isMoving = false

  /// Lights that are all dark.
  init(group: SegmentGroup) { self.group = group }

  /// Lights in a new place or look that go on with the motion of `old`.
  init(group: SegmentGroup, continuing old: FadingSegments) {
    self = old
    self.group = group
    self.group.levels = old.group.levels
  }

  /// Whether `glyph` is shown and stays as it is.
  func rests(at glyph: UInt8) -> Bool { !isMoving && glyph == self.glyph }

  /// Shows `new`, whose parts are those of `mask`; cross-fades to it in `fade` seconds, unless that is 0.
  mutating func show(_ new: UInt8, mask: UInt8, fade: Double, at now: Double) {
    guard new != glyph else { return }
    glyph = new
    let old = levels
    levels = SegmentLevels(mask: mask)
    if fade > 0 {
      changes.setTarget(changes.target + (levels - old), duration: fade, at: now)
    }
  }

  /// Brings the group's levels to `now`, while there is an `afterglow` of the parts of `old`; returns whether they are
  /// still changing.
  ///
  /// The last bit of a change is less than a level: once all levels are those of its end, it is over to the eye.
  mutating func advance(to now: Double, _ afterglow: Afterglow?, of old: UInt8) -> Bool {
    changes.prune(at: now)
    var shown = afterglow?.levels(from: SegmentLevels(mask: old), to: levels) ?? levels
    shown += changes.value(at: now) - changes.target
    group.levels = shown.packed
    isMoving = changes.runCount > 1 || group.levels != levels.packed
    return isMoving
  }
}
