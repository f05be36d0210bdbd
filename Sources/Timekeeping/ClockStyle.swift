import Wording

public enum HourCycle: String, CaseIterable, Hashable, Sendable {
  case twelve = "12"
  case twentyFour = "24"

  /// The cycle of a strftime `format`, as in "%H:%M:%S" or "%r".
  public init(timeFormat format: String) {
    // `%%` is also a conversion; flags, widths and modifiers precede the letter.
    let conversions = format.replacing("%%", with: "").split(
      separator: "%", omittingEmptySubsequences: false
    ).dropFirst().compactMap { $0.first { !"_-0^#+123456789EO".contains($0) } }
    self = conversions.contains { "IlrpP".contains($0) } ? .twelve : .twentyFour
  }
}

/// How a locale puts the day, the month and the day of the week together.
public struct DateOrder: Equatable, Sendable {
  /// What follows the number of the month, as in `11月28日`; nil if the month has a name.
  private var monthMark: String?
  private var isMonthFirst = false
  /// What follows the day of the month, as in German.
  private var dayMark = ""
  /// What follows the day of the week, as in Polish.
  private var weekdayMark = ""
  /// Of a language, instead of the above: the formats of the date, and of shorter forms.
  private var formats: [String] = []

  /// As in `Sat 28 Nov`.
  public init() {}

  /// Creates the order of formats as of strftime, with %a, %b, %-d and %-m.
  public init(formats: [String]) { self.formats = formats }

  /// The order of the strftime formats of a date in numbers (D_FMT), and of date(1) (_DATE_FMT): the one has the marks
  /// of Chinese, Japanese and Korean, the other the order of words.
  public init(numbers: String, words: String) {
    func sign(after letters: String, in format: String) -> String? {
      letters.lazy.compactMap {
        format.ranges(of: "%\($0)").first ?? format.ranges(of: "%-\($0)").first
      }
      .first.map { String(format[$0.upperBound...].prefix { !$0.isWhitespace && $0 != "%" }) }
    }
    func place(of letters: String) -> String.Index? {
      letters.lazy.compactMap {
        (words.ranges(of: "%\($0)") + words.ranges(of: "%-\($0)")).map(\.lowerBound).min()
      }.min()
    }
    if let month = sign(after: "m", in: numbers), month.first?.isASCII == false,
      let day = sign(after: "de", in: numbers)
    {
      let hasSpace = numbers.contains("\(month) ")
      (monthMark, dayMark) = (month + (hasSpace ? " " : ""), day)
    } else if words != DateOrder.neutral, let day = place(of: "de"), let month = place(of: "bBm") {
      isMonthFirst = month < day
      if sign(after: "de", in: words) == "." { dayMark = "." }
      if sign(after: "aA", in: words) == "," { weekdayMark = "," }
    }
  }

  /// The format of the C locale, which says nothing of what the user writes.
  private static let neutral = "%a %b %e %H:%M:%S %Z %Y"

  /// The date, then without the day of the week, then without the month.
  func dates(day: Int, month: Int, name: String, weekday: String) -> [String] {
    if !formats.isEmpty {
      let fields = ["%a": weekday, "%b": name, "%-d": "\(day)", "%-m": "\(month)"]
      return formats.map { fields.reduce($0) { $0.replacing($1.key, with: $1.value) } }
    }
    let dayText = "\(day)\(dayMark)"
    if let monthMark {
      let date = "\(month)\(monthMark)\(dayText)"
      return [weekday.count == 1 ? "\(date)(\(weekday))" : "\(date) \(weekday)", date, dayText]
    }
    let date = isMonthFirst ? "\(name) \(dayText)" : "\(dayText) \(name)"
    return ["\(weekday)\(weekdayMark) \(date)", date, "\(day)"]
  }
}

/// A locale's words for days, months, AM and PM, and their order.
///
/// A class, so that a clock's `DisplayValue` is as small as a stopwatch's.
public final class CalendarWords: Equatable, Sendable {
  /// Short names; the weekdays begin with Sunday.
  public let weekdays, months: [String]
  public let am, pm: String
  public let order: DateOrder

  static let maxLength = 16

  /// Long words are shortened. If one is missing, all of its kind are English.
  public init(
    weekdays: [String] = [], months: [String] = [], am: String = "", pm: String = "",
    order: DateOrder = DateOrder()
  ) {
    func words(_ given: [String], orElse usual: [String]) -> [String] {
      let cleaned = given.map(CalendarWords.cleaned)
      return cleaned.count == usual.count && !cleaned.contains("") ? cleaned : usual
    }
    self.weekdays = words(weekdays, orElse: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    self.months = words(
      months,
      orElse: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
    let halves = words([am, pm], orElse: ["AM", "PM"])
    (self.am, self.pm, self.order) = (halves[0], halves[1], order)
  }

  public static func == (left: CalendarWords, right: CalendarWords) -> Bool {
    left === right
      || left.weekdays == right.weekdays && left.months == right.months && left.am == right.am
        && left.pm == right.pm && left.order == right.order
  }

  /// The date, then shorter forms of it.
  public func dates(_ wall: WallClock) -> [String] {
    order.dates(
      day: wall.day, month: wall.month, name: months[(wall.month + 11) % 12],
      weekday: weekdays[wall.weekday % 7])
  }

  public func half(_ wall: WallClock) -> String { wall.isPM ? pm : am }

  /// The weekdays of a locale by its short and its long names: in Chinese the short one is a mere number.
  public static func weekdays(short: [String], long: [String]) -> [String] {
    let areNumbers = zip(short, long).allSatisfy { $0.count == 1 && $0 != $1 && $1.hasSuffix($0) }
    return areNumbers ? long : short
  }

  private static func cleaned(_ word: String) -> String {
    let parts = word.split { $0.isWhitespace }
    return parts.joined(separator: " ").drawable.elided(to: maxLength)
  }
}

public struct ClockStyle: Equatable, Sendable {
  public var hours: HourCycle
  public var showsSeconds: Bool
  public var words: CalendarWords

  public init(
    hours: HourCycle = .twentyFour, showsSeconds: Bool = true,
    words: CalendarWords = CalendarWords()
  ) {
    (self.hours, self.showsSeconds, self.words) = (hours, showsSeconds, words)
  }

  /// In seconds.
  public var step: Int { showsSeconds ? 1 : 60 }
}
