import CPlatform
import Glibc
import Synchronization

/// Local time by the C library, in the user's zone or in one of the time zone database.
///
/// `TZ` belongs to the whole process and to its children. It names another zone only during a call,
/// on the main thread; no other thread of the program reads the environment. The zone is read again in
/// every second that is shown, so a changed /etc/localtime is seen. A changed file that `TZ` itself
/// names is not.
package enum LocalZone {
  private static let isInUse = Mutex(())

  /// The folder of the time zone database.
  package static var database: String {
    getenv("TZDIR").flatMap { String(validatingCString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
      ?? "/usr/share/zoneinfo"
  }

  /// Calls `body` with a function that returns how many seconds local time is ahead of UTC at a number of seconds since
  /// 1970. Local time is that of the zone `name` of the database, or the user's if `name` is nil.
  package static func with<Result>(
    _ name: String?, _ body: ((Int64) -> Int64) -> Result
  ) -> Result {
    isInUse.withLock { _ in
      guard let name else {
        // Without TZ this looks whether /etc/localtime has changed, which localtime_r does not.
        tzset()
        return body(offset)
      }
      let user = getenv("TZ").map { String(cString: $0) }
      defer {
        if let user { setenv("TZ", user, 1) } else { unsetenv("TZ") }
        tzset()
      }
      setenv("TZ", ":\(name)", 1)
      tzset()
      return body(offset)
    }
  }

  private static func offset(at seconds: Int64) -> Int64 {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return 0 }
    // Not by tm_gmtoff, which leaves the leap seconds of "right" zones out.
    return Int64(timegm(&parts)) - seconds
  }
}

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
    guard let locale = newlocale(LC_TIME_MASK, name, nil) else { return nil }
    defer { freelocale(locale) }
    func text(_ item: Int) -> String? {
      nl_langinfo_l(nl_item(item), locale).flatMap { String(validatingCString: $0) }
    }
    let weekdays = (ABDAY_1..<ABDAY_1 + 7).compactMap(text)
    let months = (ABMON_1..<ABMON_1 + 12).compactMap(text)
    // CODESET would be that of LC_CTYPE, which may be another locale's. ASCII, which C has, is UTF-8.
    guard ["UTF-8", "ANSI_X3.4-1968"].contains(text(_NL_TIME_CODESET)), weekdays.count == 7,
      months.count == 12, let am = text(AM_STR), let pm = text(PM_STR), let format = text(T_FMT)
    else { return nil }
    (self.weekdays, self.months, self.am, self.pm, timeFormat) = (weekdays, months, am, pm, format)
  }
}
