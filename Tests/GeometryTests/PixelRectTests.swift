import Geometry
import TestSupport
import Testing

@Suite("Pixel rectangles")
struct PixelRectTests {
  @Test(
    "covering gives the smallest whole rectangle around",
    arguments: [
      (Rect(x: 0.2, y: -0.2, width: 1, height: 1), PixelRect(x: 0, y: -1, width: 2, height: 2)),
      (Rect(x: 3, y: 4, width: 5, height: 6), PixelRect(x: 3, y: 4, width: 5, height: 6)),
      (
        Rect(x: -0.5, y: -0.5, width: 0.25, height: 0.25),
        PixelRect(x: -1, y: -1, width: 1, height: 1)
      ),
    ])
  func covering(rect: Rect, expected: PixelRect) {
    #expect(PixelRect(covering: rect) == expected)
  }

  @Test("covering never traps, stays within its limits, and is empty where a number is missing")
  func total() {
    let odd =
      [
        0, -1, 1.5, 1e7, -1e7, 1e308, -1e308, .infinity, -.infinity, .nan, -.nan,
        Double.leastNonzeroMagnitude,
      ] as [Double]
    for x in odd {
      for y in odd {
        for width in odd {
          for height in odd {
            let covered = PixelRect(covering: Rect(x: x, y: y, width: width, height: height))
            #expect(abs(covered.x) <= 1_000_000 && abs(covered.y) <= 1_000_000)
            #expect(abs(covered.maxX) <= 1_000_000 && abs(covered.maxY) <= 1_000_000)
            #expect(covered.area >= 0)
            if [x, y, width, height].contains(where: \.isNaN) {
              #expect(covered.isEmpty)
            }
          }
        }
      }
    }
  }

  @Test(
    "every point inside a rectangle lies in a pixel of its cover",
    arguments: 0..<10 as Range<UInt64>)
  func coversPoints(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let rect = Rect(
        x: Double.random(in: -50...50, using: &random),
        y: Double.random(in: -50...50, using: &random),
        width: Double.random(in: 0.01...9, using: &random),
        height: Double.random(in: 0.01...9, using: &random))
      let covered = PixelRect(covering: rect)
      #expect(covered.rect.contains(rect))
      #expect(covered.rect.width < rect.width + 2 && covered.rect.height < rect.height + 2)
    }
  }

  /// All rectangles in a small range, empty and negative ones included.
  private static let small: [PixelRect] = (0..<3).flatMap { x in
    (0..<3).flatMap { y in
      (-1..<3).flatMap { width in
        (-1..<3).map { height in PixelRect(x: x, y: y, width: width, height: height) }
      }
    }
  }

  private func pixels(_ rect: PixelRect) -> Set<[Int]> {
    guard !rect.isEmpty else { return [] }
    return Set((rect.x..<rect.maxX).flatMap { x in (rect.y..<rect.maxY).map { [x, $0] } })
  }

  @Test(
    "meeting, cutting, cutting out, joining and containing agree with sets of pixels, for empty rectangles too"
  )
  func agreesWithSets() {
    let sets = Self.small.map { ($0, pixels($0)) }
    for (first, firstSet) in sets {
      #expect(first.area == firstSet.count && first.isEmpty == firstSet.isEmpty)
      for (second, secondSet) in sets {
        #expect(pixels(first.intersection(second)) == firstSet.intersection(secondSet))
        #expect(first.intersects(second) == !firstSet.isDisjoint(with: secondSet))
        let left = first.subtracting(second)
        #expect(Set(left.flatMap(pixels)) == firstSet.subtracting(secondSet))
        #expect(left.reduce(0) { $0 + $1.area } == firstSet.subtracting(secondSet).count)
        #expect(left.count <= 4 && !left.contains(where: \.isEmpty))
        #expect(pixels(first.union(second)).isSuperset(of: firstSet.union(secondSet)))
        if !first.isEmpty, !second.isEmpty {
          #expect(first.contains(second) == firstSet.isSuperset(of: secondSet))
        }
      }
    }
  }
}
