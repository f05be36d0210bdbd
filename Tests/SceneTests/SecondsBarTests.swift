import DisplayLists
import Geometry
import Session
import Testing

@testable import Scene

@Suite("The bar of seconds")
struct SecondsBarTests {
  /// The widths of the bar's track and of its filled part, in pixels.
  private func widths(_ model: Model, at seconds: Double) throws -> (all: Int, filled: Int) {
    let environment = Environment(width: 640, height: 360, parts: [.digits, .seconds])
    let bars = stillFrame(model, in: environment, at: reading(seconds)).pictures.map(\.extent)
    try #require(bars.count == 2)
    #expect(bars[0].x == bars[1].x && bars[0].y == bars[1].y && bars[0].height == bars[1].height)
    return (bars[0].width, bars[1].width)
  }

  @Test("it fills over each minute of the stopwatch")
  func stopwatch() throws {
    let model = Model().after([(0, .start)])
    for (seconds, fraction) in [(0.0, 0.0), (15, 0.25), (45, 0.75), (60, 0), (90, 0.5)] {
      let (all, filled) = try widths(model, at: seconds)
      #expect(filled == Int((Double(all) * fraction).rounded()), "\(seconds)")
    }
  }

  @Test("it follows the second hand of a clock")
  func clock() throws {
    // The clock says 08:53:20 at 0.
    let (all, filled) = try widths(Model(mode: .clock), at: 10)
    #expect(filled == Int((Double(all) / 2).rounded()))
  }

  @Test("only who asks for it has it")
  func usual() {
    for mode in Mode.allCases {
      #expect(Panel(Panel.Key(Model(mode: mode), in: .usual)).secondsBar.isEmpty)
    }
  }
}
