public import Wording

/// A date of the proleptic Gregorian calendar, as the number of days since 1970-01-01.
public struct CivilDate: Comparable, Hashable, Sendable {
  public let number: Int

  /// From the year 1 to 9999: what is outside is clamped.
  public init(number: Int) { self.number = min(max(number, -719_162), 2_932_896) }

  /// By the algorithm `days_from_civil` of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin
  /// in March, so that a leap day is the last one.
  ///
  /// Nil if there is no such date.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...CivilDate.length(ofMonth: month, year)).contains(day)
    else { return nil }
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  /// The inverse, `civil_from_days`.
  public var parts: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// 0 (Sunday) to 6 (Saturday). 1970 began on a Thursday.
  public var weekday: Int { ((number + 4) % 7 + 7) % 7 }

  public static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  public static func < (left: CivilDate, right: CivilDate) -> Bool { left.number < right.number }

  public static func + (date: CivilDate, days: Int) -> CivilDate {
    CivilDate(number: date.number + days)
  }

  public static func - (date: CivilDate, days: Int) -> CivilDate { date + -days }

  public var firstOfMonth: CivilDate { self - (parts.day - 1) }

  public var firstOfNextMonth: CivilDate {
    let (year, month, _) = parts
    return firstOfMonth + CivilDate.length(ofMonth: month, year)
  }

  /// The first day of its week, which begins on a weekday from 0 (Sunday) to 6.
  public func startOfWeek(from first: Int) -> CivilDate { self - ((weekday - first + 7) % 7) }

  /// By ISO 8601, as in 2026-11-28.
  public var description: String {
    let (year, month, day) = parts
    func padded(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Parses what `description` writes.
  public init(parsing text: String) throws(TextError) {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      field.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int(field) : nil
    }
    guard fields.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
      let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    else { throw TextError("\(text.quoted) is not a date: write one as in 2026-11-28") }
    self = date
  }
}
