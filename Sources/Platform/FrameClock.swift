/// The deadlines of frames: a grid of fixed rate and phase.
///
/// The grid never moves: after a missed frame the next deadline is the next point of the same grid,
/// so whole periods are skipped and no burst follows. Deadlines come from the frame's number, not
/// from a sum of rounded periods, so a rate stays what it is for years. The grid is not locked to
/// the display: that would cost another wake-up a frame.
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

/// A rate of frames as a fraction, because displays do not run at whole hertz.
///
/// 59.94 Hz is 60,000 frames in 1,001 seconds. Rounded to thousandths of a hertz, it would drift against the display by
/// a frame in half an hour.
package struct FrameRate: Equatable, Sendable {
  /// Whole frames, in `seconds`; 1...1000 a second.
  package let frames: Int64
  /// Whole seconds, 1...2^33, in lowest terms with `frames`.
  package let seconds: Int64

  /// The largest `seconds`: in nanoseconds it still fits 63 bits.
  private static let longest: Int64 = 1 << 33

  /// Whole frames a second, clamped to 1...1000.
  package init(_ hertz: Int) {
    frames = Int64(min(max(hertz, 1), 1000))
    seconds = 1
  }

  /// `frames` in `seconds`; nil for what is not 1...1000 frames a second.
  ///
  /// Numbers that share no divisor and are larger than 2^33 are halved together until they are not.
  package init?(frames: Int64, seconds: Int64) {
    guard frames > 0, seconds > 0, seconds <= frames,
      frames / 1000 < seconds || frames == seconds * 1000
    else {
      return nil
    }
    let divisor = FrameRate.greatestCommonDivisor(frames, seconds)
    var (frames, seconds) = (frames / divisor, seconds / divisor)
    while seconds > FrameRate.longest {
      frames /= 2
      seconds /= 2
    }
    self.frames = frames
    self.seconds = seconds
  }

  /// Frames a second, rounded, for display.
  package var hertz: Double { Double(frames) / Double(seconds) }

  /// Returns the rate at which motion is even on a display with this refresh rate, with at most `cap` (clamped to
  /// 1...1000) frames a second.
  ///
  /// Every frame lasts the same number of refreshes if that costs at most a fifth of the frames: 144 Hz capped at 60 gives
  /// 48, each frame for three refreshes. Otherwise it is the cap itself: half of 75 Hz would be 37.5. A display that is
  /// slower than the cap is drawn at its own rate. One faster by up to 2 % counts as equal, since whole numbers cannot
  /// express the 60.02 Hz of a panel. Without a refresh rate it is the cap.
  package static func even(on refresh: FrameRate?, within cap: Int) -> FrameRate {
    let wanted = FrameRate(cap)
    guard let refresh else { return wanted }
    // How many frames the cap allows in the time in which the display shows `refresh.frames` pictures.
    let allowed = wanted.frames * refresh.seconds
    var repeats = max(1, (2 * refresh.frames + allowed) / (2 * allowed))
    if 50 * refresh.frames > 51 * allowed * repeats { repeats += 1 }
    if repeats > 1, 5 * refresh.frames < 4 * allowed * repeats { return wanted }
    return FrameRate(frames: refresh.frames, seconds: refresh.seconds * repeats) ?? wanted
  }

  private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
