import CPlatform
import Glibc

/// A descriptor that can be read from an instant of CLOCK_BOOTTIME on: also one that comes while the machine sleeps, and
/// then as soon as it wakes up.
///
/// poll's own deadlines stand still in suspend. Between being set and going off, it costs nothing.
package final class BootTimer {
  /// The descriptor to wait for; -1 where the kernel gave none.
  package let fileDescriptor: Int32
  /// When it goes off, in nanoseconds; nil never.
  private var instant: Int64?

  /// A timer that does not go off.
  package init() {
    fileDescriptor = segclock_timerfd()
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// Has it go off at `instant` of CLOCK_BOOTTIME, in nanoseconds, at once where that is over; nil never.
  ///
  /// One that has gone off stays so until it is set to another instant.
  package func set(to instant: Int64?) {
    guard instant != self.instant else { return }
    self.instant = instant
    // 0 would be never.
    _ = segclock_arm(fileDescriptor, instant.map { max($0, 1) } ?? 0)
  }
}
