/// A date of the Gregorian calendar, which is taken to have held at all times.
struct CivilDate: Equatable {
  var year: Int
  /// 1...12.
  var month: Int
  /// 1...31.
  var day: Int
}

// Years are counted from March, so that a leap day is the last of its year, in eras of 400 years, which all have 146,097
// days. Day 719,468 of era 0 (0000-03-01 on) is 1970-01-01. From March on the months repeat 31 30 31 30 31: five months
// in 153 days.
extension CivilDate {
  /// The date so many days after 1970-01-01; within a million years of it.
  init(daysSinceEpoch days: Int) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (monthFromMarch < 10 ? 0 : 1)
  }

  /// How many days after 1970-01-01 it is.
  var daysSinceEpoch: Int {
    let isEarly = month <= 2
    let (era, yearOfEra) = (isEarly ? year - 1 : year).flooredDivision(by: 400)
    let dayOfYear = (153 * (isEarly ? month + 9 : month - 3) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && year % 100 != 0 || year % 400 == 0
  }

  /// How many days a month (1...12) has.
  static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension FixedWidthInteger {
  /// The quotient rounded down and its remainder, which is never negative; `divisor` is above zero.
  func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
