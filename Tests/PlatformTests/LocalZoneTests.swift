import Glibc
import Platform
import Testing

/// One at a time: what the zone is belongs to the whole process.
@Suite(.serialized) struct LocalZoneTests {
  /// The last second before each change, and the offsets in it and in the one after.
  static let changes: [(zone: String, last: Int64, before: Int64, after: Int64)] = [
    ("Europe/Berlin", 1_774_745_999, 3600, 7200), ("Europe/Berlin", 1_792_889_999, 7200, 3600),
    // By the rule at the end of the file: 2100 is no leap year.
    ("Europe/Berlin", 4_109_878_799, 3600, 7200),
    ("America/St_Johns", 1_772_947_799, -12_600, -9000),
    ("Australia/Lord_Howe", 1_775_314_799, 39_600, 37_800),
    ("Asia/Kathmandu", 504_901_799, 19_800, 20_700),
    // A day that never was: 2011-12-30.
    ("Pacific/Apia", 1_325_239_199, -36_000, 50_400), ("Etc/UTC", 4_102_444_799, 0, 0),
  ]

  @Test(arguments: changes)
  func offsetsAroundAChange(zone: String, last: Int64, before: Int64, after: Int64) {
    let offsets = LocalZone.with(zone) { offset in [last, last + 1].map(offset) }
    #expect(offsets == [before, after])
  }

  @Test func severalZonesAtATimeLeaveTheUsersAlone() {
    let before = getenv("TZ").map { String(cString: $0) }
    defer { if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") } }
    for user in [nil, "Asia/Tokyo", "XYZ-3"] {
      if let user { setenv("TZ", user, 1) } else { unsetenv("TZ") }
      let own = LocalZone.with(nil) { $0(1_800_000_000) }
      #expect(user == nil || own == (user == "XYZ-3" ? 10_800 : 32_400))
      #expect(LocalZone.with("Asia/Kathmandu") { $0(1_800_000_000) } == 20_700)
      #expect(getenv("TZ").map { String(cString: $0) } == user)
      #expect(LocalZone.with(nil) { $0(1_800_000_000) } == own)
    }
  }

  @Test func timesThatNoCalendarHasAreUTC() {
    #expect(LocalZone.with("Europe/Berlin") { [$0(.max), $0(.min)] } == [0, 0])
  }
}
