import Glibc
import TestSupport
import Testing
import Timekeeping

@Suite("Time zones")
struct ZoneTests {
  /// What the zone's clocks show at seconds since 1970, as `yyyy-mm-dd hh:mm:ss`.
  private func show(_ zone: String, _ seconds: Int64) throws -> String {
    let rules = try #require(ZoneRules(zoneFile: try file(zone)))
    return text(rules, seconds)
  }

  private func text(_ rules: ZoneRules, _ seconds: Int64) -> String {
    let wall = WallClock(
      epochNanoseconds: seconds * 1_000_000_000, utcOffsetSeconds: rules.offset(at: seconds))
    func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(wall.year)-\(pair(wall.month))-\(pair(wall.day)) "
      + [wall.hour, wall.minute, wall.second].map(pair).joined(separator: ":")
  }

  /// The last second before each change, and what the clocks show in it and in the one after.
  static let changes: [(zone: String, last: Int64, before: String, after: String)] = [
    ("Europe/Berlin", 1_774_745_999, "2026-03-29 01:59:59", "2026-03-29 03:00:00"),
    ("Europe/Berlin", 1_792_889_999, "2026-10-25 02:59:59", "2026-10-25 02:00:00"),
    // By the rule at the end of the file: 2100 is no leap year.
    ("Europe/Berlin", 4_109_878_799, "2100-03-28 01:59:59", "2100-03-28 03:00:00"),
    ("Europe/Berlin", 4_128_627_599, "2100-10-31 02:59:59", "2100-10-31 02:00:00"),
    ("America/St_Johns", 1_772_947_799, "2026-03-08 01:59:59", "2026-03-08 03:00:00"),
    ("America/St_Johns", 1_793_507_399, "2026-11-01 01:59:59", "2026-11-01 01:00:00"),
    // By half an hour, at the other side of the year.
    ("Australia/Lord_Howe", 1_775_314_799, "2026-04-05 01:59:59", "2026-04-05 01:30:00"),
    ("Australia/Lord_Howe", 1_791_041_399, "2026-10-04 01:59:59", "2026-10-04 02:30:00"),
    // Once and for all, by a quarter of an hour.
    ("Asia/Kathmandu", 504_901_799, "1985-12-31 23:59:59", "1986-01-01 00:15:00"),
    ("Asia/Kathmandu", 4_102_444_799, "2100-01-01 05:44:59", "2100-01-01 05:45:00"),
    // A day that never was: 2011-12-30.
    ("Pacific/Apia", 1_325_239_199, "2011-12-29 23:59:59", "2011-12-31 00:00:00"),
    ("Etc/UTC", 4_102_444_799, "2099-12-31 23:59:59", "2100-01-01 00:00:00"),
  ]

  @Test("clocks show what they have to on both sides of a change", arguments: changes)
  func aroundChanges(zone: String, last: Int64, before: String, after: String) throws {
    #expect(try show(zone, last) == before)
    #expect(try show(zone, last + 1) == after)
  }

