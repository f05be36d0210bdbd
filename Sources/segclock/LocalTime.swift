import Files
import Platform
import Settings
import Storage
import Timekeeping
import Wording

/// Reads the clocks: the one place where time enters the program.
final class LocalTime {
  private let axis: TimeAxis
  /// The name of a time zone; nil for the user's.
  var zone: String? { didSet { second = .min } }
  private var offset = 0
  /// The second since 1970 that `offset` holds for.
  private var second = Int64.min

  init(_ axis: TimeAxis = .counted, in zone: String? = nil) {
    (self.axis, self.zone) = (axis, zone)
  }

  var now: Instant {
    Instant(nanoseconds: countsSuspend ? MonotonicClock.bootTime() : MonotonicClock.now())
  }

  /// Whether time goes on during a suspend: instants are on CLOCK_BOOTTIME, otherwise on CLOCK_MONOTONIC.
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

  func read(at moment: Moment? = nil) -> ClockSample {
    let moment = moment ?? self.moment
    return ClockSample(
      instant: moment.instant,
      wall: WallClock(epochNanoseconds: moment.epoch, utcOffsetSeconds: utcOffset(at: moment.epoch))
    )
  }

  /// Returns the seconds from UTC to local time. It changes on whole seconds only, so one look a second is enough.
  func utcOffset(at epoch: Int64) -> Int {
    let second = epoch / 1_000_000_000
    guard second != self.second else { return offset }
    self.second = second
    offset = Int(LocalZone.with(zone) { $0(second) })
    return offset
  }

  /// Returns the timer that `setting` describes; until a time of day, it runs already.
  func countdown(_ setting: TimerSetting) -> Countdown {
    switch setting {
    case .length(let length): return Countdown(length: length)
    case .until(let time):
      let epoch = MonotonicClock.wallTime()
      let end = LocalZone.with(zone) { time.next(after: epoch / 1_000_000_000, offset: $0) }
      let length = Duration(nanoseconds: end * 1_000_000_000 - epoch)
      return Countdown(state: .running, length: length, anchor: now, remainingAtAnchor: length)
    }
  }
}

extension LocalTime {
  /// The error of a zone that the time zone database does not have.
  static func problem(ofZone text: String) -> ArgumentProblem? {
    let database = LocalZone.database
    var file = WatchedFile(path: "\(database)/\(text)", in: database, maxBytes: 1 << 18)
    // The C library takes any text for a zone, waits for a pipe, and shows UTC where a file is damaged.
    if ZoneName.isValid(text), case .bytes(let bytes) = file.change(),
      bytes.starts(with: "TZif".utf8), bytes.last == UInt8(ascii: "\n")
    {
      return nil
    }
    return ArgumentProblem(
      text, isNot: "a time zone in \(database.escaped.elided(to: FileError.longestPath))",
      write: "a name like Europe/Berlin, Asia/Tokyo or UTC")
  }
}
