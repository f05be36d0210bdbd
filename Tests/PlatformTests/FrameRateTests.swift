import Testing

@testable import Platform

@Suite("Frame rate")
struct FrameRateTests {
  @Test("a fraction is kept in lowest terms and to 1...1000 frames a second")
  func fractions() {
    #expect(FrameRate(frames: 120_000, seconds: 2002) == FrameRate(frames: 60_000, seconds: 1001))
    #expect(FrameRate(frames: 60, seconds: 1) == FrameRate(60))
    #expect(FrameRate(frames: 1000, seconds: 1)?.frames == 1000)
    #expect(FrameRate(frames: 2001, seconds: 2) == nil)
    #expect(FrameRate(frames: 1, seconds: 2) == nil)
    #expect(FrameRate(frames: 0, seconds: 1) == nil)
    #expect(FrameRate(frames: 60, seconds: 0) == nil)
    #expect(FrameRate(frames: -60, seconds: -1) == nil)
    #expect(FrameRate(frames: .max, seconds: .max)?.seconds == 1)
    #expect(FrameRate(frames: .max, seconds: .min) == nil)
  }

  @Test("a fraction that is too long for the clock is shortened and hardly changed")
  func longFractions() throws {
    let frames = Int64.max - 24
    let rate = try #require(FrameRate(frames: frames, seconds: frames / 60))
    #expect(rate.seconds <= 1 << 33)
    #expect(abs(rate.hertz - 60) < 1e-6)
    let clock = FrameClock(rate: rate, phase: 0)
    #expect(clock.deadline(ofFrame: clock.frame(at: 3_600_000_000_000)) <= 3_600_000_000_000)
  }

  @Test(
    "motion is even where that costs no more than a fifth of the frames",
    arguments: [
      // display, cap, what is drawn
      (60, 60, 60), (50, 60, 50), (30, 60, 30), (24, 60, 24), (120, 60, 60), (240, 60, 60),
      (144, 60, 48),
      (165, 60, 55), (100, 60, 50), (75, 60, 60), (72, 60, 60), (85, 60, 60), (90, 60, 60),
      (61, 60, 61),
      (62, 60, 60), (144, 144, 144), (144, 1000, 144), (60, 30, 30), (75, 30, 25), (144, 30, 28.8),
      (60, 1, 1),
      (1000, 7, 1000.0 / 143), (60, 25, 20), (60, 24, 20), (50, 40, 40),
    ] as [(Int64, Int, Double)])
  func even(display: Int64, cap: Int, drawn: Double) {
    let rate = FrameRate.even(on: FrameRate(frames: display, seconds: 1), within: cap)
    #expect(abs(rate.hertz - drawn) < 1e-9)
  }

  @Test("a panel of 59.94 or 60.02 Hz is drawn at its own rate, not at the cap of 60")
  func panels() throws {
    for (frames, seconds) in [(60_000, 1001), (60_020, 1000), (60_320, 1000)] as [(Int64, Int64)] {
      let panel = try #require(FrameRate(frames: frames, seconds: seconds))
      #expect(FrameRate.even(on: panel, within: 60) == panel)
      let fast = try #require(FrameRate(frames: 2 * frames, seconds: seconds))
      #expect(FrameRate.even(on: fast, within: 60) == panel)
    }
    #expect(FrameRate.even(on: nil, within: 60) == FrameRate(60))
    #expect(FrameRate.even(on: nil, within: 90) == FrameRate(90))
  }

  @Test("on any display and with any cap, the rate stays within both and 2 %")
  func bounds() throws {
    for _ in 0..<20_000 {
      let seconds = Int64.random(in: 1...5_000_000)
      let refresh = try #require(
        FrameRate(frames: Int64.random(in: seconds...(1000 * seconds)), seconds: seconds))
      let cap = Int.random(in: 1...1000)
      let rate = FrameRate.even(on: refresh, within: cap)
      #expect(rate.hertz <= Double(cap) * 1.020001)
      #expect(rate.hertz >= min(refresh.hertz, Double(cap) * 0.799999))
      let repeats = refresh.hertz / rate.hertz
      #expect(rate == FrameRate(cap) || abs(repeats - repeats.rounded()) < 1e-6)
    }
  }
}
