import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("When a shown text changes")
struct TextChangeTests {
  private func sample(_ instant: Instant) -> ClockSample {
    ClockSample(
      instant: instant, wall: WallClock(epochNanoseconds: instant.nanoseconds, utcOffsetSeconds: 0))
  }

  /// Times near the edges of the formats, and anywhere.
  private func values(_ random: inout SplitMix64) -> [DisplayValue] {
    let edges: [Int64] = [0, 1, 59, 60, 61, 3599, 3600, 359_999, 360_000, 360_001, 3_600_000]
    let second = edges.randomElement(using: &random) ?? 0
    let offset = [
      0, 1, -1, 5_000_000, Int64.random(in: -1_500_000_000...1_500_000_000, using: &random),
    ]
    let start = Duration.seconds(second) + .nanoseconds(offset.randomElement(using: &random) ?? 0)
    let anchor = Instant(nanoseconds: Int64.random(in: 0...5_000_000_000, using: &random))
    let up = LinearTime(max(.zero, start), from: anchor)
    let down = LinearTime(start, from: anchor, countsDown: true)
    return [
      .time(up), .remaining(down), .whole(down), .whole(up), .time(LinearTime(start)),
      .remaining(LinearTime(start)), .timeOfDay(ClockStyle(hours: .twelve)),
      .timeOfDay(ClockStyle(showsSeconds: false)), .number(7, digits: 3),
    ]
  }

  @Test(
    "the next change is when the text differs, and not before", arguments: 0..<300 as Range<UInt64>)
  func exact(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for value in values(&random) {
      let now = Instant(nanoseconds: Int64.random(in: 0...7_000_000_000, using: &random))
      let text = value.text(at: sample(now))
      switch value.nextChange(after: sample(now)) {
      case .at(let next):
        #expect(next > now)
        #expect(value.text(at: sample(next - .nanoseconds(1))) == text, "\(value)")
        #expect(value.text(at: sample(next)) != text, "\(value)")
      case .never: #expect(value.text(at: sample(now + .seconds(10_000_000))) == text, "\(value)")
      // Hundredths: they change in the next ones, unless the time begins later.
      case .nextFrame:
        #expect(value.text(at: sample(now + .milliseconds(5_010))) != text, "\(value)")
        #expect(text.contains("."), "\(value)")
      }
    }
  }

  @Test("a stopwatch of over 100 hours shows seconds, and changes with them")
  func hundredHours() {
    let time = DisplayValue.time(LinearTime(.seconds(360_000), from: .zero))
    let next = Instant.zero + .seconds(1)
    #expect(time.nextChange(after: sample(.zero)) == .at(next))
    let before = DisplayValue.time(LinearTime(.seconds(359_999), from: .zero))
    #expect(before.nextChange(after: sample(.zero)) == .nextFrame)
  }

  @Test("no time has a sign before zero, and an overrun reads the same in every text")
  func signs() {
    for (milliseconds, text) in [
      (-1, "+0:00"), (-999, "+0:00"), (-2_010, "+0:02"), (-47_000, "+0:47"),
      (-3_661_000, "+1:01:01"),
    ] {
      let time = LinearTime(.milliseconds(milliseconds))
      #expect(DisplayValue.remaining(time).text(at: sample(.zero)) == text)
      #expect(DisplayValue.whole(time).text(at: sample(.zero)) == text)
      #expect(TimeFormat.remaining(.milliseconds(milliseconds)) == text)
      #expect(TimeFormat.remainingSeconds(.milliseconds(milliseconds)) == text)
    }
    for nanoseconds in [0, -1, -9_999_999] as [Int64] {
      let time = DisplayValue.time(LinearTime(.nanoseconds(nanoseconds)))
      #expect(time.text(at: sample(.zero)) == "00:00.00")
    }
  }
}
