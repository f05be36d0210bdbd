import Geometry
import TestSupport
import Testing

@Suite("Rectangles")
struct RectTests {
  private let box = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test("an inset moves every side, and never past the other")
  func inset() {
    #expect(box.inset(by: 5) == Rect(x: 15, y: 25, width: 20, height: 30))
    #expect(box.inset(by: -5).inset(by: 5) == box)
    #expect(
      box.inset(top: 1, left: 2, bottom: 3, right: 4)
        == Rect(x: 12, y: 21, width: 24, height: 36)
    )
    #expect(box.inset(by: 500).isEmpty && box.inset(by: 500).width == 0)
  }

  @Test("a rectangle around its centre has that centre")
  func center() {
    #expect(Rect(center: box.center, size: box.size) == box)
    #expect(box.center == Point(x: 25, y: 40))
  }

  @Test("the left and top edges belong to it, the right and bottom ones do not")
  func edges() {
    #expect(box.contains(Point(x: 10, y: 20)) && !box.contains(Point(x: 40, y: 30)))
    #expect(!box.contains(Point(x: 20, y: 60)) && !box.contains(Point(x: .nan, y: 30)))
  }

  @Test("the union holds both")
  func union() {
    let other = Rect(x: -5, y: 30, width: 10, height: 100)
    #expect(box.union(other) == Rect(x: -5, y: 20, width: 45, height: 110))
    #expect(box.union(other).contains(box) && box.union(other).contains(other))
  }

  @Test("snapping moves edges to whole numbers")
  func snapped() {
    #expect(
      Rect(x: 0.4, y: 0.6, width: 1.2, height: 1.2).snapped == Rect(x: 0, y: 1, width: 2, height: 1)
    )
  }

  @Test(
    "the largest size of a proportion fits and touches",
    arguments: [
      (Size(width: 100, height: 50), 1, Size(width: 50, height: 50)),
      (Size(width: 100, height: 50), 4, Size(width: 100, height: 25)),
      (Size(width: 100, height: 50), 0, .zero),
      (Size(width: 100, height: 50), -1, .zero),
    ])
  func fitting(size: Size, aspect: Double, expected: Size) {
    #expect(size.fitting(aspect: aspect) == expected)
  }
}
