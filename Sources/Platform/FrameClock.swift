/// The deadlines of frames, on a grid of fixed rate and phase.
///
/// After a missed frame, whole periods are skipped, and no burst follows. Deadlines are computed from the frame number,
/// not by adding rounded periods, so the rate does not drift. The grid is not locked to the display: that would cost
/// another wake-up a frame.
package struct FrameClock: Equatable, Sendable {
  package private(set) var rate: FrameRate
  package private(set) var phase: MonotonicTime
  /// The number of deadlines missed while frames were due.
  package private(set) var skipped = 0
  /// The number of frames that began more than a quarter period late.
  package private(set) var late = 0

  private var lastFrame: Int64?

  package init(rate: FrameRate, phase: MonotonicTime) {
    self.rate = rate
    self.phase = phase
  }

  /// Rounded down to whole nanoseconds.
  package var period: Duration { .nanoseconds(rate.seconds * 1_000_000_000 / rate.frames) }

  /// Changes the rate at the last deadline up to `now`; does nothing if it is the same.
  ///
  /// The next deadline is one new period later, and nothing counts as skipped.
  package mutating func setRate(_ rate: FrameRate, at now: MonotonicTime) {
    guard rate != self.rate else { return }
    phase = deadline(ofFrame: frame(at: now))
    self.rate = rate
    lastFrame = nil
  }

  /// The last frame whose deadline is not after `now`; negative before the phase.
  package func frame(at now: MonotonicTime) -> Int64 {
    // `deadline(ofFrame:)` rounds up to whole nanoseconds, so this may round down.
    FrameClock.scale(
      (now - phase).nanoseconds, by: rate.frames, over: rate.seconds * 1_000_000_000)
  }

  package func deadline(ofFrame frame: Int64) -> MonotonicTime {
    phase
      - .nanoseconds(
        FrameClock.scale(-frame, by: rate.seconds * 1_000_000_000, over: rate.frames))
  }

  package func deadline(after now: MonotonicTime) -> MonotonicTime {
    deadline(ofFrame: frame(at: now) + 1)
  }

  /// Records a frame that begins at `now`, and frames skipped before it; returns its number.
  @discardableResult
  package mutating func begin(at now: MonotonicTime) -> Int64 {
    let current = frame(at: now)
    if let last = lastFrame, current > last + 1 { skipped += Int(current - last - 1) }
    if lastFrame != nil, now - deadline(ofFrame: current) > period / 4 { late += 1 }
    lastFrame = current
    return current
  }

  /// Ends a run of frames: until the next `begin`, none counts as skipped or late.
  package mutating func rest() {
    lastFrame = nil
  }

  /// Returns `value * multiplier / divisor`, rounded down, with a 128-bit product.
  private static func scale(_ value: Int64, by multiplier: Int64, over divisor: Int64) -> Int64 {
    let (quotient, remainder) = divisor.dividingFullWidth(value.multipliedFullWidth(by: multiplier))
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// A frame rate as a fraction, because displays do not run at whole hertz.
///
/// 59.94 Hz is 60,000 frames in 1,001 seconds. Rounded to millihertz, it would drift from the display by a frame in
/// half an hour.
package struct FrameRate: Equatable, Sendable {
  /// Frames in `seconds`; 1...1000 a second.
  package let frames: Int64
  /// 1...2^33, in lowest terms with `frames`.
  package let seconds: Int64

  /// Maximum `seconds`: in nanoseconds it still fits 63 bits.
  private static let maxSeconds: Int64 = 1 << 33

  /// Frames a second, clamped to 1...1000.
  package init(_ hertz: Int) {
    frames = Int64(min(max(hertz, 1), 1000))
    seconds = 1
  }

  /// nil outside 1...1000 frames a second.
  ///
  /// Coprime numbers above 2^33 are halved together until they fit.
  package init?(frames: Int64, seconds: Int64) {
    guard frames > 0, seconds > 0, seconds <= frames,
      frames / 1000 < seconds || frames == seconds * 1000
    else {
      return nil
    }
    let divisor = FrameRate.greatestCommonDivisor(frames, seconds)
    var (frames, seconds) = (frames / divisor, seconds / divisor)
    while seconds > FrameRate.maxSeconds {
      frames /= 2
      seconds /= 2
    }
    self.frames = frames
    self.seconds = seconds
  }

  package var hertz: Double { Double(frames) / Double(seconds) }

  /// Returns the rate that gives even motion at this refresh rate, with at most `cap` (clamped to 1...1000) frames a
  /// second.
  ///
  /// Every frame lasts the same number of refreshes if that costs at most a fifth of the frames: 144 Hz capped at 60
  /// gives 48, three refreshes a frame. Otherwise returns the cap: half of 75 Hz would be 37.5. A slower display is
  /// drawn at its own rate. Up to 2 % faster counts as equal, since whole numbers cannot express a panel's 60.02 Hz.
  /// Without a refresh rate, returns the cap.
  package static func even(on refresh: FrameRate?, within cap: Int) -> FrameRate {
    let wanted = FrameRate(cap)
    guard let refresh else { return wanted }
    // The frames that the cap allows while the display shows `refresh.frames`.
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
