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
