import Platform
import Storage
import Timekeeping

/// The clocks of this process: instants that count time, and the wall clock in the zone that is shown.
final class LocalTime {
  /// Whether time passes during a suspend: instants use CLOCK_BOOTTIME, otherwise CLOCK_MONOTONIC.
  let countsSuspend: Bool
  /// The name of a time zone; nil for the user's.
  var zone: String? { didSet { if zone != oldValue { second = .min } } }
  private var offset = 0
  /// The second since 1970 that `offset` is valid for.
  private var second = Int64.min

  init(_ axis: TimeAxis = .counted, in zone: String? = nil) {
    (countsSuspend, self.zone) = (axis == .counted, zone)
  }

  var now: Instant {
    Instant(nanoseconds: countsSuspend ? MonotonicClock.bootTime() : MonotonicClock.now())
  }

  /// When the event loop has to wake for `instant`.
  func deadline(of instant: Instant) -> MonotonicTime { .now + max(.zero, instant - now) }

  /// A moment by both clocks; `epoch` is in nanoseconds since 1970.
  typealias Moment = (instant: Instant, epoch: Int64)

  var moment: Moment { (now, MonotonicClock.wallTime()) }

  /// Returns what the clocks show `delay` after a moment, by default now, if nobody sets the wall clock.
  func read(_ moment: Moment? = nil, after delay: Duration = .zero) -> ClockSample {
    let moment = moment ?? self.moment
    let epoch = moment.epoch.addingClamped(delay.nanosecondsClamped)
    return ClockSample(instant: moment.instant + delay, wall: wall(at: epoch))
  }

  /// The local time at `epoch`. Its offset from UTC changes on whole seconds only, so it is looked up once a second.
  func wall(at epoch: Int64) -> WallClock {
    let second = epoch / 1_000_000_000
    if second != self.second {
      self.second = second
      offset = Int(LocalZone.with(zone) { $0(second) })
    }
    return WallClock(epochNanoseconds: epoch, utcOffsetSeconds: offset)
  }

  /// The days of the log from `first`, or now, up to now, oldest first. They are the user's, whatever zone the clock
  /// shows.
  func days(since first: Instant? = nil, startingAt start: TimeOfDay) -> [DayBounds] {
    let (now, epoch) = moment
    return LocalZone.with(nil) { offset in
      func day(_ instant: Instant) -> DayBounds {
        DayBounds(
          containing: instant, epoch: epoch.addingClamped((instant - now).nanosecondsClamped),
          startingAt: start, zoneOffset: offset)
      }
      var days = [day(now)]
      while let first, let oldest = days.first, oldest.start > first, days.count < LocalTime.maxDays
      {
        days.insert(day(oldest.start - .nanoseconds(1)), at: 0)
      }
      return days
    }
  }

  /// A day takes some tens of microseconds. What ran longer has days of 24 hours before these.
  private static let maxDays = 100

  /// The offset of the user's zone from UTC, in seconds.
  var userOffset: Int { userOffset(at: MonotonicClock.wallTime()) }

  /// As `userOffset`, at a time in nanoseconds since 1970.
  func userOffset(at epoch: Int64) -> Int {
    LocalZone.with(nil) { Int($0(epoch / 1_000_000_000)) }
  }

  /// The day of the log with this date.
  func day(of date: CivilDate, startingAt start: TimeOfDay) -> DayBounds {
    let (now, epoch) = moment
    return LocalZone.with(nil) { offset in
      // Half a day after its start is on every day, of whatever length.
      let local = Int64(date.number) * 86_400 + Int64(start.seconds) + 43_200
      let middle = (local - offset(local)) * 1_000_000_000
      return DayBounds(
        containing: now + .nanoseconds(middle.subtractingClamped(epoch)), epoch: middle,
        startingAt: start, zoneOffset: offset)
    }
  }

  /// The first moment after `second` at which the user's clock shows `time`, both in seconds since 1970.
  func next(_ time: TimeOfDay, after second: Int64) -> Int64 {
    LocalZone.with(nil) { time.next(after: second, offset: $0) }
  }

  /// Returns the timer that `setting` describes; one until a time of day runs already. The day is the user's, whatever
  /// zone the clock shows.
  func countdown(_ setting: TimerSetting) -> Countdown {
    switch setting {
    case .length(let length): return Countdown(length: length)
    case .until(let time):
      let epoch = MonotonicClock.wallTime()
      let end = LocalZone.with(nil) { time.next(after: epoch / 1_000_000_000, offset: $0) }
      let length = Duration.nanoseconds(end * 1_000_000_000 - epoch)
      return Countdown(state: .running, length: length, anchor: now, remainingAtAnchor: length)
    }
  }
}
