import CX11
import Geometry
import Platform
import Testing

@testable import Windowing

@Suite("Displays")
struct ModeTimingsTests {
  @Test("timings give the rate that displays have")
  func timings() {
    #expect(rate(148_500_000, 2200, 1125) == 60)
    #expect(abs((rate(74_175_824, 2200, 1125) ?? 0) - 29.97) < 0.001)
    let interlaced = rate(74_175_824, 2200, 1125, RR_Interlace)
    #expect(abs((interlaced ?? 0) - 59.94) < 0.001)
    #expect(rate(148_500_000, 2200, 1125, RR_DoubleScan) == 30)
  }

  @Test("timings that make no sense give none")
  func nonsense() {
    #expect(XRRModeInfo().refreshRate == nil)
    #expect(rate(60, 0, 0) == nil)
    #expect(rate(0, 2200, 1125) == nil)
    #expect(rate(9_999, 100, 10) == nil)
    #expect(rate(1_000_001, 100, 10) == nil)
    #expect(rate(.max, .max, .max) == nil)
    #expect(rate(4_294_967_295, 65_535, 1) == nil)
  }

  @Test("a made-up rate within half a per cent is the whole one")
  func wholeRates() {
    for (madeUp, whole) in [(59.81, 60), (59.7, 60), (143.86, 144), (60.3, 60), (74.9, 75)] {
      #expect(wholeRate(madeUp) == Double(whole))
    }
    for rate in [59.69, 60.31, 23.5, 29.84] { #expect(wholeRate(rate) == rate) }
  }

  private func rate(
    _ dotClock: UInt, _ columns: UInt32, _ lines: UInt32, _ flag: Int32 = 0
  ) -> Double? {
    XRRModeInfo(dotClock: dotClock, columns: columns, lines: lines, flag).refreshRate
  }
}

extension XRRModeInfo {
  /// A mode of `dotClock` pixels a second, and of `columns` and `lines` in total, with the blanking.
  init(dotClock: UInt, columns: UInt32, lines: UInt32, _ flag: Int32 = 0) {
    self.init()
    (self.dotClock, hTotal, vTotal, modeFlags) = (dotClock, columns, lines, UInt(flag))
  }
}
