/// A moment on one steady time axis that never steps, such as CLOCK_BOOTTIME: whole nanoseconds since its origin.
///
/// All arithmetic is exact, and holds at the ends of the range (292 years either way) where it would overflow.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the origin of the axis.
  public var nanoseconds: Int64

  /// The moment `nanoseconds` after the origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The origin of the axis.
  public static let zero = Instant(nanoseconds: 0)

  /// A moment before every other.
  public static let distantPast = Instant(nanoseconds: .min)

  /// Seconds since the origin, for motion; the nearest Double, so it is off by up to 4 ns at a year.
  public var inSeconds: Double { Double(nanoseconds) / 1e9 }

  /// The moment `duration` later, or earlier where it is negative.
  public func advanced(by duration: Duration) -> Instant {
    Instant(nanoseconds: nanoseconds.addingClamped(duration.nanosecondsClamped))
  }

  /// The moment `duration` after `instant`.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    instant.advanced(by: duration)
  }

  /// The moment `duration` before `instant`.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds.subtractingClamped(duration.nanosecondsClamped))
  }

  /// The time from `start` to `end`, negative where `end` comes first.
  public static func - (end: Instant, start: Instant) -> Duration {
    Duration(nanoseconds: end.nanoseconds.subtractingClamped(start.nanoseconds))
  }

  /// Whether `left` comes before `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The length of so many nanoseconds.
  public init(nanoseconds: Int64) {
    self = .nanoseconds(nanoseconds)
  }

  /// Seconds with their fraction, for motion.
  public var inSeconds: Double { Double(nanosecondsClamped) / 1e9 }

  /// Whole nanoseconds, what is finer cut off towards zero; held at the ends of Int64.
  public var nanosecondsClamped: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return scaled.addingClamped(attoseconds / 1_000_000_000)
  }
}

extension Int64 {
  /// The sum, held at the end of the range that it would pass.
  public func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, held at the end of the range that it would pass.
  public func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
