import Geometry
import Session
import TestSupport
import Testing

@testable import Scene

@Suite("Arrangement")
struct ArrangementTests {
  /// A random arrangement of all parts.
  private func arrangement(using random: inout SplitMix64) -> Arrangement {
    var pieces: [Arrangement] = [.digits, .dial, .rings, .laps, .buttons].map(
      Arrangement.part)
    pieces.shuffle(using: &random)
    while pieces.count > 1 {
      let count = Int.random(in: 2...min(3, pieces.count), using: &random)
      let children = Array(pieces.suffix(count))
      pieces.removeLast(count)
      let joined: Arrangement =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .row(children)
        case 1: .row(children, isEven: true)
        default: .column(children)
        }
      pieces.insert(joined, at: 0)
    }
    return pieces[0]
  }

  @Test(
    "filtering keeps the order and the parts that are wanted, and leaves no empty row or column")
  func filtered() {
    let all = Arrangement.row([.column([.part(.digits), .part(.dial)]), .part(.rings)])
    #expect(all.filtered { _ in true } == all)
    #expect(all.filtered { _ in false } == nil)
    #expect(all.filtered { $0 == .dial } == .part(.dial))
    #expect(all.filtered { $0 != .dial } == .row([.part(.digits), .part(.rings)]))
  }

  @Test("parts stand inside and apart from each other", arguments: 0..<100)
  func placement(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let arrangement = arrangement(using: &random)
    let bounds = Rect(
      x: 3, y: 9, width: Double.random(in: 200...3000, using: &random),
      height: Double.random(in: 200...3000, using: &random))
    let gap = Size(
      width: Double.random(in: 0...10, using: &random),
      height: Double.random(in: 0...10, using: &random))
    let shares = (0..<arrangement.shareCount).map { _ in
      Double.random(in: 0.05...0.45, using: &random)
    }
    let aspect = Double.random(in: 0.2...5, using: &random)
    let placed = arrangement.place(in: bounds, gap: gap, shares: shares) { _, size in
      size.fitting(aspect: aspect)
    }
    #expect(placed.count == 5)
    for (part, frame) in placed {
      #expect(bounds.inset(by: -1e-6).contains(frame))
      #expect(frame.width > 0 && frame.height > 0)
      for (other, second) in placed where other != part {
        #expect(!frame.inset(by: 1e-6).intersects(second.inset(by: 1e-6)))
      }
    }
  }

  @Test(
    "no box leaves its bounds or is not finite, whatever the shares and the size",
    arguments: 0..<200)
  func anyShares(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let arrangement = arrangement(using: &random)
    let sides = [0.0, 0.5, 24, 200, 300, 32767]
    let bounds = Rect(
      x: 3, y: 9, width: sides.randomElement(using: &random) ?? 0,
      height: sides.randomElement(using: &random) ?? 0)
    let gap = Size(width: Double.random(in: 0...9, using: &random), height: 4)
    let shares = (0..<arrangement.shareCount).map { _ in Double.random(in: 0...1, using: &random) }
    var rest = shares[...]
    arrangement.forEachPart(in: bounds, gap: gap, shares: &rest) { part, box in
      #expect([box.minX, box.minY, box.width, box.height].allSatisfy { $0.isFinite }, "\(part)")
      #expect(box.width >= 0 && box.width <= bounds.width, "\(part)")
      #expect(box.height >= 0 && box.height <= bounds.height, "\(part)")
    }
    let placed = arrangement.place(in: bounds, gap: gap, shares: shares) { _, size in
      size.fitting(aspect: 3)
    }
    for (part, box) in placed {
      #expect([box.minX, box.minY, box.width, box.height].allSatisfy { $0.isFinite }, "\(part)")
    }
  }
}
