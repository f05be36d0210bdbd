/// A reading of a clock on the wall: a date and a time of day in some zone.
package struct WallClock: Hashable, Sendable {
  /// The year of the Gregorian calendar.
  package let year: Int
  /// The month, 1...12.
  package let month: Int
  /// The day of the month, 1...31.
  package let day: Int
  /// The day of the week, 0 (Sunday) to 6 (Saturday).
  package let weekday: Int
  /// The hour, 0...23.
  package let hour: Int
  /// The minute, 0...59.
  package let minute: Int
  /// The second, 0...59.
  package let second: Int
  /// What is past the second, 0...999,999,999 ns.
  package let nanosecond: Int

  /// The reading at a moment of the Unix time axis in a zone.
  ///
  /// - Parameters:
  ///   - epochNanoseconds: nanoseconds since 1970-01-01 00:00 UTC, without leap seconds; every value is valid.
  ///   - utcOffsetSeconds: what the zone is ahead of UTC, in seconds; held within a day either way.
  package init(epochNanoseconds: Int64, utcOffsetSeconds: Int) {
    let offset = Int64(min(max(utcOffsetSeconds, -86_400), 86_400))
    let (wholeSeconds, nanosecond) = WallClock.floorDivide(epochNanoseconds, by: 1_000_000_000)
    let (days, secondOfDay) = WallClock.floorDivide(wholeSeconds + offset, by: 86_400)
    self.nanosecond = Int(nanosecond)
    hour = Int(secondOfDay / 3600)
    minute = Int(secondOfDay / 60 % 60)
    second = Int(secondOfDay % 60)
    // 1970-01-01 was a Thursday.
    weekday = Int(WallClock.floorDivide(days + 4, by: 7).remainder)

    // Years are counted from March, so that a leap day is the last of its year, in eras of 400 years, which all
    // have 146,097 days. Day 719,468 of era 0 (0000-03-01 on) is 1970-01-01.
    let (era, dayOfEra) = WallClock.floorDivide(days + 719_468, by: 146_097)
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // From March on the months repeat 31 30 31 30 31: five months in 153 days.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(era * 400 + yearOfEra + (monthFromMarch < 10 ? 0 : 1))
  }

  /// The hour of a twelve-hour face, 1...12.
  package var hour12: Int { hour % 12 == 0 ? 12 : hour % 12 }

  /// Whether it is noon or later.
  package var isPM: Bool { hour >= 12 }

  /// Seconds since midnight with their fraction, 0..<86,400.
  package var secondsOfDay: Double {
    Double(hour * 3600 + minute * 60 + second) + Double(nanosecond) / 1e9
  }

  /// How much of the day is over, 0..<1.
  package var fractionOfDay: Double { secondsOfDay / 86_400 }

  /// When the reading shows its next whole second, if `now` is the instant at which it was taken.
  package func nextSecond(after now: Instant) -> Instant {
    now + Duration(nanoseconds: Int64(1_000_000_000 - nanosecond))
  }

  /// The quotient rounded down and its remainder, which is never negative; `divisor` is above zero.
  private static func floorDivide(
    _ value: Int64, by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
