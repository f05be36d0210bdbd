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
