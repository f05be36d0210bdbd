import Animation
import Session
import Timekeeping

/// A value that follows a source, and moves to it smoothly where the source jumps.
struct Follower {
  /// A step of more than this is a jump; less is the source's own motion.
  private let threshold: Double
  /// Whether the value is an angle in turns, so that a whole turn makes no difference.
  private let isCyclic: Bool
  private var source: Double?
  private var correction = Animated(0.0)

  init(threshold: Double, isCyclic: Bool) {
    self.threshold = threshold
    self.isCyclic = isCyclic
  }

  /// The value to show while the source is at `new`; a jump takes `duration` seconds.
  ///
  /// In a source that `runsForward` only a step back is a jump: it may run any distance in a frame.
  mutating func value(
    following new: Double, runsForward: Bool = false, duration: Double, at now: Double
  ) -> Double {
    var jump = 0.0
    if let old = source {
      var step = new - old
      if isCyclic { step -= step.rounded() }
      if step < -threshold || step > threshold && !runsForward { jump = step }
    }
    return value(following: new, afterJump: jump, duration: duration, at: now)
  }

  /// The same for a known jump, or none if it is 0.
  mutating func value(
    following new: Double, afterJump jump: Double, duration: Double, at now: Double
  ) -> Double {
    if jump != 0 {
      // The target is the sum of all jumps, and the way to it takes the last one back for a while.
      correction.setTarget(correction.target + jump, duration: duration, at: now)
    }
    source = new
    correction.prune(at: now)
    // In this order nothing is added at rest, to the last bit.
    return new + (correction.value(at: now) - correction.target)
  }

  func isMoving(at now: Double) -> Bool { correction.isMoving(at: now) }
}

/// The turns of a ring or a rim, which follow its value smoothly.
struct FollowedTurns {
  private var follower = Follower(threshold: 0.0025, isCyclic: false)
  private var source: RingValue?

  /// The turns to show for `value`; without motion if the pointer holds it.
  mutating func turns(_ value: RingValue, isHeld: Bool = false, at moment: Moment) -> Double {
    let new = value.turns(at: moment.reading)
    let duration = isHeld ? 0 : moment.panel.motion(value.motion)
    defer { source = value }
    guard value.isOfALength else {
      return follower.value(
        following: new, runsForward: value.runsForward, duration: duration, at: moment.now)
    }
    // A short time runs in steps as large as a jump, so a jump shows by its changed course.
    let jump = source.map { $0 == value ? 0 : new - $0.turns(at: moment.reading) } ?? 0
    return follower.value(following: new, afterJump: jump, duration: duration, at: moment.now)
  }

  func nextChange(_ value: RingValue, after moment: Moment) -> NextChange {
    follower.isMoving(at: moment.now) ? .nextFrame : value.nextChange(after: moment.reading)
  }
}

extension RingValue {
  fileprivate var runsForward: Bool { if case .elapsed = self { true } else { false } }

  /// Whether it is the elapsed or remaining part of a length that may be short.
  fileprivate var isOfALength: Bool {
    switch self {
    case .fraction, .part: true
    case .fixed, .elapsed, .timeOfDay: false
    }
  }

  /// How long a jump takes, in seconds; less than the source's next step.
  fileprivate var motion: Double {
    switch self {
    case .fixed: Rings.motion
    case .elapsed(_, seconds: 1): 0.25
    case .elapsed, .fraction, .part, .timeOfDay: Dial.motion
    }
  }
}
