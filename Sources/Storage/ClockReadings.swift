import Platform
package import Timekeeping

/// The axis on which time is counted: whether it includes suspend.
package enum TimeAxis: Int64, Sendable {
  /// CLOCK_BOOTTIME.
  case counted
  /// CLOCK_MONOTONIC.
  case paused
}

/// What all clocks said at one moment, by which an instant of one run of the computer becomes one of another.
package struct ClockReadings: Equatable, Sendable {
  /// The run of the computer (/proc/sys/kernel/random/boot_id).
  package var boot: String
  /// The axis that instants are on.
  package var axis: TimeAxis
  /// CLOCK_BOOTTIME, CLOCK_MONOTONIC and CLOCK_REALTIME, in nanoseconds.
  package var bootTime, monotonicTime, wallTime: Int64

  package static func now(_ axis: TimeAxis) -> ClockReadings {
    ClockReadings(
      boot: BootIdentifier.current, axis: axis, bootTime: MonotonicClock.bootTime(),
      monotonicTime: MonotonicClock.now(), wallTime: MonotonicClock.wallTime())
  }

  package init(boot: String, axis: TimeAxis, bootTime: Int64, monotonicTime: Int64, wallTime: Int64)
  {
    (self.boot, self.axis) = (boot, axis)
    (self.bootTime, self.monotonicTime, self.wallTime) = (bootTime, monotonicTime, wallTime)
  }

  private func time(on axis: TimeAxis) -> Int64 { axis == .counted ? bootTime : monotonicTime }
  private var time: Int64 { time(on: axis) }

  /// Whether the computer was started anew between `earlier` and this.
  func isAfterRestart(since earlier: ClockReadings) -> Bool {
    // Where there is no identifier, and in another container, the clock begins anew all the same.
    boot != earlier.boot || bootTime < earlier.bootTime
  }

  /// The nanoseconds to add to an instant that was saved at `earlier`.
  func shift(since earlier: ClockReadings) -> Int64 {
    guard isAfterRestart(since: earlier) else {
      // After a change of the axis, what is on the stopwatch now stays, and from here on it counts otherwise.
      return time.subtractingClamped(time(on: earlier.axis))
    }
    // By the wall clock, which may have been set back; no time passes backwards.
    let passed = max(0, wallTime.subtractingClamped(earlier.wallTime))
    return time.subtractingClamped(passed).subtractingClamped(earlier.time)
  }

  var instant: Instant { Instant(nanoseconds: time) }

  /// The instant at which the wall clock showed `wallTime`, in nanoseconds since 1970 (UTC).
  package func instant(ofWallTime wallTime: Int64) -> Instant {
    Instant(nanoseconds: time.subtractingClamped(self.wallTime.subtractingClamped(wallTime)))
  }

  /// When `instant` was by the wall clock, in nanoseconds since 1970 (UTC).
  func wallTime(of instant: Instant) -> Int64 {
    wallTime.addingClamped(instant.nanoseconds.subtractingClamped(time))
  }
}
