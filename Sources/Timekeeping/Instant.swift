/// A moment on a monotonic time axis such as CLOCK_BOOTTIME, in nanoseconds.
///
/// Arithmetic is exact, and clamped to the range of 292 years either way.
public struct Instant: Comparable, Hashable, Sendable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static let zero = Instant(nanoseconds: 0)

  public static let distantPast = Instant(nanoseconds: .min)

  /// Seconds since the origin, for animations. A Double is off by up to 4 ns after a year.
  public var inSeconds: Double { Double(nanoseconds) / 1e9 }

  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds.addingClamped(duration.nanosecondsClamped))
  }

  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds.subtractingClamped(duration.nanosecondsClamped))
  }

  public static func - (end: Instant, start: Instant) -> Duration {
    Duration.nanoseconds(end.nanoseconds.subtractingClamped(start.nanoseconds))
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  public var inSeconds: Double { Double(nanosecondsClamped) / 1e9 }

  /// Whole nanoseconds, rounded towards zero and clamped to Int64.
  public var nanosecondsClamped: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return scaled.addingClamped(attoseconds / 1_000_000_000)
  }
}

extension Int64 {
  public func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  public func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
