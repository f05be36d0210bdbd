import Testing
import Timekeeping

@Suite("How a clock shows the time")
struct ClockStyleTests {
  @Test(
    "the hours are twelve where the language writes a time so",
    arguments: [
      ("%H:%M:%S", 24), ("%T", 24), ("%r", 12), ("%I:%M:%S %p", 12), ("%l:%M:%S", 12),
      ("%p%I.%M", 12),
      ("%Z %I:%M:%S ", 12), ("%k:%M", 24), ("%OI:%OM", 12), ("%-I", 12), ("%_10I", 12), ("%EX", 24),
      ("", 24),
      ("%", 24), ("%%I", 24), ("%%%I", 12), ("I r p", 24), ("%H.%M.%S", 24), ("%P", 12),
      ("%H時%M分", 24),
      ("%-", 24),
    ])
  func hours(format: String, hours: Int) {
    #expect(HourCycle(timeFormat: format).rawValue == "\(hours)")
  }

  @Test(
    "words are taken as they are, without blanks around; where one is missing, its kind is in English"
  )
  func words() {
    let days = ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"]
    let months = (1...12).map { " \($0)月" }
    let words = CalendarWords(weekdays: days, months: months, am: "午前\n", pm: "午後")
    #expect(words.weekdays == days && words.months == (1...12).map { "\($0)月" })
    #expect(words.am == "午前" && words.pm == "午後")
    let english = CalendarWords()
    #expect(
      english.weekdays[4] == "Thu" && english.months[9] == "Oct"
        && [english.am, english.pm] == ["AM", "PM"])
    #expect(
      CalendarWords(weekdays: Array(days.prefix(6)), months: months + ["x"], am: "a", pm: " ")
        == english)
    #expect(CalendarWords(weekdays: days, months: [], am: "", pm: "p").weekdays == days)
  }

  @Test("a word from outside can neither be endless nor hold what cannot be drawn")
  func hostile() {
    let word = CalendarWords(am: String(repeating: "x", count: 100_000), pm: "a\u{1B}]0;\u{7}b")
    #expect(word.am.count <= 16 && word.am.hasPrefix("xxx"))
    #expect(word.pm == "a\u{FFFD}]0;\u{FFFD}b")
  }

  @Test("the date and the half of the day are told in these words")
  func date() {
    let words = CalendarWords(
      weekdays: ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"],
      months: ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"],
      am: "vm",
      pm: "nm")
    let table: [(Int64, String, String)] = [
      (1_760_000_000, "Do 9 Okt", "vm"), (951_825_600, "Di 29 Feb", "nm"), (-1, "Mi 31 Dez", "nm"),
      (1_774_742_400, "So 29 Mär", "vm"),
    ]
    for (seconds, date, half) in table {
      let wall = WallClock(epochNanoseconds: seconds * 1_000_000_000, utcOffsetSeconds: 0)
      #expect(words.dates(wall).first == date && words.half(wall) == half)
    }
  }

  @Test("a date has shorter forms, without the day of the week and then without the month")
  func dates() {
    let wall = WallClock(epochNanoseconds: 1_760_000_000_000_000_000, utcOffsetSeconds: 0)
    #expect(CalendarWords().dates(wall) == ["Thu 9 Oct", "9 Oct", "9"])
  }

  @Test("the next step is the next second, or the next minute, which begins with its second 0")
  func steps() {
    for (seconds, minute) in [(0.25, 60.0), (59.999, 60), (60, 120), (61, 120)] {
      let nanoseconds = Int64(seconds * 1e9)
      let reading = ClockSample(
        instant: Instant(nanoseconds: 5 + nanoseconds),
        wall: WallClock(epochNanoseconds: nanoseconds, utcOffsetSeconds: 7200))
      #expect(reading.nextStep(of: 60) == Instant(nanoseconds: 5 + Int64(minute * 1e9)))
    }
  }
}
