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

  @Test(
    "a date is in the order of the language",
    arguments: [
      // As glibc has them; date(1) is the better source of words, but not in Japanese.
      ("%d.%m.%Y", "%a %-d. %b %H:%M:%S %Z %Y", "Sa 28. Nov", "28. Nov"),
      ("%d/%m/%Y", "%a %d %b %Y %T %Z", "Sa 28 Nov", "28 Nov"),
      ("%d.%m.%Y", "%a, %-d %b %Y, %T %Z", "Sa, 28 Nov", "28 Nov"),
      ("%d.%m.%y", "%A, %-d %B %Y %X %z", "Sa, 28 Nov", "28 Nov"),
      ("%m/%d/%Y", "%a %b %e %r %Z %Y", "Sa Nov 28", "Nov 28"),
      ("%d/%m/%y", "%a %e %b %H:%M:%S %Z %Y", "Sa 28 Nov", "28 Nov"),
      ("%Y-%m-%d", "%a %e %b %Y %H:%M:%S %Z", "Sa 28 Nov", "28 Nov"),
      ("%Y年%m月%d日", "%Y年 %b %e日 %A %H:%M:%S %Z", "11月28日 Sa", "11月28日"),
      ("%Y년 %m월 %d일", "%Y. %m. %d. (%a) %H:%M:%S %Z", "11월 28일 Sa", "11월 28일"),
      // C says nothing, and neither does a format without a day.
      ("%m/%d/%y", "%a %b %e %H:%M:%S %Z %Y", "Sa 28 Nov", "28 Nov"),
      ("", "", "Sa 28 Nov", "28 Nov"),
      ("%", "%%d %", "Sa 28 Nov", "28 Nov"),
    ])
  func orders(numbers: String, words: String, date: String, short: String) {
    let calendar = CalendarWords(
      weekdays: Array(repeating: "Sa", count: 7), order: DateOrder(numbers: numbers, words: words))
    let wall = WallClock(epochNanoseconds: 1_795_824_000_000_000_000, utcOffsetSeconds: 0)
    #expect(Array(calendar.dates(wall).prefix(2)) == [date, short])
  }

  @Test(
    "a day of the week of one character is in brackets; one that is a mere number is written out")
  func characters() {
    let order = DateOrder(numbers: "%Y年%m月%d日", words: "%Y年 %b %e日 %A %H:%M:%S %Z")
    let wall = WallClock(epochNanoseconds: 1_795_824_000_000_000_000, utcOffsetSeconds: 0)
    let short = ["日", "月", "火", "水", "木", "金", "土"]
    let japanese = CalendarWords.weekdays(short: short, long: short.map { "\($0)曜日" })
    #expect(
      CalendarWords(weekdays: japanese, order: order).dates(wall) == ["11月28日(土)", "11月28日", "28日"])
    let numbers = ["日", "一", "二", "三", "四", "五", "六"]
    let chinese = CalendarWords.weekdays(short: numbers, long: numbers.map { "星期\($0)" })
    #expect(CalendarWords(weekdays: chinese, order: order).dates(wall).first == "11月28日 星期六")
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
