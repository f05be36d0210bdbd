/// A reading of a clock on the wall: a date and a time of day in some zone.
public struct WallClock: Hashable, Sendable {
  /// The year of the Gregorian calendar.
  public let year: Int
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, 1...31.
  public let day: Int
  /// The day of the week, 0 (Sunday) to 6 (Saturday).
  public let weekday: Int
  /// The hour, 0...23.
  public let hour: Int
  /// The minute, 0...59.
  public let minute: Int
  /// The second, 0...59.
  public let second: Int
  /// What is past the second, 0...999,999,999 ns.
  public let nanosecond: Int

  /// How long after 1970-01-01 00:00 by this clock it is, in nanoseconds; held at the ends of Int64.
  let nanosecondsSinceEpoch: Int64

  /// The reading at a moment of the Unix time axis in a zone.
  ///
  /// - Parameters:
  ///   - epochNanoseconds: nanoseconds since 1970-01-01 00:00 UTC, without leap seconds; every value is valid.
  ///   - utcOffsetSeconds: what the zone is ahead of UTC, in seconds; held within a day either way.
  public init(epochNanoseconds: Int64, utcOffsetSeconds: Int) {
    let offset = Int64(min(max(utcOffsetSeconds, -86_400), 86_400))
    let (wholeSeconds, nanosecond) = epochNanoseconds.flooredDivision(by: 1_000_000_000)
    let (days, secondOfDay) = (wholeSeconds + offset).flooredDivision(by: 86_400)
    nanosecondsSinceEpoch = epochNanoseconds.addingClamped(offset * 1_000_000_000)
    self.nanosecond = Int(nanosecond)
    hour = Int(secondOfDay / 3600)
    minute = Int(secondOfDay / 60 % 60)
    second = Int(secondOfDay % 60)
    // 1970-01-01 was a Thursday.
    weekday = Int((days + 4).flooredDivision(by: 7).remainder)
    let date = CivilDate(daysSinceEpoch: Int(days))
    (year, month, day) = (date.year, date.month, date.day)
  }

  /// The hour of a twelve-hour face, 1...12.
  public var hour12: Int { hour % 12 == 0 ? 12 : hour % 12 }

  /// Whether it is noon or later.
  public var isPM: Bool { hour >= 12 }

  /// Seconds since midnight with their fraction, 0..<86,400.
  public var secondsOfDay: Double {
    Double(hour * 3600 + minute * 60 + second) + Double(nanosecond) / 1e9
  }

  /// How much of the day is over, 0..<1.
  public var fractionOfDay: Double { secondsOfDay / 86_400 }

  /// When the reading shows its next whole second, if `now` is the instant at which it was taken.
  public func nextSecond(after now: Instant) -> Instant {
    now + Duration(nanoseconds: Int64(1_000_000_000 - nanosecond))
  }
}
