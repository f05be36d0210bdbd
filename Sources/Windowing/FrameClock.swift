/// The deadlines of frames: a grid of fixed rate and phase on CLOCK_MONOTONIC.
///
/// The grid never moves: after a missed frame the next deadline is the next point of the same grid, so whole
/// periods are skipped and no burst follows. Deadlines come from the frame's number, not from a sum of rounded
/// periods, so 60 Hz stays 60 Hz for years.
public struct FrameClock: Equatable, Sendable {
  /// Frames a second, 1...1000.
  public let rate: Int
  /// The instant of frame 0, in nanoseconds.
  public let phase: Int64
  /// How many points of the grid went by with no frame while frames were due.
  public private(set) var skipped = 0
  /// How many frames began more than a quarter of a period after their deadline.
  public private(set) var late = 0

  private var lastFrame: Int64?

  /// A grid of `rate` frames a second (held to 1...1000) with a deadline at `phase` nanoseconds.
  public init(rate: Int, phase: Int64 = 0) {
    self.rate = min(max(rate, 1), 1000)
    self.phase = phase
  }

  /// The length of a period in whole nanoseconds, rounded down.
  public var period: Int64 { 1_000_000_000 / Int64(rate) }

  /// The number of the last frame whose deadline is not after `now`; negative before the phase.
  public func frame(at now: Int64) -> Int64 {
    let (seconds, rest) = FrameClock.floorDivide(now - phase, by: 1_000_000_000)
    // The deadline is rounded up to whole nanoseconds below, so this division may round down.
    return seconds * Int64(rate) + rest * Int64(rate) / 1_000_000_000
  }

  /// The instant of a frame by its number, in nanoseconds.
  public func deadline(ofFrame frame: Int64) -> Int64 {
    let (seconds, rest) = FrameClock.floorDivide(frame, by: Int64(rate))
    return phase + seconds * 1_000_000_000 + (rest * 1_000_000_000 + Int64(rate) - 1) / Int64(rate)
  }

  /// The first deadline after `now`, in nanoseconds.
  public func deadline(after now: Int64) -> Int64 {
    deadline(ofFrame: frame(at: now) + 1)
  }

  /// Counts a frame that begins at `now` and returns its number; the skipped ones before it are counted too.
  @discardableResult
  public mutating func begin(at now: Int64) -> Int64 {
    let current = frame(at: now)
    if let last = lastFrame, current > last + 1 { skipped += Int(current - last - 1) }
    if lastFrame != nil, now - deadline(ofFrame: current) > period / 4 { late += 1 }
    lastFrame = current
    return current
  }

  /// Says that no frame is due until the next `begin`, so that the rest is not counted as skipped or late.
  public mutating func rest() {
    lastFrame = nil
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
