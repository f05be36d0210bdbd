import CPlatform
import Glibc

/// The words and formats of dates and times in the user's locale (LC_TIME), in UTF-8.
///
/// The process's own locale stays C: numbers in files and arguments are the same everywhere.
package struct UserLocale: Equatable, Sendable {
  /// The abbreviated days of the week, from Sunday, and months.
  package let weekdays, months: [String]
  /// The halves of the day; empty if the language has no words for them.
  package let am, pm: String
  /// The format of a time, as for strftime.
  package let timeFormat: String

  /// The locale called `name`, or by default the one that LC_ALL, LC_TIME or LANG names. Nil if there is none, or it has
  /// another encoding.
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
