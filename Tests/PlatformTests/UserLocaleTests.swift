import Glibc
import Platform
import Testing
import Timekeeping

// What other languages say is tested by the program's pictures: a process has to be told where locales are before it
// starts.
@Suite("The user's locale")
struct UserLocaleTests {
  @Test("C has English words and 24 hours")
  func c() {
    for name in ["C", "POSIX"] {
      #expect(ClockStyle(ofLocale: name) == ClockStyle(hours: .twentyFour))
    }
  }

  @Test(
    "a locale that is not there is none",
    arguments: ["xx_YY.UTF-8", "../../etc", "a/b", String(repeating: "x", count: 5000)])
  func missing(name: String) {
    #expect(ClockStyle(ofLocale: name) == nil)
  }

  @Test("the process's own locale stays as it is")
  func untouched() throws {
    let before = setlocale(LC_ALL, nil).map { String(cString: $0) }
    _ = ClockStyle(ofLocale: "")
    #expect(setlocale(LC_ALL, nil).map { String(cString: $0) } == before)
  }
}
