import DisplayLists
import Geometry
import Testing

@Suite("Hands")
struct HandTests {
  static func hand(turns: Double) -> Hand {
    Hand(
      center: Point(x: 200.3, y: 199.8), angle: Angle(turns: turns), length: 150, tail: 30,
      width: 3, hubRadius: 12, hubFill: .white, color: .black,
      shadow: Shadow(color: .clear, radius: 9))
  }

  private func list(_ item: DisplayItem) -> DisplayList {
    DisplayList(width: 400, height: 400, background: .white, items: [item])
  }

  @Test("a slanted hand damages far less than the box around it")
  func saves() {
    let before = Self.hand(turns: 0.125)
    let after = Self.hand(turns: 0.1255)
    let damage = list(.hand(after)).damage(since: list(.hand(before)))
    #expect(damage.area * 2 < before.extent.union(after.extent).area)
  }

  @Test("a hand of numbers that are none damages something or nothing, and traps nowhere")
  func total() {
    for odd in [Double.nan, .infinity, -.infinity, 1e308, -1] {
      for key: WritableKeyPath<Hand, Double> in [
        \.length, \.tail, \.width, \.hubRadius, \.angle.radians, \.center.x,
      ] {
        var hand = Self.hand(turns: 0.1)
        hand[keyPath: key] = odd
        let damage = list(.hand(hand)).damage(since: list(.hand(Self.hand(turns: 0.1))))
        #expect(
          damage.rects.allSatisfy { PixelRect(x: 0, y: 0, width: 400, height: 400).contains($0) })
      }
    }
  }
}
