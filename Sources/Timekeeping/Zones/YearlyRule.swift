/// A rule of local time that is the same in every year: a standard offset, and perhaps another one for a part of the
/// year.
public struct YearlyRule: Equatable, Sendable {
  /// A day of the year.
  enum Day: Equatable, Sendable {
    /// The day by its number from 1 to 365, which leaves the 29th of February out.
    case julian(Int)
    /// The day by its number from 0 to 365.
    case zeroBased(Int)
    /// A day of the week (0 is Sunday) of a month (1...12): the first, the second and so on; 5 is the last.
    case weekday(Int, week: Int, month: Int)
  }

  /// When an offset changes.
  struct Change: Equatable, Sendable {
    var day: Day
    /// Seconds since midnight by local time; below 0 or past 24 hours it is on another day.
    var time: Int
  }

  /// What holds for a part of the year.
  struct Daylight: Equatable, Sendable {
    /// Seconds ahead of UTC.
    var offset: Int
    /// When it begins, by standard time, and ends, by its own.
    var start: Change
    var end: Change
  }

  /// Seconds ahead of UTC.
  let standard: Int
  let daylight: Daylight?

  /// The offset at so many `seconds` since 1970, in seconds ahead of UTC.
  func offset(at seconds: Int64) -> Int {
    guard let daylight else { return standard }
    // Farther than the clock's nanoseconds reach, the years need not be told apart.
    let held = min(max(seconds, -9_000_000_000), 9_000_000_000)
    let year = CivilDate(daysSinceEpoch: Int(held.flooredDivision(by: 86_400).quotient)).year
    var newest = (time: Int64.min, offset: standard)
    // A change may be up to a week beside its day, and so in the year before or after.
    for year in year - 1...year + 1 {
      let end = daylight.end.seconds(in: year) - Int64(daylight.offset)
      let start = daylight.start.seconds(in: year) - Int64(standard)
      if end <= held, end > newest.time { newest = (end, standard) }
      // Where it ends as it begins again, it holds all year.
      if start <= held, start >= newest.time { newest = (start, daylight.offset) }
    }
    return newest.offset
  }
}

extension YearlyRule.Change {
  /// Its seconds since 1970 by local time.
  func seconds(in year: Int) -> Int64 {
    Int64(day.daysSinceEpoch(in: year)) * 86_400 + Int64(time)
  }
}

extension YearlyRule.Day {
  func daysSinceEpoch(in year: Int) -> Int {
    switch self {
    case .julian(let number):
      let isAfterLeapDay = CivilDate.isLeap(year) && number >= 60
      return CivilDate(year: year, month: 1, day: 1).daysSinceEpoch + number
        - (isAfterLeapDay ? 0 : 1)
    case .zeroBased(let number):
      return CivilDate(year: year, month: 1, day: 1).daysSinceEpoch + number
    case .weekday(let weekday, let week, let month):
      let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
      // 1970-01-01 was a Thursday.
      let offset = (weekday - (first + 4)) % 7
      let day = (offset < 0 ? offset + 7 : offset) + 7 * (week - 1)
      return first + (day < CivilDate.length(ofMonth: month, in: year) ? day : day - 7)
    }
  }
}
