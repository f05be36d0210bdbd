import Animation

/// A value that follows a source, and moves to it smoothly where the source jumps.
struct Follower {
  /// Where a jump is seen: a step of more than this. What is less is the source's own motion.
  private let threshold: Double
  /// Whether the value is an angle in turns, so that a whole turn makes no difference.
  private let isCyclic: Bool
  private var source: Double?
  private var correction = Animated(0.0)

  init(threshold: Double, isCyclic: Bool) {
    self.threshold = threshold
    self.isCyclic = isCyclic
  }

  /// The value to show while the source is at `new`. A jump is made good in `duration` seconds.
  ///
  /// Of a source that `runsForward` only a step back is a jump: how far it gets from frame to frame says nothing.
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

  /// The value to show while the source is at `new`, where it has come by a jump of so much, or none, besides its own
  /// motion. The jump is made good in `duration` seconds.
  mutating func value(
    following new: Double, afterJump jump: Double, duration: Double, at now: Double
  ) -> Double {
    if jump != 0 {
      // The correction takes the jump back at once and gives it out over time; it stays where the sum of all
      // jumps is, and only the way there moves what is shown.
      correction.setTarget(correction.target + jump, duration: duration, at: now)
    }
    source = new
    correction.prune(at: now)
    // In this order nothing is added at rest, to the last bit.
    return new + (correction.value(at: now) - correction.target)
  }

  /// Whether the value still moves by itself at `now`.
  func isMoving(at now: Double) -> Bool { correction.isMoving(at: now) }
}
