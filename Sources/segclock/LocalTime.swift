import Glibc
import Platform
import Scene
import Timekeeping
import Windowing

/// Reads the clocks: the one place where time enters the program.
struct LocalTime {
  private var offset = 0
  private var validUntil = Int64.min

  /// What the clocks said `lateness` nanoseconds ago.
  mutating func read(before lateness: Int64 = 0) -> Reading {
    let epoch = MonotonicClock.wallTime() - lateness
    return Reading(
      instant: Instant(nanoseconds: MonotonicClock.bootTime() - lateness),
      wall: WallClock(epochNanoseconds: epoch, utcOffsetSeconds: utcOffset(at: epoch)))
  }

  /// Seconds from UTC to local time. Zones change their offset on whole minutes, so it is asked once a minute, and
  /// at once when the clock was set back.
  private mutating func utcOffset(at epoch: Int64) -> Int {
    let minute: Int64 = 60_000_000_000
    guard epoch >= validUntil || epoch < validUntil - minute else { return offset }
    // localtime_r alone does not notice that the zone was changed.
    tzset()
    offset = LocalTime.utcOffset(atSecond: epoch / 1_000_000_000)
    validUntil = epoch - epoch % minute + minute
    return offset
  }

  /// What the zone, as last read by tzset, is ahead of UTC at a second since 1970.
  private static func utcOffset(atSecond second: Int64) -> Int {
    var second = time_t(second)
    var parts = tm()
    return localtime_r(&second, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// The timer that `setting` asks for, by default the usual one: until a time of day, it runs already.
  static func countdown(_ setting: TimerSetting?) -> Countdown {
    switch setting {
    case nil: return Countdown()
    case .length(let length): return Countdown(length: length)
    case .until(let time):
      let now = Instant(nanoseconds: MonotonicClock.bootTime())
      let epoch = MonotonicClock.wallTime()
      tzset()
      let end = time.next(after: epoch / 1_000_000_000) { Int64(utcOffset(atSecond: $0)) }
      let length = Duration(nanoseconds: end * 1_000_000_000 - epoch)
      return Countdown(state: .running, length: length, anchor: now, restAtAnchor: length)
    }
  }
}
