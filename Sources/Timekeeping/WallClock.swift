/// What a clock on the wall shows: a date of the Gregorian calendar and a time of day in some zone.
public struct WallClock: Hashable, Sendable {
  public let year: Int
  /// 1...12.
  public let month: Int
  /// 1...31.
  public let day: Int
  /// 0 (Sunday) to 6 (Saturday).
  public let weekday: Int
  public let hour: Int
  public let minute: Int
  public let second: Int
  public let nanosecond: Int

  /// Nanoseconds since 1970-01-01 00:00 by this clock, clamped to Int64.
  let nanosecondsSinceEpoch: Int64

  /// What the clock shows at a moment of the Unix time axis.
  ///
  /// - Parameters:
  ///   - epochNanoseconds: nanoseconds since 1970-01-01 00:00 UTC, without leap seconds; every value is valid.
  ///   - utcOffsetSeconds: how far the zone is ahead of UTC; clamped to a day either way.
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
    // Years are counted from March, so that a leap day is the last of its year, in eras of 400 years, which all have
    // 146,097 days. Day 719,468 of era 0 (0000-03-01 on) is 1970-01-01. From March on the months repeat 31 30 31 30 31:
    // five months in 153 days.
    let (era, dayOfEra) = (Int(days) + 719_468).flooredDivision(by: 146_097)
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (monthFromMarch < 10 ? 0 : 1)
  }

  /// The hour of a twelve-hour face, 1...12.
  public var hour12: Int { hour % 12 == 0 ? 12 : hour % 12 }

  public var isPM: Bool { hour >= 12 }
}

extension FixedWidthInteger {
  /// The quotient rounded down and its remainder, which is never negative; `divisor` is above zero.
  fileprivate func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
