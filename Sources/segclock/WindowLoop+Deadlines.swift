import Platform
import Timekeeping

// When the loop is to wake up besides frames.

extension WindowLoop {
  /// When there is an end to be told, on CLOCK_BOOTTIME.
  var end: Instant? { nextEnd.map { time.bootTime(of: $0) } }

  /// The earliest of `deadline` and those that have nothing to do with frames, on CLOCK_MONOTONIC.
  func earliest(_ deadline: Int64?) -> Int64? {
    [deadline, deadlineOfDisk, window.deadline, place.deadline].lazy.compactMap { $0 }.min()
  }

  /// When to tell that the disk takes long, on CLOCK_MONOTONIC, if that is to come.
  private var deadlineOfDisk: Int64? {
    kept.warningTime.map { MonotonicClock.now() + max(0, ($0 - time.now).nanosecondsClamped) }
  }
}
