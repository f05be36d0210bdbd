/// The deadlines of frames: a grid of fixed rate and phase.
///
/// The grid never moves: after a missed frame the next deadline is the next point of the same grid, so whole periods are
/// skipped and no burst follows. Deadlines come from the frame's number, not from a sum of rounded periods, so a rate
/// stays what it is for years.
package struct FrameClock: Equatable, Sendable {
  package private(set) var rate: FrameRate
  /// The time of frame 0.
  package private(set) var phase: MonotonicTime
  /// The number of points of the grid that passed without a frame while frames were due.
  package private(set) var skipped = 0
  /// The number of frames that began more than a quarter of a period after their deadline.
  package private(set) var late = 0

  private var lastFrame: Int64?

  package init(rate: FrameRate, phase: MonotonicTime) {
    self.rate = rate
    self.phase = phase
  }

  /// The length of a period, rounded down to whole nanoseconds.
  package var period: Duration { .nanoseconds(rate.seconds * 1_000_000_000 / rate.frames) }

  /// Changes the rate from the last deadline that is not after `now`; does nothing if it is the same.
  ///
  /// The next deadline is one new period after that one, and nothing counts as skipped.
  package mutating func setRate(_ rate: FrameRate, at now: MonotonicTime) {
    guard rate != self.rate else { return }
    phase = deadline(ofFrame: frame(at: now))
    self.rate = rate
    lastFrame = nil
  }

  /// Returns the number of the last frame whose deadline is not after `now`; negative before the phase.
  package func frame(at now: MonotonicTime) -> Int64 {
    // The deadline is rounded up to whole nanoseconds below, so this division may round down.
    FrameClock.scale(
      (now - phase).nanoseconds, by: rate.frames, over: rate.seconds * 1_000_000_000)
  }

  /// Returns the deadline of a frame by its number.
  package func deadline(ofFrame frame: Int64) -> MonotonicTime {
    phase
      - .nanoseconds(
        FrameClock.scale(-frame, by: rate.seconds * 1_000_000_000, over: rate.frames))
  }

  /// Returns the first deadline after `now`.
  package func deadline(after now: MonotonicTime) -> MonotonicTime {
    deadline(ofFrame: frame(at: now) + 1)
  }

  /// Counts a frame that begins at `now`, and those that were skipped before it; returns its number.
  @discardableResult
  package mutating func begin(at now: MonotonicTime) -> Int64 {
    let current = frame(at: now)
    if let last = lastFrame, current > last + 1 { skipped += Int(current - last - 1) }
    if lastFrame != nil, now - deadline(ofFrame: current) > period / 4 { late += 1 }
    lastFrame = current
    return current
  }

  /// Ends a run of frames: none is due until the next `begin`, so that the rest is neither skipped nor late.
  package mutating func rest() {
    lastFrame = nil
  }

  /// Returns `value * multiplier / divisor`, rounded down; the product has 128 bits.
  private static func scale(_ value: Int64, by multiplier: Int64, over divisor: Int64) -> Int64 {
    let (quotient, remainder) = divisor.dividingFullWidth(value.multipliedFullWidth(by: multiplier))
    return remainder < 0 ? quotient - 1 : quotient
  }
}
