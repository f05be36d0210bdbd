import Testing
import Timekeeping

@Suite("Times as text")
struct TimeFormatTests {
  @Test(
    "an elapsed time has the form of its size and is never rounded up",
    arguments: [
      (0, "00:00.00"), (9_999_999, "00:00.00"), (10_000_000, "00:00.01"), (999_999_999, "00:00.99"),
      (59_999_999_999, "00:59.99"), (60_000_000_000, "01:00.00"), (458_370_000_000, "07:38.37"),
      (3_599_999_999_999, "59:59.99"), (3_600_000_000_000, "1:00:00.00"),
      (35_999_990_000_000, "9:59:59.99"),
      (86_400_010_000_000, "24:00:00.01"), (359_999_999_999_999, "99:59:59.99"),
      (360_000_000_000_000, "100:00:00"), (36_000_000_000_000_000, "10000:00:00"),
      (.max, "2562047:47:16"), (-1, "00:00.00"), (.min, "00:00.00"),
    ] as [(Int64, String)])
  func elapsed(nanoseconds: Int64, text: String) {
    #expect(TimeFormat.elapsed(Duration.nanoseconds(nanoseconds)) == text)
  }

  @Test("no text is longer than the 15 bytes that need no memory of their own")
  func short() {
    for shift in 0..<63 {
      #expect(TimeFormat.elapsed(Duration.nanoseconds(1 << shift)).utf8.count <= 15)
    }
    let reading = WallClock(epochNanoseconds: 86_399_000_000_000, utcOffsetSeconds: 0)
    #expect(TimeFormat.clock(reading, hours: .twelve, padsHour: true).utf8.count <= 15)
  }

  @Test(
    "a time of day has the form that was asked for",
    arguments: [
      (0, "00:00:00", "12:00:00"), (3_540, "00:59:00", "12:59:00"), (3_600, "01:00:00", "1:00:00"),
      (3_723, "01:02:03", "1:02:03"), (36_000, "10:00:00", "10:00:00"),
      (43_199, "11:59:59", "11:59:59"),
      (43_200, "12:00:00", "12:00:00"), (46_799, "12:59:59", "12:59:59"),
      (46_800, "13:00:00", "1:00:00"),
      (86_399, "23:59:59", "11:59:59"),
    ] as [(Int64, String, String)])
  func clock(second: Int64, day: String, half: String) {
    let reading = WallClock(
      epochNanoseconds: second * 1_000_000_000 + 999_999_999, utcOffsetSeconds: 0)
    #expect(TimeFormat.clock(reading) == day)
    #expect(TimeFormat.clock(reading, hours: .twelve) == half)
    #expect(TimeFormat.clock(reading, hours: .twelve, showsSeconds: false) == half.dropLast(3))
    #expect(TimeFormat.clock(reading, showsSeconds: false) == day.dropLast(3))
    let padded = TimeFormat.clock(reading, hours: .twelve, padsHour: true)
    #expect(padded == (half.count == 7 ? " " : "") + half)
    #expect(TimeFormat.clock(reading, padsHour: true) == day)
  }

  @Test(
    "a difference is that of the times as they are shown",
    arguments: [
      (20_000, 20_000, "+0.00"), (20_420, 20_000, "+0.42"), (18_970, 20_000, "-1.03"),
      (20_009, 20_001, "+0.00"),
      (20_010, 20_009, "+0.01"), (80_000, 20_000, "+1:00.00"), (20_000, 3_680_000, "-1:01:00.00"),
      (0, 359_999_990, "-99:59:59.99"), (3_600_000_000_000, 0, "+1000000:00:00.00"),
    ])
  func differences(time: Int, reference: Int, text: String) {
    let shown = TimeFormat.difference(of: .milliseconds(time), from: .milliseconds(reference))
    #expect(shown == text)
  }
}
