/// A day of the log, from its start on the local clock to the start of the next, on both clocks.
///
/// A day starts at midnight or at another time of day, and may have 23 or 25 hours. It has the date of its start.
public struct DayBounds: Hashable, Sendable {
  public let date: CivilDate
  public let start: Instant
  public let end: Instant
  /// The start in nanoseconds since 1970 (UTC).
  public let startEpoch: Int64
  /// The zone's offset from UTC at the moment for which this was made, in seconds.
  public let offset: Int

  public init(date: CivilDate, start: Instant, end: Instant, startEpoch: Int64, offset: Int) {
    (self.date, self.start, self.end) = (date, start, end)
    (self.startEpoch, self.offset) = (startEpoch, offset)
  }

  /// The day of a moment that both clocks tell; `epoch` is in nanoseconds since 1970. `zoneOffset` returns the zone's
  /// offset from UTC in seconds at a number of seconds since 1970.
  public init(
    containing now: Instant, epoch: Int64, startingAt startOfDay: TimeOfDay,
    zoneOffset: (Int64) -> Int64
  ) {
    let second = epoch >= 0 ? epoch / 1_000_000_000 : (epoch - 999_999_999) / 1_000_000_000
    // The longest day has fewer hours than this.
    var first = startOfDay.next(after: second - 30 * 3600, offset: zoneOffset)
    var next = startOfDay.next(after: first, offset: zoneOffset)
    while next <= second {
      first = next
      next = startOfDay.next(after: first, offset: zoneOffset)
    }
    let local = first + zoneOffset(first)
    date = CivilDate(
      number: Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400))
    func instant(ofSecond other: Int64) -> Instant {
      now + .nanoseconds((other * 1_000_000_000).subtractingClamped(epoch))
    }
    (start, end) = (instant(ofSecond: first), instant(ofSecond: next))
    startEpoch = first * 1_000_000_000
    offset = Int(zoneOffset(second))
  }

  /// The time in nanoseconds since 1970 (UTC) of an instant, by the clocks of this day.
  public func epoch(of instant: Instant) -> Int64 {
    startEpoch.addingClamped((instant - start).nanosecondsClamped)
  }

  /// Whether both use the same clocks, to within 20 ms.
  public func goesOn(from other: DayBounds) -> Bool {
    epoch(of: other.start).subtractingClamped(other.startEpoch).magnitude <= 20_000_000
  }

  public func instant(ofEpoch epoch: Int64) -> Instant {
    start + .nanoseconds(epoch.subtractingClamped(startEpoch))
  }

  /// A day of 24 hours before this one.
  public var dayBefore: DayBounds {
    DayBounds(
      date: date - 1, start: start - .seconds(86_400), end: start,
      startEpoch: startEpoch.subtractingClamped(86_400_000_000_000), offset: offset)
  }
}
