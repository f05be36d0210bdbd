import Glibc
import Platform
import Scene
import Storage
import Timekeeping
import Windowing

/// Reads the clocks: the one place where time enters the program.
struct LocalTime {
  /// The axis of all instants.
  private let axis: TimeAxis
  private var offset = 0
  private var validUntil = Int64.min

  init(_ axis: TimeAxis = .counted) { self.axis = axis }

  /// This instant.
  var now: Instant {
    Instant(nanoseconds: axis == .counted ? MonotonicClock.bootTime() : MonotonicClock.now())
  }

  /// What the clocks said `lateness` nanoseconds ago.
  mutating func read(before lateness: Int64 = 0) -> Reading {
    let epoch = MonotonicClock.wallTime() - lateness
    return Reading(
      instant: now - Duration(nanoseconds: lateness),
      wall: WallClock(epochNanoseconds: epoch, utcOffsetSeconds: utcOffset(at: epoch)))
  }

  /// Seconds from UTC to local time. Zones change their offset on whole minutes, so it is asked once a minute, and
  /// at once when the clock was set back.
  mutating func utcOffset(at epoch: Int64) -> Int {
    let minute: Int64 = 60_000_000_000
    guard epoch >= validUntil || epoch < validUntil - minute else { return offset }
    var seconds = time_t(epoch / 1_000_000_000)
    var parts = tm()
    // localtime_r alone does not notice that the zone was changed.
    tzset()
    offset = localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    validUntil = epoch - epoch % minute + minute
    return offset
  }
}
