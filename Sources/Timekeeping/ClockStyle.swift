import Wording

/// How a clock counts the hours of a day.
public enum HourCycle: String, CaseIterable, Hashable, Sendable {
  /// Twice from 12 to 11.
  case twelve = "12"
  /// From 0 to 23.
  case twentyFour = "24"

  /// The cycle of a `format` of strftime, as in "%H:%M:%S" or "%r".
  public init(timeFormat format: String) {
    var scalars = format.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%" else { continue }
      var conversion = scalars.next()
      // Skip flags, widths and modifiers.
      while let scalar = conversion, "_-0^#+123456789EO".unicodeScalars.contains(scalar) {
        conversion = scalars.next()
      }
      if let conversion, "IlrpP".unicodeScalars.contains(conversion) {
        self = .twelve
        return
      }
    }
    self = .twentyFour
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

  /// The maximum length of a word, in characters.
  static let maxLength = 16

  /// These words, without blanks at their ends, and cut where they are too long. Where one is missing, its whole kind is
  /// in English.
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

  /// The half of the day.
  public func half(_ wall: WallClock) -> String { wall.isPM ? pm : am }

  private static func cleaned(_ word: String) -> String {
    var scalars = word.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars).drawable.elided(to: maxLength)
  }
}

/// How a clock shows the time.
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
