import Testing

@testable import Platform

extension MonotonicTime: ExpressibleByIntegerLiteral {
  public init(integerLiteral nanoseconds: Int64) { self.init(nanoseconds: nanoseconds) }
}

@Suite("Frame clock")
struct FrameClockTests {
  @Test(
    "every deadline belongs to its own frame, at every rate",
    arguments: [1, 7, 24, 50, 59, 60, 144, 999, 1000])
  func deadlinesAreExact(rate: Int) {
    let clock = FrameClock(rate: Double(rate), phase: 123_456_789)
    for frame: Int64 in [-1000, -1, 0, 1, 59, 60, 61, 1_000_003, 1_000_000_007] {
      let deadline = clock.deadline(ofFrame: frame)
      #expect(clock.frame(at: deadline) == frame)
      #expect(clock.frame(at: deadline - .nanoseconds(1)) == frame - 1)
      #expect(clock.deadline(after: deadline) == clock.deadline(ofFrame: frame + 1))
      #expect(clock.deadline(after: deadline - .nanoseconds(1)) == deadline)
    }
  }

  @Test("a year of frames drifts by nothing")
  func noDrift() {
    let clock = FrameClock(rate: 60, phase: 0)
    let year: Int64 = 365 * 24 * 3600
    #expect(clock.deadline(ofFrame: year * 60).nanoseconds == year * 1_000_000_000)
  }

  /// Rates of real displays: a clock in Hz, and the pixels of a whole picture.
  private static let displays: [(clock: Int64, pixels: Int64)] = [
    (148_351_648, 2200 * 1125), (148_500_000, 2200 * 1125), (25_175_000, 800 * 525),
    (162_000_000, 2160 * 1250),
    (533_250_000, 4000 * 2222), (497_750_000, 2720 * 1525), (74_175_824, 2750 * 1125),
    (38_250_000, 1024 * 622),
    (4_294_967_295, 65_535 * 65_533),
  ]

  @Test(
    "an hour of frames on any display is as many as its clock says, each at its place to a nanosecond"
  )
  func noDriftOnDisplays() {
    for (clock, pixels) in FrameClockTests.displays {
      let rate = Double(clock) / Double(pixels)
      let frameClock = FrameClock(rate: rate, phase: 987_654_321_012_345)
      let hour: Int64 = 3600
      // Whole frames in an hour by the display's own numbers, with nothing of the clock's arithmetic.
      let frames = clock * hour / pixels
      let passed = frameClock.frame(at: frameClock.phase + .seconds(hour))
      #expect(passed == frames)
      var last = frameClock.phase
      for frame in stride(from: Int64(1), through: frames, by: 1) {
        let deadline = frameClock.deadline(after: last)
        // frame * pixels / clock seconds, split so that it stays within 63 bits.
        let (seconds, rest) = (frame * pixels).quotientAndRemainder(dividingBy: clock)
        let wanted = frameClock.phase + .seconds(seconds)
        let part = Double(rest) / Double(clock) * 1e9
        guard abs((deadline - wanted) / .nanoseconds(1) - part) < 1.01 else {
          Issue.record("frame \(frame) of \(clock)/\(pixels) at \(deadline)")
          break
        }
        last = deadline
      }
    }
  }

  @Test("another rate goes on from the last deadline")
  func setsRate() {
    var clock = FrameClock(rate: 50, phase: 0)
    clock.setRate(100, at: 59_999_999)
    #expect(clock.deadline(after: 40_000_000) == 50_000_000)
    #expect(clock.deadline(after: 59_999_999) == 60_000_000)
    let same = clock
    clock.setRate(100, at: 95_000_000)
    #expect(clock == same)
  }

  @Test(
    "a cap that makes no sense is held to 1...1000",
    arguments: [(0, 1), (-5, 1), (Int.max, 1000), (Int.min, 1)])
  func holdsCap(wanted: Int, held: Double) {
    #expect(FrameClock.evenRate(on: nil, within: wanted) == held)
  }
}
