import Testing

@testable import Platform

@Suite("Frame rate")
struct FrameRateTests {
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
    ] as [(Double, Int, Double)])
  func even(display: Double, cap: Int, drawn: Double) {
    let rate = FrameClock.evenRate(on: display, within: cap)
    #expect(abs(rate - drawn) < 1e-9)
  }

  @Test("a panel of 59.94 or 60.02 Hz is drawn at its own rate, not at the cap of 60")
  func panels() {
    for panel in [60_000 / 1001.0, 60.02, 60.32] {
      #expect(FrameClock.evenRate(on: panel, within: 60) == panel)
      #expect(FrameClock.evenRate(on: 2 * panel, within: 60) == panel)
    }
    #expect(FrameClock.evenRate(on: nil, within: 60) == 60)
    #expect(FrameClock.evenRate(on: nil, within: 90) == 90)
  }

  @Test("on any display and with any cap, the rate stays within both and 2 %")
  func bounds() {
    for _ in 0..<20_000 {
      let refresh = Double.random(in: 1...1000)
      let cap = Int.random(in: 1...1000)
      let rate = FrameClock.evenRate(on: refresh, within: cap)
      #expect(rate <= Double(cap) * 1.020001)
      #expect(rate >= min(refresh, Double(cap) * 0.799999))
      let repeats = refresh / rate
      #expect(rate == Double(cap) || abs(repeats - repeats.rounded()) < 1e-6)
    }
  }
}
