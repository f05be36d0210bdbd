import Geometry
import TestSupport
import Testing

@testable import Scene

@Suite("Arrangement")
struct ArrangementTests {
  /// A random arrangement of up to six boxes.
  private func arrangement(depth: Int, using random: inout SplitMix64) -> Arrangement {
    let parts: [PanelPart] = [.digits, .dial, .rings, .laps, .mainButtons, .ringButtons]
    func box() -> Arrangement {
      .box(
        parts[Int.random(in: 0..<parts.count, using: &random)],
        Size(
          width: Double.random(in: 10...400, using: &random),
          height: Double.random(in: 10...400, using: &random)))
    }
    guard depth > 0 else { return box() }
    let children = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      arrangement(depth: depth - 1, using: &random)
    }
    let gap = Double.random(in: 0...40, using: &random)
    return Bool.random(using: &random) ? .row(children, gap: gap) : .column(children, gap: gap)
  }

  @Test("a box is as ideal as it says; a row adds widths and gaps, a column heights and gaps")
  func ideal() {
    let small = Arrangement.box(.digits, Size(width: 10, height: 20))
    let large = Arrangement.box(.dial, Size(width: 30, height: 5))
    #expect(small.ideal == Size(width: 10, height: 20))
    #expect(Arrangement.row([small, large], gap: 3).ideal == Size(width: 43, height: 20))
    #expect(Arrangement.column([small, large], gap: 3).ideal == Size(width: 30, height: 28))
    #expect(Arrangement.row([], gap: 3).ideal == .zero)
  }

  @Test("filtering keeps the order and the boxes that are wanted, and leaves no empty row or column")
  func filtered() {
    let box = { (part: PanelPart) in Arrangement.box(part, Size(width: 1, height: 1)) }
    let all = Arrangement.row([.column([box(.digits), box(.dial)], gap: 1), box(.rings)], gap: 2)
    #expect(all.filtered { _ in true } == all)
    #expect(all.filtered { _ in false } == nil)
    #expect(all.filtered { $0 == .dial } == box(.dial))
    #expect(all.filtered { $0 != .dial } == .row([box(.digits), box(.rings)], gap: 2))
  }

  @Test("what it wants fits into the proposal, keeps the proportion and touches it", arguments: 0..<50)
  func size(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let arrangement = arrangement(depth: 2, using: &random)
    let proposal = Size(
      width: Double.random(in: 1...3000, using: &random), height: Double.random(in: 1...3000, using: &random))
    let size = arrangement.sizeThatFits(proposal)
    let ideal = arrangement.ideal
    #expect(size.width <= proposal.width * (1 + 1e-12) && size.height <= proposal.height * (1 + 1e-12))
    #expect(
      isClose(size.width * ideal.height, size.height * ideal.width, by: 1e-6 * size.width * ideal.height))
    #expect(isClose(size.width, proposal.width, by: 1e-6) || isClose(size.height, proposal.height, by: 1e-6))
  }

  @Test("boxes stand inside, apart from each other, and no smaller than their share", arguments: 0..<100)
  func placement(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let arrangement = arrangement(depth: 2, using: &random)
    let bounds = Rect(
      x: 3, y: 9, width: Double.random(in: 50...3000, using: &random),
      height: Double.random(in: 50...3000, using: &random))
    let placed = arrangement.placeSubviews(in: bounds)
    for (index, first) in placed.enumerated() {
      #expect(bounds.inset(by: -1e-6).contains(first.frame))
      #expect(first.frame.width > 0 && first.frame.height > 0)
      for second in placed.dropFirst(index + 1) {
        #expect(!first.frame.inset(by: 1e-6).intersects(second.frame.inset(by: 1e-6)))
      }
    }
  }

  @Test("in bounds of the ideal proportion every box of a row or column gets its ideal size")
  func exact() {
    let parts: [(PanelPart, Size)] = [
      (.digits, Size(width: 10, height: 20)), (.dial, Size(width: 30, height: 20)),
    ]
    let boxes = parts.map { Arrangement.box($0.0, $0.1) }
    let row = Arrangement.row(boxes, gap: 4).placeSubviews(in: Rect(x: 0, y: 0, width: 88, height: 40))
    #expect(
      row.map(\.frame) == [
        Rect(x: 0, y: 0, width: 20, height: 40), Rect(x: 28, y: 0, width: 60, height: 40),
      ])
    let column = Arrangement.column(boxes, gap: 4).placeSubviews(in: Rect(x: 0, y: 0, width: 60, height: 88))
    #expect(
      column.map(\.frame) == [
        Rect(x: 0, y: 0, width: 60, height: 40), Rect(x: 0, y: 48, width: 60, height: 40),
      ])
    // What is left over in a column goes between its boxes until a gap has twice its size, then above and below;
    // in a row to both sides.
    let tall = Arrangement.column(boxes, gap: 4).placeSubviews(in: Rect(x: 0, y: 0, width: 60, height: 100))
    #expect(tall.map(\.frame.minY) == [2, 58])
    let broad = Arrangement.row(boxes, gap: 4).placeSubviews(in: Rect(x: 0, y: 0, width: 100, height: 40))
    #expect(broad.map(\.frame.minX) == [6, 34])
  }
}
