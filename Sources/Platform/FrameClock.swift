/// The deadlines of frames: a grid of fixed rate and phase on CLOCK_MONOTONIC.
///
/// The grid never moves: after a missed frame the next deadline is the next point of the same grid, so whole
/// periods are skipped and no burst follows. Deadlines come from the frame's number, not from a sum of rounded
/// periods, so a rate stays what it is for years.
package struct FrameClock: Equatable, Sendable {
  /// The rate of the grid.
  package private(set) var rate: FrameRate
  /// The instant of frame 0, in nanoseconds.
  package private(set) var phase: Int64
  /// How many points of the grid went by with no frame while frames were due.
  package private(set) var skipped = 0
  /// How many frames began more than a quarter of a period after their deadline.
  package private(set) var late = 0

  private var lastFrame: Int64?

  /// A grid of this rate with a deadline at `phase` nanoseconds.
  package init(rate: FrameRate, phase: Int64 = 0) {
    self.rate = rate
    self.phase = phase
  }

  /// A grid of `rate` frames a second (held to 1...1000) with a deadline at `phase` nanoseconds.
  package init(rate: Int, phase: Int64 = 0) {
    self.init(rate: FrameRate(rate), phase: phase)
  }

  /// The length of a period in whole nanoseconds, rounded down.
  package var period: Int64 { rate.period }

  /// Goes on at another rate from the last deadline that is not after `now`; nothing changes where it is the same.
  ///
  /// The next deadline is one new period after that one, and nothing counts as skipped.
  package mutating func setRate(_ rate: FrameRate, at now: Int64) {
    guard rate != self.rate else { return }
    phase = deadline(ofFrame: frame(at: now))
    self.rate = rate
    lastFrame = nil
  }

  /// The number of the last frame whose deadline is not after `now`; negative before the phase.
  package func frame(at now: Int64) -> Int64 {
    // The deadline is rounded up to whole nanoseconds below, so this division may round down.
    FrameClock.scale(now - phase, by: rate.frames, over: rate.seconds * 1_000_000_000)
  }

  /// The instant of a frame by its number, in nanoseconds.
  package func deadline(ofFrame frame: Int64) -> Int64 {
    phase - FrameClock.scale(-frame, by: rate.seconds * 1_000_000_000, over: rate.frames)
  }

  /// The first deadline after `now`, in nanoseconds.
  package func deadline(after now: Int64) -> Int64 {
    deadline(ofFrame: frame(at: now) + 1)
  }

  /// Counts a frame that begins at `now` and returns its number; the skipped ones before it are counted too.
  @discardableResult
  package mutating func begin(at now: Int64) -> Int64 {
    let current = frame(at: now)
    if let last = lastFrame, current > last + 1 { skipped += Int(current - last - 1) }
    if lastFrame != nil, now - deadline(ofFrame: current) > period / 4 { late += 1 }
    lastFrame = current
    return current
  }

  /// Says that no frame is due until the next `begin`, so that the rest is not counted as skipped or late.
  package mutating func rest() {
    lastFrame = nil
  }

  /// `value * multiplier / divisor`, rounded down; the product has 128 bits.
  private static func scale(_ value: Int64, by multiplier: Int64, over divisor: Int64) -> Int64 {
    let (quotient, remainder) = divisor.dividingFullWidth(value.multipliedFullWidth(by: multiplier))
    return remainder < 0 ? quotient - 1 : quotient
  }
}
