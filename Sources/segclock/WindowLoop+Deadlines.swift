import Platform
import Timekeeping

// When the loop is to wake up besides frames.

extension WindowLoop {
  /// When there is an end to be told, on CLOCK_BOOTTIME.
  var end: Instant? { nextEnd.map { time.bootTime(of: $0) } }

  /// When to tell that the disk takes long, on CLOCK_MONOTONIC, if that is to come.
  var deadlineOfDisk: Int64? {
    kept.warningTime.map { MonotonicClock.now() + max(0, ($0 - time.now).nanosecondsClamped) }
  }
}
