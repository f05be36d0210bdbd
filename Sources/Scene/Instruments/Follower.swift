import Animation
import Session
import Timekeeping

/// A value that follows a source, and smooths the source's jumps.
struct Follower {
  /// A larger step is a jump; smaller ones are the source's own motion.
  private let threshold: Double
  /// Whether the value is an angle in turns, so that whole turns make no difference.
  private let isCyclic: Bool
  private var source: Double?
  private var correction = Animated(0.0)

  init(threshold: Double, isCyclic: Bool) {
    self.threshold = threshold
    self.isCyclic = isCyclic
  }

  /// Returns the value to show while the source is at `new`; a jump takes `duration` seconds.
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

  /// The same for a known jump; 0 for none.
  mutating func value(
    following new: Double, afterJump jump: Double, duration: Double, at now: Double
  ) -> Double {
    if jump != 0 {
      // The target is the sum of all jumps. The motion to it undoes the last jump for a while.
      correction.setTarget(correction.target + jump, duration: duration, at: now)
    }
    source = new
    correction.prune(at: now)
    // This order adds exactly 0 at rest.
    return new + (correction.value(at: now) - correction.target)
  }

  func isMoving(at now: Double) -> Bool { correction.isMoving(at: now) }
}

struct FollowedTurns {
  private var follower = Follower(threshold: 0.0025, isCyclic: false)
  private var source: RingValue?

  /// Returns the turns to show for `value`, without motion while the pointer holds the ring.
  mutating func turns(_ value: RingValue, isHeld: Bool = false, at moment: Moment) -> Double {
    let new = value.turns(at: moment.reading)
    let duration = isHeld ? 0 : moment.panel.motion(value.motion)
    defer { source = value }
    guard value.isOfALength else {
      return follower.value(
        following: new, runsForward: value.runsForward, duration: duration, at: moment.now)
    }
    // A short time runs in steps as large as a jump, so a jump is detected by its changed course.
    let jump = source.map { $0 == value ? 0 : new - $0.turns(at: moment.reading) } ?? 0
    return follower.value(following: new, afterJump: jump, duration: duration, at: moment.now)
  }

  func nextChange(_ value: RingValue, after moment: Moment) -> NextChange {
    follower.isMoving(at: moment.now) ? .nextFrame : value.nextChange(after: moment.reading)
  }
}

extension RingValue {
  fileprivate var runsForward: Bool { if case .elapsed = self { true } else { false } }

  /// Whether it is the elapsed or remaining part of a length, which may be short.
  fileprivate var isOfALength: Bool {
    switch self {
    case .fraction, .part: true
    case .fixed, .elapsed, .timeOfDay: false
    }
  }

  /// The duration of a jump, in seconds; less than the source's next step.
  fileprivate var motion: Double {
    switch self {
    case .fixed: Rings.motion
    case .elapsed(_, seconds: 1): 0.25
    case .elapsed, .fraction, .part, .timeOfDay: Dial.motion
    }
  }
}
