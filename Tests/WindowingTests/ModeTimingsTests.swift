import Geometry
import Platform
import Testing

@testable import Windowing

@Suite("Displays")
struct ModeTimingsTests {
  private let fast = ModeTimings(
    dotClock: 148_500_000, horizontalTotal: 2200, verticalTotal: 1125)
  private let slow = ModeTimings(
    dotClock: 74_175_824, horizontalTotal: 2200, verticalTotal: 1125)

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
    #expect(ModeTimings().rate == nil)
    #expect(ModeTimings(dotClock: 60, horizontalTotal: 0, verticalTotal: 0).rate == nil)
    #expect(ModeTimings(dotClock: 0, horizontalTotal: 2200, verticalTotal: 1125).rate == nil)
    #expect(ModeTimings(dotClock: 9_999, horizontalTotal: 100, verticalTotal: 10).rate == nil)
    #expect(
      ModeTimings(dotClock: 1_000_001, horizontalTotal: 100, verticalTotal: 10).rate == nil)
    #expect(
      ModeTimings(dotClock: .max, horizontalTotal: .max, verticalTotal: .max).rate == nil)
    #expect(
      ModeTimings(dotClock: 4_294_967_295, horizontalTotal: 65_535, verticalTotal: 1).rate
        == nil)
  }
}
