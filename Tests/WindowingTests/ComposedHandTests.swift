import CX11
import DisplayLists
import Drawing
import Geometry
import RenderSteps
import TestSupport
import Testing

@testable import Windowing

extension ServerTests {
  @Suite(.serialized) struct ComposedHands {
    private static let side = 420

    /// A hand with a shadow, short or long, thick or thin; the shadow may be hard, soft, near or far.
    private static func hand(using random: inout SplitMix64) -> Hand {
      func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
      let shadow = Shadow(
        color: Color.black.opacity(0.45), radius: number(0...9), dx: number(-12...12), dy: number(-12...12))
      return Hand(
        center: Point(x: number(200...220), y: number(200...220)), angle: Angle(turns: number(0...1)),
        length: number(10...170), tail: number(0...80), width: number(0.5...12), hubRadius: 0,
        hubFill: .white, color: Color(hex: 0xE46200), shadow: shadow)
    }

    @Test(
      "a hand of any shape with any shadow is composed as it is painted, wherever it points",
      arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func parity(seed: UInt64) throws {
      let server = try XServer(width: 500, height: 500)
      let side = ComposedHands.side
      let test = try TestWindow(on: server, width: side, height: side, .render)
      try test.show()
      let compositor = Compositor()
      var random = SplitMix64(seed: seed)
      for _ in 0..<25 {
        let hand = ComposedHands.hand(using: &random)
        let list = DisplayList(
          width: side, height: side, background: Color(hex: 0xF0F0F3), items: [.hand(hand)])
        compositor.begin(list)
        try test.present([list.bounds], from: compositor)
        compositor.end()
        let screen = try test.pixels(list.bounds)
        let truth = try Raster(painting: list)
        var (most, sum) = (0, 0)
        for index in screen.indices {
          for shift in [0, 8, 16] as [UInt32] {
            let shown = Int(screen[index] >> shift & 0xFF)
            let wrong = abs(shown - Int(truth.base[index] >> shift & 0xFF))
            (most, sum) = (max(most, wrong), sum + wrong * wrong)
          }
        }
        let mean = (Double(sum) / Double(3 * hand.extent.area)).squareRoot()
        // Single pixels of the tips of hands that reach far are off the most: there are fewer points to a pixel.
        #expect(most <= 48 && mean <= 2, "\(most), \(mean): \(hand)")
      }
      #expect(test.connection.errorCount == 0)
    }
  }
}