  @Test("a zone agrees with the system's own date, at any time", arguments: 0..<12 as Range<UInt64>)
  func agreesWithDate(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let zones = [
      "Europe/Berlin", "Europe/Dublin", "America/St_Johns", "America/New_York", "America/Sao_Paulo",
      "Australia/Lord_Howe", "Asia/Kathmandu", "Asia/Gaza", "Pacific/Apia", "Pacific/Chatham",
      "Africa/Casablanca", "America/Nuuk", "Antarctica/Troll", "Etc/GMT+12", "Asia/Tokyo",
      "Africa/Monrovia",
    ]
    for zone in zones {
      let rules = try #require(ZoneRules(zoneFile: try file(zone)))
      let times = (0..<100).map { index in
        // Most of them in the years around the present, the rest up to 2262.
        Int64.random(
          in: index % 3 == 0 ? -9_000_000_000...9_000_000_000 : 0...5_000_000_000, using: &random)
      }
      let lines = times.map { "@\($0)" }.joined(separator: "\\n")
      let command = "printf '\(lines)\\n' | TZ=\(zone) LC_ALL=C date -f - '+%Y-%m-%d %H:%M:%S'"
      let stream = try #require(popen(command, "re"))
      defer { pclose(stream) }
      var line = [CChar](repeating: 0, count: 64)
      for time in times {
        guard fgets(&line, 64, stream) != nil else {
          Issue.record("date says nothing of \(zone)")
          break
        }
        let said = String(
          decoding: line.prefix { $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #expect(text(rules, time) == said, "\(zone) \(time)")
      }
    }
  }

  @Test("a rule of its own says when its offsets change")
  func rules() throws {
    let table: [(rule: String, times: [(Int64, Int)])] = [
      ("UTC0", [(0, 0)]), ("<-03>3", [(0, -10_800)]), ("IST-5:30", [(0, 19_800)]),
      // From the 60th day on, which is the 1st of March in every year, to the 301st counted from 0.
      ("AAA-1BBB,J60/0,300/24", [(951_778_799, 3600), (951_865_199, 3600), (951_865_200, 7200)]),
      // The whole year.
      (
        "EST5EDT,0/0,J365/25",
        [(1_767_225_599, -14_400), (1_767_243_600, -14_400), (1_790_000_000, -14_400)]
      ),
      // The winter is the exception.
      (
        "IST-1GMT0,M10.5.0,M3.5.0/1",
        [(1_774_745_999, 0), (1_774_746_000, 3600), (1_792_889_999, 3600), (1_792_890_000, 0)]
      ),
      // Days before the day that is named, and after it.
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [(1_774_745_999, -7200), (1_774_746_000, -3600)]),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", [(1_774_655_999, 7200), (1_774_656_000, 10_800)]),
      // As in the United States, unless it says otherwise.
      ("EST5EDT", [(1_772_953_199, -18_000), (1_772_953_200, -14_400), (1_793_512_800, -18_000)]),
    ]
    for (text, times) in table {
      let rule = try #require(YearlyRule(text.utf8), "\(text)")
      for (time, offset) in times {
        #expect(ZoneRules(rule).offset(at: time) == offset, "\(text) \(time)")
      }
    }
  }

  @Test(
    "what is no rule is refused",
    arguments: [
      "", "A", "AB1", "ABC", "ABC25", "ABC1:60", "ABC1:", "ABC1 ", "<ABC1", "ABC--1", "ABC1DEF,",
      "ABC1DEF,M3.5.0",
      "ABC1DEF,M0.1.0,M1.1.0", "ABC1DEF,M13.1.0,M1.1.0", "ABC1DEF,M1.0.0,M1.1.0",
      "ABC1DEF,M1.6.0,M1.1.0",
      "ABC1DEF,M1.1.7,M1.1.0", "ABC1DEF,J0,J1", "ABC1DEF,J366,J1", "ABC1DEF,366,1",
      "ABC1DEF,1/168,2",
      "ABC1DEF,1,2,3", "ABC1DEF,1;2", "Europe/Berlin", "ABC1DEF,9999999999999999999999,1",
      "ABC" + String(repeating: "1", count: 1000), "ABC1" + String(repeating: ":0", count: 3),
    ])
  func noRules(text: String) { #expect(YearlyRule(text.utf8) == nil) }

  @Test(
    "a name is one of the database's, and leads nowhere else",
    arguments: [
      ("Europe/Berlin", true), ("UTC", true), ("America/Argentina/Buenos_Aires", true),
      ("Etc/GMT+12", true),
      ("NZ-CHAT", true), ("EST5EDT", true), ("", false), ("/", false), ("/etc/localtime", false),
      ("..", false),
      ("../localtime", false), ("Europe/../Etc/UTC", false), ("Europe/..", false), (".", false),
      ("./UTC", false), ("Europe//Berlin", false), ("Europe/", false), ("Europe/Berlin\0", false),
      ("Europe/Berlin\n", false), ("+VERSION", false), ("-UTC", false), (".hidden", false),
      ("Zürich", false),
      ("Europe Berlin", false), ("Europe\\Berlin", false), ("~", false), ("$HOME", false),
      ("%2e%2e/x", false),
      (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ])
  func names(text: String, isName: Bool) {
    #expect((ZoneName(text) != nil) == isName)
    if isName { #expect(ZoneName(text)?.description == text) }
  }
}
