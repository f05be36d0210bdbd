import Geometry
import TestSupport
import Testing

@Suite("Damage")
struct DamageTests {
  private static let side = 64

  /// The pixels of a small window as one flag each.
  private struct Mask: Equatable {
    var pixels = [Bool](repeating: false, count: DamageTests.side * DamageTests.side)

    mutating func add(_ rect: PixelRect) {
      guard !rect.isEmpty else { return }
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX { pixels[y * DamageTests.side + x] = true }
      }
    }

    func covers(_ other: Mask) -> Bool { zip(pixels, other.pixels).allSatisfy { $0 || !$1 } }
    var count: Int { pixels.count { $0 } }
  }

  private func randomRect(in side: Int, upTo largest: Int, using random: inout SplitMix64)
    -> PixelRect
  {
    let x = Int.random(in: 0..<side, using: &random)
    let y = Int.random(in: 0..<side, using: &random)
    return PixelRect(
      x: x, y: y, width: min(Int.random(in: 0...largest, using: &random), side - x),
      height: min(Int.random(in: 0...largest, using: &random), side - y))
  }

  private func areDisjoint(_ rects: [PixelRect]) -> Bool {
    for (index, first) in rects.enumerated() {
      for second in rects[(index + 1)...] where first.intersects(second) { return false }
    }
    return true
  }

  @Test(
    "every added pixel is covered, no two rectangles overlap, and the area is the pixels covered",
    arguments: 0..<40 as Range<UInt64>)
  func coversAll(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var damage = Damage()
    var added = Mask()
    for _ in 0..<40 {
      let rect = randomRect(in: Self.side, upTo: 20, using: &random)
      damage.add(rect)
      added.add(rect)
      var held = Mask()
      for rect in damage.rects { held.add(rect) }
      #expect(held.covers(added))
      #expect(areDisjoint(damage.rects))
      #expect(damage.area == held.count)
      #expect(damage.rects.allSatisfy { !$0.isEmpty })
    }
  }

  @Test(
    "the list never grows past its capacity, and still covers everything and overlaps nowhere",
    arguments: 0..<10 as Range<UInt64>)
  func bounded(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var damage = Damage()
    var all: [PixelRect] = []
    var fullest = 0
    for _ in 0..<300 {
      let rect = randomRect(in: 100_000, upTo: 300, using: &random)
      damage.add(rect)
      all.append(rect)
      fullest = max(fullest, damage.rects.count)
      #expect(damage.rects.count <= Damage.capacity)
    }
    #expect(fullest == Damage.capacity)
    #expect(areDisjoint(damage.rects))
    // No two overlap, so the shares of a covered rectangle add up to it.
    for rect in all {
      #expect(damage.rects.reduce(0) { $0 + $1.intersection(rect).area } == rect.area)
    }
  }

  @Test("rectangles are joined where that wastes little, and stay apart where it wastes much")
  func joins() {
    var damage = Damage()
    damage.add(PixelRect(x: 0, y: 0, width: 10, height: 10))
    damage.add(PixelRect(x: 12, y: 0, width: 10, height: 10))
    #expect(damage.rects == [PixelRect(x: 0, y: 0, width: 22, height: 10)])
    damage.add(PixelRect(x: 500, y: 500, width: 10, height: 10))
    #expect(damage.rects.count == 2 && damage.area == 320)
  }

  @Test("a rectangle across another adds what sticks out, and nothing in between")
  func crosses() {
    var damage = Damage()
    damage.add(PixelRect(x: 100, y: 0, width: 20, height: 200))
    damage.add(PixelRect(x: 0, y: 100, width: 220, height: 20))
    #expect(damage.area == 20 * 200 + 20 * 220 - 20 * 20)
    damage.add(PixelRect(x: 0, y: 0, width: 220, height: 200))
    #expect(damage.rects == [PixelRect(x: 0, y: 0, width: 220, height: 200)])
  }

  @Test("empty rectangles add nothing, wherever they lie")
  func empty() {
    var damage = Damage()
    damage.add(PixelRect(x: 5, y: 5, width: -3, height: 9))
    #expect(damage.isEmpty && damage.area == 0)
    damage.add(PixelRect(x: 0, y: 0, width: 10, height: 10))
    let before = damage
    damage.add(PixelRect(x: 900, y: 900, width: 0, height: 5))
    #expect(damage == before)
  }

  @Test("clipping keeps what lies inside and nothing else", arguments: 0..<20 as Range<UInt64>)
  func clips(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var damage = Damage()
    for _ in 0..<12 { damage.add(randomRect(in: Self.side, upTo: 12, using: &random)) }
    let bounds = randomRect(in: Self.side, upTo: 50, using: &random)
    var expected = Mask()
    for rect in damage.rects { expected.add(rect.intersection(bounds)) }
    damage.clip(to: bounds)
    var held = Mask()
    for rect in damage.rects { held.add(rect) }
    #expect(held == expected)
    #expect(damage.rects.allSatisfy { bounds.contains($0) && !$0.isEmpty })
  }

  @Test("adding a damage adds all of it, and removing everything leaves none")
  func merges() {
    var first = Damage()
    first.add(PixelRect(x: 0, y: 0, width: 4, height: 4))
    var second = Damage()
    second.add(PixelRect(x: 1000, y: 0, width: 4, height: 4))
    second.add(PixelRect(x: 0, y: 1000, width: 4, height: 4))
    first.add(second)
    #expect(first.area == 48)
    first.removeAll()
    #expect(first.isEmpty && first == Damage())
  }
}
