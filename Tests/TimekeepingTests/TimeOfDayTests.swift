import TestSupport
import Testing
import Wording

@testable import Timekeeping

/// A zone as a table: what it is ahead of UTC at first, and the moments at which that changes.
struct TableZone: CustomTestStringConvertible {
  let testDescription: String
  let first: Int64
  let changes: [(at: Int64, ahead: Int64)]

  func ahead(_ second: Int64) -> Int64 { changes.last { $0.at <= second }?.ahead ?? first }

  /// The second since 1970 at which a clock that is `ahead` shows this.
  static func second(
    _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int = 0, ahead: Int64 = 0
  )
    -> Int64
  {
    // 2026-01-01 00:00 UTC, and the days before each month of that year.
    let days = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] + day - 1
    return 1_767_225_600 + Int64(days * 86_400 + hour * 3600 + minute * 60 + second) - ahead
  }

  /// Put forward at 2:00 to 3:00 on 29 March, back at 3:00 on 25 October.
  static let berlin = TableZone(
    testDescription: "Europe/Berlin", first: 3600,
    changes: [(second(3, 29, 1, 0), 7200), (second(10, 25, 1, 0), 3600)])
  /// Put forward at 2:00 on 8 March, back at 2:00 on 1 November; half an hour off the others.
  static let stJohns = TableZone(
    testDescription: "America/St_Johns", first: -12_600,
    changes: [(second(3, 8, 5, 30), -9_000), (second(11, 1, 4, 30), -12_600)])
  /// By half an hour: back at 2:00 on 5 April, forward at 2:00 on 4 October.
  static let lordHowe = TableZone(
    testDescription: "Australia/Lord_Howe", first: 39_600,
    changes: [(second(4, 4, 15, 0), 37_800), (second(10, 3, 15, 30), 39_600)])
  static let kolkata = TableZone(testDescription: "Asia/Kolkata", first: 19_800, changes: [])
  /// At midnight: forward on 24 April, back on 30 October.
  static let cairo = TableZone(
    testDescription: "Africa/Cairo", first: 7200,
    changes: [(second(4, 23, 22, 0), 10_800), (second(10, 29, 21, 0), 7200)])
}

@Suite("Times of day")
struct TimeOfDayTests {
  private func time(_ text: String) throws -> TimeOfDay { try TimeOfDay(parsing: text) }

  @Test(
    "every allowed form names its time",
    arguments: [
      ("0:00", 0), ("00:00:01", 1), ("7:05", 25_500), ("17:30", 63_000), ("17:30:15", 63_015),
      ("23:59:59", 86_399), ("5:30pm", 63_000), ("5:30 PM", 63_000), ("5:30:15Pm", 63_015),
      ("12am", 0),
      ("12:00pm", 43_200), ("12:01 am", 60), ("1am", 3600), ("11pm", 82_800),
    ])
  func accepts(text: String, seconds: Int) throws {
    #expect(try time(text).seconds == seconds)
  }

  @Test(
    "what is no time of day is refused",
    arguments: [
      "17", "24:00", "17:60", "17:30:60", "-1:00", "+1:00", "1730", "17.30", "17:3", "17:030",
      "017:30",
      " 17:30",
      "17:30 ", "17:30:15:00", "17::30", ":30", "17:", "0:30pm", "13:00pm", "5:30  pm", "pm", " pm",
      "5:30p",
      "5h",
      "٥:٣٠", "17:30\0", "noon", "5:30.5", "1:5pm",
    ])
  func refuses(text: String) {
    #expect(throws: TextError.self) { try time(text) }
  }

