import Testing
import Timekeeping

@Suite("Dates")
struct CivilDateTests {
  @Test func everyNumberIsADateAndBack() {
    var (expected, last) = (CivilDate(number: -719_162), CivilDate(number: 2_932_896))
    #expect(expected.description == "0001-01-01" && last.description == "9999-12-31")
    while expected < last {
      let (year, month, day) = expected.parts
      guard CivilDate(year: year, month: month, day: day) == expected else {
        Issue.record("\(expected.description)")
        return
      }
      expected = expected + 97
    }
    last = CivilDate(number: .max)
    #expect(last.description == "9999-12-31")
  }

  @Test(
    "texts",
    arguments: [
      ("1970-01-01", 0, 4), ("2000-02-29", 11_016, 2), ("2026-11-28", 20_785, 6),
      ("1969-12-31", -1, 3), ("2024-12-31", 20_088, 2),
    ])
  func texts(text: String, number: Int, weekday: Int) throws {
    let date = try CivilDate(parsing: text)
    #expect(date.number == number && date.weekday == weekday && date.description == text)
  }

  @Test(
    "what is no date is refused",
    arguments: [
      "", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "2026-11-31", "0000-01-01",
      "+026-01-01", "2026-11-28 ", "٢٠٢٦-11-28", "10000-01-01",
    ])
  func refused(text: String) { #expect((try? CivilDate(parsing: text)) == nil) }

  @Test func monthsAndWeeks() throws {
    let date = try CivilDate(parsing: "2024-02-29")
    #expect(date.firstOfMonth.description == "2024-02-01")
    #expect(date.firstOfNextMonth.description == "2024-03-01")
    #expect(date.startOfWeek(from: 1).description == "2024-02-26")
    #expect(date.startOfWeek(from: 0).description == "2024-02-25")
    #expect((date + 1).startOfWeek(from: 5) == date + 1)
  }
}
