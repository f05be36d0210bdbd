import Testing
import Timekeeping

@Suite("Instants and lengths")
struct InstantTests {
  @Test("adding a length and taking the difference gives it back, to the nanosecond")
  func differenceInvertsAdvance() {
    for nanoseconds: Int64 in [0, 1, -1, 999_999_999, 1_000_000_001, 36_000_000_000_000_001] {
      let start = Instant(nanoseconds: 86_400_000_000_007)
      let length = Duration.nanoseconds(nanoseconds)
      #expect(start + length - start == length)
      #expect(start + length - length == start)
    }
  }

  @Test("arithmetic holds at the ends of the range")
  func saturates() {
    let last = Instant(nanoseconds: .max)
    let first = Instant.distantPast
    #expect(last + .seconds(1) == last)
    #expect(first - .seconds(1) == first)
    #expect(last - .seconds(-1) == last)
    #expect(last - first == Duration.nanoseconds(Int64.max))
    #expect(first - last == Duration.nanoseconds(Int64.min))
    #expect(Instant.zero + .seconds(Int64.max) == last)
    #expect(Instant.zero + .seconds(Int64.min) == first)
    #expect(Instant(nanoseconds: -2) - .seconds(Int64.max) == first)
  }

  @Test(
    "lengths become whole nanoseconds, cut off towards zero and held at the ends",
    arguments: [
      (Duration.zero, 0), (.nanoseconds(1), 1), (.seconds(-1.5), -1_500_000_000),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
      (Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999), -1),
      (.seconds(9_223_372_036), 9_223_372_036_000_000_000), (.seconds(9_223_372_037), .max),
      (.seconds(-9_223_372_037), .min), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
    ] as [(Duration, Int64)])
  func clamps(length: Duration, nanoseconds: Int64) {
    #expect(length.nanosecondsClamped == nanoseconds)
  }

  @Test(
    "every Int64 survives the way through Duration",
    arguments: [0, 1, -1, .max, .min, 1_234_567_890_123] as [Int64])
  func roundTrip(nanoseconds: Int64) {
    #expect(Duration.nanoseconds(nanoseconds).nanosecondsClamped == nanoseconds)
  }

  @Test("seconds as Double are near for motion")
  func seconds() {
    #expect(Instant(nanoseconds: 2_500_000_000).inSeconds == 2.5)
  }
}
