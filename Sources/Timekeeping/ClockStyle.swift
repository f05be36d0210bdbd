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

/// A locale's words for days, months, AM and PM.
///
/// A class, so that a clock's `DisplayValue` is as small as a stopwatch's.
public final class CalendarWords: Equatable, Sendable {
  /// Short names; the weekdays begin with Sunday.
  public let weekdays, months: [String]
  public let am, pm: String

  static let maxLength = 16

  /// Long words are shortened. If one is missing, all of its kind are English.
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

  /// The date, then shorter forms of it.
  public func dates(_ wall: WallClock) -> [String] {
    let date = "\(wall.day) \(months[(wall.month + 11) % 12])"
    return ["\(weekdays[wall.weekday % 7]) \(date)", date, "\(wall.day)"]
  }

  public func half(_ wall: WallClock) -> String { wall.isPM ? pm : am }

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
