import Platform
import Storage
import Timekeeping

/// Reads the clocks: the one place where time enters the program.
final class LocalTime {
  /// The axis of all instants.
  private let axis: TimeAxis
  private var zone: FollowedZone
  private var offset = 0
  /// The second since 1970 in which the zone was looked at last.
  private var second = Int64.min

  /// Local time in a zone, by default in the user's.
  init(_ axis: TimeAxis = .counted, in zone: FollowedZone? = nil) {
    self.axis = axis
    self.zone = zone ?? FollowedZone()
  }

  /// Changes the zone, by default to the user's.
  func setZone(_ zone: FollowedZone?) {
    self.zone = zone ?? FollowedZone()
    second = .min
  }

  var now: Instant {
    Instant(nanoseconds: countsSuspend ? MonotonicClock.bootTime() : MonotonicClock.now())
  }

  /// Whether time goes on while the computer sleeps: instants are on CLOCK_BOOTTIME, otherwise on CLOCK_MONOTONIC.
  var countsSuspend: Bool { axis == .counted }

  /// A moment by both clocks: an instant, and nanoseconds since 1970.
  struct Moment {
    let instant: Instant
    let epoch: Int64

    /// The moment after `length`, by clocks that nobody sets.
    static func + (moment: Moment, length: Duration) -> Moment {
      Moment(
        instant: moment.instant + length,
        epoch: moment.epoch.addingClamped(length.nanosecondsClamped))
    }

    static func - (moment: Moment, length: Duration) -> Moment { moment + (.zero - length) }
  }

  var moment: Moment { Moment(instant: now, epoch: MonotonicClock.wallTime()) }

  /// Returns what the clocks say at `moment`, by default now.
  func read(at moment: Moment? = nil) -> ClockSample {
    let moment = moment ?? self.moment
    return ClockSample(
      instant: moment.instant,
      wall: WallClock(epochNanoseconds: moment.epoch, utcOffsetSeconds: utcOffset(at: moment.epoch))
    )
  }

  /// Returns the seconds from UTC to local time. It changes on whole seconds only, so a look with each new second is
  /// enough.
  func utcOffset(at epoch: Int64) -> Int {
    let second = epoch / 1_000_000_000
    guard second != self.second else { return offset }
    self.second = second
    zone.refresh()
    offset = zone.rules.offset(at: second)
    return offset
  }

  /// Returns the timer that `setting` describes; until a time of day, it runs already.
  func countdown(_ setting: TimerSetting) -> Countdown {
    switch setting {
    case .length(let length): return Countdown(length: length)
    case .until(let time):
      let epoch = MonotonicClock.wallTime()
      let end = time.next(after: epoch / 1_000_000_000) { Int64(zone.rules.offset(at: $0)) }
      let length = Duration(nanoseconds: end * 1_000_000_000 - epoch)
      return Countdown(state: .running, length: length, anchor: now, remainingAtAnchor: length)
    }
  }
}
