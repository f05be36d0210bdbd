import Glibc
import Platform
import Testing

// What other languages say is tested by the program's pictures: a process has to be told where locales are before it
// starts.
@Suite("The user's locale")
struct UserLocaleTests {
  @Test("C has English words and 24 hours")
  func c() throws {
    for name in ["C", "POSIX"] {
      let locale = try #require(UserLocale(named: name))
      #expect(locale.weekdays == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
      #expect(
        locale.months == [
          "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ])
      #expect(locale.am == "AM" && locale.pm == "PM" && locale.timeFormat == "%H:%M:%S")
    }
  }

  @Test(
    "a locale that is not there is none",
    arguments: ["xx_YY.UTF-8", "../../etc", "a/b", String(repeating: "x", count: 5000)])
  func missing(name: String) {
    #expect(UserLocale(named: name) == nil)
  }

  @Test("the process's own locale stays as it is")
  func untouched() throws {
    let before = setlocale(LC_ALL, nil).map { String(cString: $0) }
    _ = UserLocale()
    #expect(setlocale(LC_ALL, nil).map { String(cString: $0) } == before)
  }
}
