import Glibc
import TestSupport
import Testing
import Timekeeping

@Suite("Wall clock")
struct WallClockTests {
  @Test(
    "a reading agrees with the C library over the whole range of the axis",
    arguments: 0..<10 as Range<UInt64>
  )
  func agreesWithLibrary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<2000 {
      // Every other one near the present, the rest from 1677 to 2262.
      let range: ClosedRange<Int64> =
        round % 2 == 0 ? 0...4_000_000_000 : -9_223_372_036...9_223_372_035
      let seconds = Int64.random(in: range, using: &random)
      let fraction = Int64.random(in: 0..<1_000_000_000, using: &random)
      let offset = Int.random(in: -50_400...50_400, using: &random)
      let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (epoch, carry) = scaled.addingReportingOverflow(fraction)
      guard !overflow, !carry else { continue }
      let reading = WallClock(epochNanoseconds: epoch, utcOffsetSeconds: offset)
      var time = time_t(seconds) + offset
      var broken = tm()
      gmtime_r(&time, &broken)
      #expect(
        [
          reading.year, reading.month, reading.day, reading.weekday, reading.hour, reading.minute,
          reading.second,
          reading.nanosecond,
        ] == [
          Int(broken.tm_year) + 1900, Int(broken.tm_mon) + 1, Int(broken.tm_mday),
          Int(broken.tm_wday),
          Int(broken.tm_hour), Int(broken.tm_min), Int(broken.tm_sec), Int(fraction),
        ])
    }
  }

  @Test(
    "leap days, the turn of a century and moments before 1970 have their dates",
    arguments: [
      (951_782_400, 2000, 2, 29), (4_107_542_400, 2100, 3, 1), (4_107_456_000, 2100, 2, 28),
      (-1, 1969, 12, 31),
      (1_709_164_800, 2024, 2, 29), (0, 1970, 1, 1),
    ] as [(Int64, Int, Int, Int)])
  func dates(seconds: Int64, year: Int, month: Int, day: Int) {
    let reading = WallClock(epochNanoseconds: seconds * 1_000_000_000, utcOffsetSeconds: 0)
    #expect([reading.year, reading.month, reading.day] == [year, month, day])
  }

  @Test("the ends of the axis and absurd offsets give a reading")
  func total() {
    for epoch in [Int64.min, .max] {
      for offset in [Int.min, 0, .max] {
        let reading = WallClock(epochNanoseconds: epoch, utcOffsetSeconds: offset)
        #expect((1...12).contains(reading.month) && (1...31).contains(reading.day))
      }
    }
  }

  @Test(
    "a reading goes on from an earlier one, unless the clock was set by some hundredths of a second or more"
  )
  func goesOn() {
    func reading(_ instant: Int64, _ epoch: Int64, offset: Int = 0) -> ClockSample {
      ClockSample(
        instant: Instant(nanoseconds: instant),
        wall: WallClock(epochNanoseconds: epoch, utcOffsetSeconds: offset))
    }
    let hour: Int64 = 3_600_000_000_000
    for (elapsed, shown, goesOn) in [
      (0, 0, true), (hour, hour, true), (hour, hour + 19_000_000, true),
      (hour, hour - 19_000_000, true),
      (hour, hour + 21_000_000, false), (hour, hour - 21_000_000, false), (0, hour, false),
      (hour, 0, false), (0, .max, false), (.max, 0, false), (.min, .max, false),
    ] {
      #expect(reading(elapsed, shown).goesOn(from: reading(0, 0)) == goesOn, "\(elapsed) \(shown)")
    }
    #expect(!reading(1, 1, offset: 3600).goesOn(from: reading(0, 0)))
    #expect(reading(1, 1, offset: 3600).goesOn(from: reading(0, 0, offset: 3600)))
  }

  @Test("a twelve-hour face shows 12 at midnight and noon")
  func twelveHours() {
    let hours = (0..<24).map {
      WallClock(epochNanoseconds: $0 * 3_600_000_000_000, utcOffsetSeconds: 0)
    }
    #expect(hours.map(\.hour12) == [12] + Array(1...11) + [12] + Array(1...11))
    #expect(
      hours.map(\.isPM) == Array(repeating: false, count: 12) + Array(repeating: true, count: 12))
  }

  @Test(
    "the next whole second is later than now, and at it the reading is whole",
    arguments: [0, 1, 999_999_999, -1, -1_000_000_000] as [Int64])
  func nextSecond(epoch: Int64) {
    let now = Instant(nanoseconds: 5_000)
    let wall = WallClock(epochNanoseconds: epoch, utcOffsetSeconds: 0)
    let next = ClockSample(instant: now, wall: wall).nextStep(of: 1)
    let wait = (next - now).nanosecondsClamped
    #expect((1...1_000_000_000).contains(wait))
    #expect(WallClock(epochNanoseconds: epoch + wait, utcOffsetSeconds: 0).nanosecond == 0)
  }
}
