import Session
import Timekeeping

/// A number that follows a source, and smooths the source's jumps.
///
/// Each jump adds a run over its distance; earlier runs finish. So position and speed stay continuous
/// at every interruption. Times are seconds on any steady axis.
struct Follower {
  private(set) var source: Double?
  private var runs: [Run] = []

  private struct Run {
    var distance: Double
    var start: Double
    var duration: Double

    var end: Double { start + duration }

    func remaining(at now: Double) -> Double {
      distance * (1 - EaseInOut.value(at: (now - start) / duration))
    }
  }

  /// Returns the value to show while the source is at `new`. A `jump` to there takes `duration`
  /// seconds; 0 is none.
  mutating func value(
    following new: Double, afterJump jump: Double, duration: Double, at now: Double
  ) -> Double {
    source = new
    if jump != 0, duration > 0 {
      runs.append(Run(distance: jump, start: now, duration: duration))
    } else if jump != 0 {
      runs = []
    }
    runs.removeAll { $0.end <= now }
    return runs.reduce(new) { $0 - $1.remaining(at: now) }
  }

  func isMoving(at now: Double) -> Bool { runs.contains { $0.end > now } }
}

struct FollowedTurns {
  private var follower = Follower()
  private var source: RingValue?

  /// A larger step of a time is a jump.
  private static let threshold = 0.0025

  /// Returns the turns to show for `value`, without motion while the pointer holds the ring or rim.
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