  @Test("a timer is given a length, or a time after until; its errors name both")
  func settings() throws {
    #expect(try TimerSetting(parsing: "25m") == .length(.seconds(1500)))
    #expect(try TimerSetting(parsing: "until 17:30") == .until(time("17:30")))
    #expect(try TimerSetting(parsing: "until   5:30 pm") == .until(time("17:30")))
    for text in ["until", "until ", "until    "] {
      #expect(throws: TextError.self) { try TimerSetting(parsing: text) }
    }
    #expect(throws: TextError.self) {
      try TimerSetting(parsing: "until 25m")
    }
    for text in ["17:30pm", "Until 17:30", "until17:30", "till 17:30", ""] {
      #expect {
        try TimerSetting(parsing: text)
      } throws: { error in
        "\(error)".contains("25m") && "\(error)".contains("until 17:30")
      }
    }
    let late = TextError(
      "\"25:00\" is not a time of day: use 0:00 to 23:59:59, as in 17:30, 17:30:15 or 5:30pm")
    #expect(throws: late) { try TimerSetting(parsing: "until 25:00") }
  }

  /// From a moment on a clock of the zone to the next such time, in hours, minutes and seconds.
  struct Case: CustomTestStringConvertible {
    let zone: TableZone
    let month: Int
    let day: Int
    let now: String
    let until: String
    let length: String
    var isSecondOfTwo = false

    init(
      _ zone: TableZone, _ month: Int, _ day: Int, _ now: String, _ until: String, _ length: String,
      second: Bool = false
    ) {
      (self.zone, self.month, self.day, self.now) = (zone, month, day, now)
      (self.until, self.length, isSecondOfTwo) = (until, length, second)
    }

    var testDescription: String {
      "\(zone.testDescription), \(day). \(month)., \(now) until \(until)"
    }
  }

  static let cases = [
    // No change in between: today's, or else tomorrow's.
    Case(.berlin, 7, 1, "12:00", "17:30", "5:30"), Case(.berlin, 7, 1, "18:00", "17:30", "23:30"),
    Case(.berlin, 7, 1, "17:30", "17:30", "24:00"),
    Case(.berlin, 7, 1, "17:29:59", "17:30", "0:00:01"),
    Case(.berlin, 7, 1, "23:59:59", "0:00", "0:00:01"),
    Case(.berlin, 7, 1, "0:00", "23:59:59", "23:59:59"),
    Case(.kolkata, 3, 29, "1:00", "2:30", "1:30"), Case(.kolkata, 12, 31, "23:00", "0:15", "1:15"),
    // The night that lacks an hour.
    Case(.berlin, 3, 28, "20:00", "8:00", "11:00"),
    Case(.berlin, 3, 28, "20:00", "1:59:59", "5:59:59"),
    Case(.berlin, 3, 28, "20:00", "3:00", "6:00"),
    Case(.berlin, 3, 29, "1:59:59", "3:00", "0:00:01"),
    Case(.berlin, 3, 29, "4:00", "3:30", "23:30"), Case(.berlin, 3, 28, "3:30", "3:30", "23:00"),
    // A time in that hour comes at the change, and the next day as ever.
    Case(.berlin, 3, 28, "20:00", "2:00", "6:00"), Case(.berlin, 3, 28, "20:00", "2:30", "6:00"),
    Case(.berlin, 3, 29, "1:59:59", "2:59:59", "0:00:01"),
    Case(.berlin, 3, 29, "3:00", "2:30", "23:30"),
    Case(.berlin, 3, 28, "2:30", "2:30", "23:30"),
    // The night that has an hour twice.
    Case(.berlin, 10, 24, "20:00", "8:00", "13:00"), Case(.berlin, 10, 24, "20:00", "2:30", "6:30"),
    Case(.berlin, 10, 24, "20:00", "3:00", "8:00"),
    Case(.berlin, 10, 24, "20:00", "1:59:59", "5:59:59"),
    Case(.berlin, 10, 25, "2:15", "2:30", "0:15"), Case(.berlin, 10, 25, "2:45", "2:30", "0:45"),
    Case(.berlin, 10, 25, "2:30", "2:30", "1:00"), Case(.berlin, 10, 25, "2:45", "2:00", "0:15"),
    Case(.berlin, 10, 25, "2:15", "2:30", "0:15", second: true),
    Case(.berlin, 10, 25, "2:45", "2:30", "23:45", second: true),
    Case(.berlin, 10, 25, "2:59:59", "3:00", "1:00:01"),
    // Zones of other steps.
    Case(.stJohns, 3, 7, "17:30", "17:30", "23:00"), Case(.stJohns, 3, 8, "1:30", "2:10", "0:30"),
    Case(.stJohns, 11, 1, "0:30", "1:30", "1:00"), Case(.stJohns, 11, 1, "1:45", "1:30", "0:45"),
    Case(.stJohns, 10, 31, "17:30", "17:30", "25:00"),
    Case(.lordHowe, 4, 4, "20:00", "8:00", "12:30"), Case(.lordHowe, 4, 5, "1:45", "1:40", "0:25"),
    Case(.lordHowe, 10, 3, "20:00", "8:00", "11:30"),
    Case(.lordHowe, 10, 4, "1:00", "2:15", "1:00"),
    Case(.lordHowe, 10, 4, "1:00", "2:30", "1:00"), Case(.lordHowe, 10, 4, "1:00", "2:31", "1:01"),
    Case(.cairo, 4, 23, "22:00", "0:30", "2:00"), Case(.cairo, 4, 23, "22:00", "1:00", "2:00"),
    Case(.cairo, 10, 29, "22:00", "23:30", "1:30"), Case(.cairo, 10, 29, "22:00", "0:00", "3:00"),
  ]

  @Test("it is as long until the clock shows it as the zone's rules say", arguments: cases)
  func lengths(_ example: Case) throws {
    let face = try TimeOfDay(parsing: example.now)
    var now = TableZone.second(example.month, example.day, 0, 0, face.seconds)
    // Of two moments that show the same, the first is that of the clock that is ahead.
    let readings = Set([now - 86_400, now + 86_400].map(example.zone.ahead)).filter {
      example.zone.ahead(now - $0) == $0
    }
    now -= try #require(example.isSecondOfTwo ? readings.min() : readings.max())
    let next = try TimeOfDay(parsing: example.until).next(after: now, offset: example.zone.ahead)
    let length = example.length.split(separator: ":").compactMap { Int64($0) } + [0, 0]
    #expect(next - now == length[0] * 3600 + length[1] * 60 + length[2])
  }

  @Test(
    "it is never over, never further than the day is long, and shown then unless it is left out",
    arguments: 0..<3 as Range<UInt64>)
  func properties(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for zone in [TableZone.berlin, .stJohns, .lordHowe, .kolkata, .cairo] {
      let near = zone.changes.map(\.at) + [TableZone.second(6, 1, 0, 0)]
      for _ in 0..<500 {
        let now =
          near.randomElement(using: &random).map {
            $0 + Int64.random(in: -100_000...100_000, using: &random)
          } ?? 0
        let seconds = Int.random(in: 0..<86_400, using: &random)
        let wall = WallClock(epochNanoseconds: Int64(seconds) * 1_000_000_000, utcOffsetSeconds: 0)
        let time = try TimeOfDay(parsing: TimeFormat.clock(wall))
        let next = time.next(after: now, offset: zone.ahead)
        #expect(next > now && next - now <= 90_000)
        let shown = (next + zone.ahead(next)) % 86_400
        if shown != Int64(seconds) {
          #expect(zone.changes.contains { $0.at == next })
        }
        // Nothing was passed over on the way.
        let face = { (moment: Int64) in (moment + zone.ahead(moment)) % 86_400 }
        for moment in stride(from: now + 1, to: next, by: 61) {
          #expect(face(moment) != Int64(seconds))
        }
      }
    }
  }
}
