import CPlatform
import Glibc

/// A timer of the kernel, by default on CLOCK_BOOTTIME: then it also goes off for a time that passes during suspend, as
/// soon as the machine wakes up. The deadlines of poll stand still meanwhile.
///
/// Between being set and going off it costs nothing.
package final class KernelTimer: EventSource {
  /// The descriptor to wait for; -1 if the kernel gave none.
  package let fileDescriptor: Int32
  private var time: Int64?

  /// A timer that does not go off, on CLOCK_BOOTTIME or CLOCK_MONOTONIC.
  package init(countsSuspend: Bool = true) {
    fileDescriptor = segclock_timerfd(countsSuspend ? CLOCK_BOOTTIME : CLOCK_MONOTONIC)
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  package var interest: Interest { Interest(fileDescriptor) }

  /// Does nothing: all that a timer does is to end the wait. It stays ready until it is set to another time.
  package func handle(at now: MonotonicTime) {}

  /// Sets it to go off at `time`, in nanoseconds of its clock; at once if that has passed, never if it is nil.
  package func set(to time: Int64?) {
    guard time != self.time else { return }
    self.time = time
    // 0 would be never.
    _ = segclock_arm(fileDescriptor, time.map { max($0, 1) } ?? 0)
  }
}

/// Notices that the wall clock was set, or may have been, as after a suspend. Until then it costs nothing.
package final class ClockWatch: EventSource {
  /// The descriptor to wait for; -1 if the kernel gave none.
  package let fileDescriptor: Int32
  private let handler: () -> Void

  package init(_ handler: @escaping () -> Void = {}) {
    self.handler = handler
    fileDescriptor = segclock_clock_watch()
    _ = segclock_arm_clock_watch(fileDescriptor)
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  package var interest: Interest { Interest(fileDescriptor) }

  package func handle(at now: MonotonicTime) {
    var count: UInt64 = 0
    // It fails (ECANCELED) if the clock was set, which is what it is for.
    _ = read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
    _ = segclock_arm_clock_watch(fileDescriptor)
    handler()
  }
}
