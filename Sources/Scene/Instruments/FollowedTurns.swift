import Session
import Timekeeping

/// The turns of a ring or a rim, which move smoothly to where they are set or where the time has been changed.
struct FollowedTurns {
  private var follower = Follower(threshold: 0.0025, isCyclic: false)
  private var source: RingValue?

  /// The turns to show at `moment` for `value`; one that `isHeld` is there at once.
  mutating func turns(_ value: RingValue, isHeld: Bool = false, at moment: Moment) -> Double {
    let new = value.turns(at: moment.reading)
    let duration = moment.panel.isAnimated && !isHeld ? value.motion : 0
    defer { source = value }
    guard value.isOfALength else {
      return follower.value(
        following: new, runsForward: value.runsForward, duration: duration, at: moment.now)
    }
    // A short time runs by steps as large as a jump. What tells the two apart is that its course has changed.
    let jump = source.map { $0 == value ? 0 : new - $0.turns(at: moment.reading) } ?? 0
    return follower.value(following: new, afterJump: jump, duration: duration, at: moment.now)
  }

  /// When what is shown for `value` will next differ.
  func nextChange(_ value: RingValue, after moment: Moment) -> NextChange {
    follower.isMoving(at: moment.now) ? .nextFrame : value.nextChange(after: moment.reading)
  }
}

extension RingValue {
  /// Whether it only ever grows from frame to frame but where its turn ends.
  fileprivate var runsForward: Bool { if case .elapsed = self { true } else { false } }

  /// Whether it is what has run, or is left, of a length that may be short.
  fileprivate var isOfALength: Bool {
    switch self {
    case .fraction, .part: true
    case .fixed, .elapsed, .timeOfDay: false
    }
  }

  /// How long a jump of it takes to be made good, in seconds. Time has to be right again before its next step.
  fileprivate var motion: Double {
    switch self {
    case .fixed: Rings.motion
    case .elapsed(_, seconds: 1): 0.25
    case .elapsed, .fraction, .part, .timeOfDay: DialHands.motion
    }
  }
}
