import CPlatform
import Glibc
import Timekeeping

/// A point in time on CLOCK_MONOTONIC, which never steps and stops during suspend. Arithmetic is clamped.
package struct MonotonicTime: Comparable, Hashable, Sendable {
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static var now: MonotonicTime { MonotonicTime(nanoseconds: MonotonicClock.now()) }

  package static let distantPast = MonotonicTime(nanoseconds: .min)

  package static func + (time: MonotonicTime, length: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds.addingClamped(length.nanosecondsClamped))
  }

  package static func - (time: MonotonicTime, length: Duration) -> MonotonicTime {
    time + (.zero - length)
  }

  package static func - (end: MonotonicTime, start: MonotonicTime) -> Duration {
    .nanoseconds(end.nanoseconds) - .nanoseconds(start.nanoseconds)
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

/// Of two alone: a list of arguments would be an array, and this is called for each wait.
package func earliest(_ one: MonotonicTime?, _ other: MonotonicTime?) -> MonotonicTime? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

/// The kernel's clocks. The only place that reads the time.
package enum MonotonicClock {
  /// CLOCK_MONOTONIC in nanoseconds; see `MonotonicTime`.
  package static func now() -> Int64 { read(CLOCK_MONOTONIC) }

  /// CLOCK_BOOTTIME in nanoseconds: never steps, includes suspend.
  package static func bootTime() -> Int64 { read(CLOCK_BOOTTIME) }

  /// CLOCK_REALTIME in nanoseconds since 1970, UTC: wall-clock time, may step.
  package static func wallTime() -> Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A timerfd. On CLOCK_BOOTTIME it also expires during suspend, and fires at wake-up; timeouts of poll stop then.
///
/// It only ends the wait, and stays readable until it is set again.
package final class KernelTimer: DescriptorSource {
  private var time: Int64?

  package init(countsSuspend: Bool = true) {
    let clock = countsSuspend ? CLOCK_BOOTTIME : CLOCK_MONOTONIC
    super.init(timerfd_create(clock, Int32(TFD_CLOEXEC | TFD_NONBLOCK)))
  }

  /// Arms it for `time`, in nanoseconds of its clock; a past time fires at once, nil disarms it.
  package func set(to time: Int64?) {
    guard time != self.time else { return }
    self.time = time
    // 0 would disarm it.
    let (seconds, nanoseconds) = (time.map { max($0, 1) } ?? 0).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    setTimer(
      descriptor, to: timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds)), TFD_TIMER_ABSTIME)
  }
}

/// Detects that the wall clock was or may have been set, as after a suspend, without polling.
///
/// A timer at the end of time, which the kernel cancels when the clock is set.
package final class ClockWatch: DescriptorSource {
  private let handler: () -> Void

  package init(_ handler: @escaping () -> Void = {}) {
    self.handler = handler
    super.init(timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)))
    arm()
  }

  package override func handle(_ turn: Turn) {
    // The read fails with ECANCELED if the clock was set.
    clear()
    arm()
    handler()
  }

  private func arm() {
    setTimer(
      descriptor, to: timespec(tv_sec: .max, tv_nsec: 0),
      TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
  }
}

private func setTimer(_ descriptor: Int32, to time: timespec, _ flags: Int) {
  var setting = itimerspec(it_interval: timespec(), it_value: time)
  timerfd_settime(descriptor, Int32(flags), &setting, nil)
}
