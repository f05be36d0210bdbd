import Animation
import Session
import Timekeeping

/// A number that follows a source, and smooths the source's jumps.
struct Follower {
  private(set) var source: Double?
  private var correction = Animated(0.0)

  /// Returns the value to show while the source is at `new`. A `jump` to there takes `duration`
  /// seconds; 0 is none.
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
  private var follower = Follower()
  private var source: RingValue?

  /// A larger step of a time is a jump.
  private static let threshold = 0.0025

  /// Returns the turns to show for `value`, without motion while the pointer holds the ring.
  mutating func turns(_ value: RingValue, isHeld: Bool = false, at moment: Moment) -> Double {
    let new = value.turns(at: moment.reading)
    let step = new - (follower.source ?? new)
    let jump: Double =
      switch value {
      // A short time runs in steps as large as a jump, so a jump is a change of its course.
      case .fixed, .part: source.map { new - $0.turns(at: moment.reading) } ?? 0
      // It may run any distance in a frame, but not back.
      case .elapsed: step < -FollowedTurns.threshold ? step : 0
      case .timeOfDay: abs(step) > FollowedTurns.threshold ? step : 0
      }
    source = value
    return follower.value(
      following: new, afterJump: jump, duration: isHeld ? 0 : moment.panel.motion(value.motion),
      at: moment.now)
  }

  func nextChange(_ value: RingValue, after moment: Moment) -> NextChange {
    follower.isMoving(at: moment.now) ? .nextFrame : value.nextChange(after: moment.reading)
  }
}

extension RingValue {
  /// The duration of a jump, in seconds; less than the source's next step.
  fileprivate var motion: Double {
    switch self {
    case .fixed: Rings.motion
    case .elapsed(_, seconds: 1): 0.25
    case .elapsed, .part, .timeOfDay: Dial.motion
    }
  }
}
