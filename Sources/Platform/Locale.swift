import CPlatform
import Glibc
import Synchronization
package import Timekeeping

/// Local time from the C library, in the user's zone or one of the time zone database.
///
/// `TZ` belongs to the whole process and its children. It names another zone only during a call on the main thread; no
/// other thread reads the environment. The zone is read again in every displayed second, so a change of /etc/localtime
/// is noticed. A change of a file that `TZ` names is not.
package enum LocalZone {
  private static let isInUse = Mutex(())

  package static var database: String {
    UserEnvironment.variable("TZDIR") ?? "/usr/share/zoneinfo"
  }

  /// Calls `body` with a function that returns the UTC offset in seconds at a number of seconds since 1970, in the zone
  /// `name` or the user's.
  package static func with<Result>(
    _ name: String?, _ body: ((Int64) -> Int64) -> Result
  ) -> Result {
    isInUse.withLock { _ in
      guard let name else {
        // Without TZ this checks /etc/localtime for changes, which localtime_r does not.
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
    // Not tm_gmtoff, which omits the leap seconds of "right" zones.
    return Int64(timegm(&parts)) - seconds
  }
}

package enum LocaleDates {
  /// The first day of a week in the user's locale (LC_TIME), 0 (Sunday) to 6; Monday without one.
  package static var firstWeekday: Int {
    guard let locale = newlocale(1 << LC_TIME, "", nil) else { return 1 }
    defer { freelocale(locale) }
    // glibc: the first weekday counts from the day of the week on which the locale's weeks are based.
    let first = nl_langinfo_l(Int32(_NL_TIME_FIRST_WEEKDAY), locale)?.pointee ?? 2
    return first >= 1 && first <= 7 ? (Int(first) + 6) % 7 : 1
  }
}

extension ClockStyle {
  /// The words and hours of the locale `name` (LC_TIME), or for "" of the user's; nil if it is missing or not in UTF-8.
  ///
  /// The process's locale stays C, so that numbers in files and arguments are the same everywhere.
  package init?(ofLocale name: String) {
    guard let locale = newlocale(LC_TIME_MASK, name, nil) else { return nil }
    defer { freelocale(locale) }
    func text(_ item: Int) -> String? {
      nl_langinfo_l(nl_item(item), locale).flatMap { String(validatingCString: $0) }
    }
    // CODESET would be that of LC_CTYPE, which may be another locale. ASCII, which C has, is valid UTF-8.
    guard ["UTF-8", "ANSI_X3.4-1968"].contains(text(_NL_TIME_CODESET)), let am = text(AM_STR),
      let pm = text(PM_STR), let format = text(T_FMT)
    else { return nil }
    self.init(
      hours: HourCycle(timeFormat: format),
      words: CalendarWords(
        weekdays: CalendarWords.weekdays(
          short: (ABDAY_1..<ABDAY_1 + 7).compactMap(text),
          long: (DAY_1..<DAY_1 + 7).compactMap(text)),
        months: (ABMON_1..<ABMON_1 + 12).compactMap(text), am: am, pm: pm,
        order: DateOrder(numbers: text(D_FMT) ?? "", words: text(_DATE_FMT) ?? "")))
  }
}

package enum UserEnvironment {
  /// The names of the variables that begin with `prefix`.
  package static func names(beginningWith prefix: String) -> [String] {
    var names: [String] = []
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let variable = next?.pointee {
      let name = String(cString: variable).prefix { $0 != "=" }
      if name.hasPrefix(prefix) { names.append(String(name)) }
      next = next?.successor()
    }
    return names
  }

  /// The value of a variable, unless it is empty.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a folder of PATH has a program of this name.
  package static func hasProgram(_ name: String) -> Bool {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The folder that the variable `name` has, otherwise `path` in the home folder; nil without either.
  ///
  /// The XDG Base Directory Specification ignores relative paths.
  package static func folder(
    _ name: String, or path: String, in environment: (String) -> String? = variable
  ) -> String? {
    let folders = [environment(name), environment("HOME").map { "\($0)/\(path)" }]
    return folders.lazy.compactMap { $0 }.first { $0.hasPrefix("/") }
  }
}
