import CPlatform
import Glibc

/// What the user's locale says of dates and times (LC_TIME), in UTF-8.
///
/// It is asked beside the process's own locale, which stays C: numbers of files and arguments are the same everywhere.
package struct UserLocale: Equatable, Sendable {
  /// The days of the week, from Sunday on, and the months, both in short.
  package let weekdays, months: [String]
  /// The halves of the day; empty where the language has no words for them.
  package let am, pm: String
  /// How a time is written, as for strftime.
  package let timeFormat: String

  /// The locale called `name`; an empty name is that which LC_ALL, LC_TIME or LANG names. Nil where there is none, or
  /// one in another encoding.
  package init?(named name: String = "") {
    guard let locale = segclock_time_locale(name) else { return nil }
    defer { freelocale(locale) }
    func text(_ item: Int32) -> String? {
      segclock_time_text(locale, item).flatMap { String(validatingCString: $0) }
    }
    func texts(_ first: Int32, _ count: Int32) -> [String]? {
      let texts = (first..<first + count).compactMap(text)
      return texts.count == Int(count) ? texts : nil
    }
    // ASCII, which C has, is UTF-8.
    guard ["UTF-8", "ANSI_X3.4-1968"].contains(text(segclock_time_encoding)),
      let weekdays = texts(segclock_first_weekday, 7), let months = texts(segclock_first_month, 12),
      let am = text(segclock_am), let pm = text(segclock_pm),
      let format = text(segclock_time_format)
    else { return nil }
    (self.weekdays, self.months, self.am, self.pm, timeFormat) = (weekdays, months, am, pm, format)
  }
}
