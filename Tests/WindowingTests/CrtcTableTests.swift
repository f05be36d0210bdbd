import Geometry
import Platform
import Testing

@testable import Windowing

@Suite("Displays")
struct CrtcTableTests {
  private let fast = CrtcTable.Timings(
    dotClock: 148_500_000, horizontalTotal: 2200, verticalTotal: 1125)
  private let slow = CrtcTable.Timings(
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
    #expect(CrtcTable.Timings().rate == nil)
    #expect(CrtcTable.Timings(dotClock: 60, horizontalTotal: 0, verticalTotal: 0).rate == nil)
    #expect(CrtcTable.Timings(dotClock: 0, horizontalTotal: 2200, verticalTotal: 1125).rate == nil)
    #expect(CrtcTable.Timings(dotClock: 9_999, horizontalTotal: 100, verticalTotal: 10).rate == nil)
    #expect(
      CrtcTable.Timings(dotClock: 1_000_001, horizontalTotal: 100, verticalTotal: 10).rate == nil)
    #expect(
      CrtcTable.Timings(dotClock: .max, horizontalTotal: .max, verticalTotal: .max).rate == nil)
    #expect(
      CrtcTable.Timings(dotClock: 4_294_967_295, horizontalTotal: 65_535, verticalTotal: 1).rate
        == nil)
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
