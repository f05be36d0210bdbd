import Geometry
import Testing

@testable import Windowing

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
    let clock = FrameClock(rate: rate)
    #expect(clock.deadline(ofFrame: clock.frame(at: 3_600_000_000_000)) <= 3_600_000_000_000)
  }

  @Test(
    "motion is even where that costs no more than a fifth of the frames",
    arguments: [
      // display, cap, what is drawn
      (60, 60, 60), (50, 60, 50), (30, 60, 30), (24, 60, 24), (120, 60, 60), (240, 60, 60), (144, 60, 48),
      (165, 60, 55), (100, 60, 50), (75, 60, 60), (72, 60, 60), (85, 60, 60), (90, 60, 60), (61, 60, 61),
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

@Suite("Displays")
struct CrtcTableTests {
  private let fast = CrtcTable.Timings(dotClock: 148_500_000, horizontalTotal: 2200, verticalTotal: 1125)
  private let slow = CrtcTable.Timings(dotClock: 74_175_824, horizontalTotal: 2200, verticalTotal: 1125)

  @Test("timings give the rate that displays have")
  func timings() {
    #expect(fast.rate == FrameRate(60))
    #expect(abs((slow.rate?.hertz ?? 0) - 29.97) < 0.001)
    var interlaced = slow
    interlaced.isInterlaced = true
    #expect(abs((interlaced.rate?.hertz ?? 0) - 59.94) < 0.001)
    var doubled = fast
    doubled.isDoubleScanned = true
    #expect(doubled.rate == FrameRate(30))
  }

  @Test("timings that make no sense give none")
  func nonsense() {
    #expect(CrtcTable.Timings().rate == nil)
    #expect(CrtcTable.Timings(dotClock: 60, horizontalTotal: 0, verticalTotal: 0).rate == nil)
    #expect(CrtcTable.Timings(dotClock: 0, horizontalTotal: 2200, verticalTotal: 1125).rate == nil)
    #expect(CrtcTable.Timings(dotClock: 9_999, horizontalTotal: 100, verticalTotal: 10).rate == nil)
    #expect(CrtcTable.Timings(dotClock: 1_000_001, horizontalTotal: 100, verticalTotal: 10).rate == nil)
    #expect(CrtcTable.Timings(dotClock: .max, horizontalTotal: .max, verticalTotal: .max).rate == nil)
    #expect(CrtcTable.Timings(dotClock: 4_294_967_295, horizontalTotal: 65_535, verticalTotal: 1).rate == nil)
  }

  @Test("the display at a point counts, and one that is switched off shows nothing")
  func places() {
    var table = CrtcTable(modes: [1: fast, 2: slow, 3: CrtcTable.Timings()])
    var areAllKnown = true
    func set(_ identifier: UInt, x: Int, width: Int, mode: UInt) {
      let rect = PixelRect(x: x, y: 0, width: width, height: 50)
      areAllKnown = table.set(CrtcTable.Crtc(identifier: identifier, rect: rect, mode: mode))
    }
    set(7, x: 0, width: 100, mode: 1)
    set(8, x: 100, width: 100, mode: 2)
    #expect(areAllKnown)
    #expect(table.rate(atX: 99, y: 49) == fast.rate)
    #expect(table.rate(atX: 100, y: 0) == slow.rate)
    #expect(table.rate(atX: 99, y: 50) == nil)
    #expect(table.rate(atX: -1, y: 0) == nil)
    set(7, x: 0, width: 0, mode: 0)
    #expect(areAllKnown)
    #expect(table.rate(atX: 0, y: 0) == nil)
    set(8, x: 100, width: 100, mode: 3)
    #expect(table.rate(atX: 150, y: 0) == nil)
    set(9, x: 0, width: 100, mode: 4)
    #expect(!areAllKnown)
    #expect(table.crtcs.count == 3)
  }
}
