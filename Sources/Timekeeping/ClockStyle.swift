import Wording

/// How a clock counts the hours of a day.
public enum HourCycle: String, CaseIterable, Hashable, Sendable {
  case twelve = "12"
  /// From 0 to 23.
  case twentyFour = "24"

  /// The cycle of a `format` of strftime, as in "%H:%M:%S" or "%r".
  public init(timeFormat format: String) {
    // A literal per cent sign is a conversion, too; flags, widths and modifiers come before its letter.
    let conversions = format.replacing("%%", with: "").split(
      separator: "%", omittingEmptySubsequences: false
    ).dropFirst().compactMap { $0.first { !"_-0^#+123456789EO".contains($0) } }
    self = conversions.contains { "IlrpP".contains($0) } ? .twelve : .twentyFour
  }
}

/// The words that a clock uses for days, months and halves of a day.
///
/// A class, so that what says how a clock looks is as small as what says how a stopwatch does.
public final class CalendarWords: Equatable, Sendable {
  /// The days of the week, from Sunday on, and the months, both in short.
  public let weekdays, months: [String]
  /// The halves of a day: from midnight to noon, and from noon to midnight.
  public let am, pm: String

  static let maxLength = 16

  /// These words, cut if they are too long. If one is missing, its whole kind is in English.
  public init(weekdays: [String] = [], months: [String] = [], am: String = "", pm: String = "") {
    func words(_ given: [String], orElse usual: [String]) -> [String] {
      let cleaned = given.map(CalendarWords.cleaned)
      return cleaned.count == usual.count && !cleaned.contains("") ? cleaned : usual
    }
    self.weekdays = words(weekdays, orElse: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    self.months = words(
      months,
      orElse: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
    let halves = words([am, pm], orElse: ["AM", "PM"])
    (self.am, self.pm) = (halves[0], halves[1])
  }

  public static func == (left: CalendarWords, right: CalendarWords) -> Bool {
    left === right
      || left.weekdays == right.weekdays && left.months == right.months && left.am == right.am
        && left.pm == right.pm
  }

  /// The date, as in "Thu 9 Oct".
  public func date(_ wall: WallClock) -> String {
    "\(weekdays[wall.weekday % 7]) \(wall.day) \(months[(wall.month + 11) % 12])"
  }

  public func half(_ wall: WallClock) -> String { wall.isPM ? pm : am }

  private static func cleaned(_ word: String) -> String {
    let parts = word.split { $0.isWhitespace }
    return parts.joined(separator: " ").drawable.elided(to: maxLength)
  }
}

public struct ClockStyle: Equatable, Sendable {
  public var hours: HourCycle
  /// Without seconds it changes once a minute.
  public var showsSeconds: Bool
  public var words: CalendarWords

  public init(
    hours: HourCycle = .twentyFour, showsSeconds: Bool = true,
    words: CalendarWords = CalendarWords()
  ) {
    (self.hours, self.showsSeconds, self.words) = (hours, showsSeconds, words)
  }

  /// The time from one change of what it shows to the next, in seconds.
  public var step: Int { showsSeconds ? 1 : 60 }
}
