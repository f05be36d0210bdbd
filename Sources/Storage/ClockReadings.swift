import Files
import Platform
package import Timekeeping

/// The time axis: CLOCK_BOOTTIME, which counts suspend, or CLOCK_MONOTONIC.
package enum TimeAxis: Int64, Sendable { case counted, paused }

/// All clocks at one moment, to convert instants between two boots of the computer.
package struct ClockReadings: Equatable, Sendable {
  /// The kernel's name of this boot; empty if it has none.
  package var boot: String
  package var axis: TimeAxis
  /// CLOCK_BOOTTIME, CLOCK_MONOTONIC and CLOCK_REALTIME, in nanoseconds.
  package var bootTime, monotonicTime, wallTime: Int64

  private static let currentBoot: String = {
    let path = "/proc/sys/kernel/random/boot_id"
    let bytes = (try? InputFile.bytes(of: path, maxBytes: 64)) ?? []
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }()

  package static func now(_ axis: TimeAxis) -> ClockReadings {
    ClockReadings(
      boot: currentBoot, axis: axis, bootTime: MonotonicClock.bootTime(),
      monotonicTime: MonotonicClock.now(), wallTime: MonotonicClock.wallTime())
  }

  private func time(on axis: TimeAxis) -> Int64 { axis == .counted ? bootTime : monotonicTime }
  private var time: Int64 { time(on: axis) }

  func isAfterRestart(since earlier: ClockReadings) -> Bool {
    // Without a boot ID, or in another container, the clock restarts nevertheless.
    boot != earlier.boot || bootTime < earlier.bootTime
  }

  /// Nanoseconds to add to an instant that was saved at `earlier`.
  func shift(since earlier: ClockReadings) -> Int64 {
    guard isAfterRestart(since: earlier) else {
      // After a change of the axis, the elapsed time stays, and counts on the new axis from here.
      return time.subtractingClamped(time(on: earlier.axis))
    }
    // By the wall clock, which may have been set back; time never runs backwards.
    let passed = max(0, wallTime.subtractingClamped(earlier.wallTime))
    return time.subtractingClamped(passed).subtractingClamped(earlier.time)
  }

  var instant: Instant { Instant(nanoseconds: time) }

  /// The instant of a wall-clock time, in nanoseconds since 1970 (UTC).
  package func instant(ofWallTime wallTime: Int64) -> Instant {
    Instant(nanoseconds: time.subtractingClamped(self.wallTime.subtractingClamped(wallTime)))
  }

  /// The wall-clock time of an instant, in nanoseconds since 1970 (UTC).
  func wallTime(of instant: Instant) -> Int64 {
    wallTime.addingClamped(instant.nanoseconds.subtractingClamped(time))
  }
}
