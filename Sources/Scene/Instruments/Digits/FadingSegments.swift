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

/// A group of lights that cross-fades from glyph to glyph.
struct FadingSegments {
  /// The longest cross-fade, in seconds.
  static let fade = 0.35
  /// A cross-fade shorter than this many seconds would be over within a frame or two and is not made.
  static let leastFade = 0.02

  private(set) var group: SegmentGroup
  private var glyph: UInt8
  private var levels: Animated<SegmentLevels>
  /// When the glyph changed, the last time first: as often as may be taken back, and once before that.
  private var changes = SIMD8(repeating: -Double.infinity)
  private var isMoving = false
  /// When a fade was cut short last, since the glyph changed again at once, and the levels as they were on their way.
  private var cut: (time: Double, levels: Animated<SegmentLevels>)?

  /// Lights that are all dark.
  init(group: SegmentGroup) {
    self.group = group
    glyph = UInt8(ascii: " ")
    levels = Animated(.zero)
  }

  /// Lights in a new place or look that go on with the motion of `old`.
  init(group: SegmentGroup, continuing old: FadingSegments) {
    self = old
    self.group = group
    self.group.levels = old.group.levels
  }

  /// Whether `glyph` is shown and stays as it is.
  func rests(at glyph: UInt8) -> Bool { !isMoving && glyph == self.glyph }

  /// Starts toward `new` unless that is shown already. `period` is how long the glyph will stay, if that is known.
  ///
  /// A glyph that changes faster than the fade takes gets half of its time for it, and stands at full contrast for
  /// the other half.
  mutating func show(_ new: UInt8, mask: UInt8, period: Double, isAnimated: Bool, at now: Double) {
    guard new != glyph else { return }
    glyph = new
    let time = min(FadingSegments.fade, period / 2, (now - changes[0]) / 2)
    for lane in (1..<8).reversed() { changes[lane] = changes[lane - 1] }
    changes[0] = now
    let duration = isAnimated && time >= FadingSegments.leastFade ? time : 0
    if duration == 0, levels.isMoving(at: now) { cut = (now, levels) }
    levels.setTarget(SegmentLevels(mask: mask), duration: duration, curve: .easeInOut, at: now)
    isMoving = true
  }

  /// Goes back to `now`, when `glyph` was shown.
  mutating func goBack(to now: Double, glyph: UInt8, mask: UInt8) {
    if let cut, cut.time > now {
      levels = cut.levels
      self.cut = nil
    }
    levels.goBack(to: now)
    while changes[0] > now {
      for lane in 0..<7 { changes[lane] = changes[lane + 1] }
      changes[7] = now
    }
    let target = SegmentLevels(mask: mask)
    if levels.target != target { levels.setTarget(target, duration: 0, at: now) }
    self.glyph = glyph
    isMoving = true
  }

  /// Brings the group's levels to `now`; returns whether they are still changing.
  ///
  /// The last bit of a fade is less than a level: once all levels are those of its end, it is over to the eye.
  mutating func advance(to now: Double) -> Bool {
    levels.prune(at: now)
    group.levels = levels.value(at: now).packed
    isMoving =
      levels.isMoving(at: now) && (levels.countRuns(at: now) > 1 || group.levels != levels.target.packed)
    return isMoving
  }
}
