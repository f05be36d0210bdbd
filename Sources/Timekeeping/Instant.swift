/// A moment on one steady time axis that never steps, such as CLOCK_BOOTTIME: whole nanoseconds since its origin.
///
/// All arithmetic is exact, and holds at the ends of the range (292 years either way) where it would overflow.
package struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the origin of the axis.
  package var nanoseconds: Int64

  /// The moment `nanoseconds` after the origin.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The origin of the axis.
  package static let zero = Instant(nanoseconds: 0)

  /// A moment before every other.
  package static let distantPast = Instant(nanoseconds: .min)

  /// Seconds since the origin, for motion; the nearest Double, so it is off by up to 4 ns at a year.
  package var inSeconds: Double { Double(nanoseconds) / 1e9 }

  /// The moment `duration` later, or earlier where it is negative.
  package func advanced(by duration: Duration) -> Instant {
    Instant(nanoseconds: nanoseconds.addingClamped(duration.nanosecondsClamped))
  }

  /// The moment `duration` after `instant`.
  package static func + (instant: Instant, duration: Duration) -> Instant {
    instant.advanced(by: duration)
  }

  /// The moment `duration` before `instant`.
  package static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds.subtractingClamped(duration.nanosecondsClamped))
  }

  /// The time from `start` to `end`, negative where `end` comes first.
  package static func - (end: Instant, start: Instant) -> Duration {
    Duration(nanoseconds: end.nanoseconds.subtractingClamped(start.nanoseconds))
  }

  /// Whether `left` comes before `right`.
  package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The length of so many nanoseconds.
  package init(nanoseconds: Int64) {
    self = .nanoseconds(nanoseconds)
  }

  /// Seconds with their fraction, for motion.
  package var inSeconds: Double { Double(nanosecondsClamped) / 1e9 }

  /// Whole nanoseconds, what is finer cut off towards zero; held at the ends of Int64.
  package var nanosecondsClamped: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return scaled.addingClamped(attoseconds / 1_000_000_000)
  }
}

extension Int64 {
  /// The sum, held at the end of the range that it would pass.
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, held at the end of the range that it would pass.
  package func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
