import Geometry
import Testing

@testable import Windowing

@Suite("Edges of a window") struct WindowEdgeTests {
  private func edge(
    _ x: Double, _ y: Double, _ outline: Outline = .rectangle, scale: Double = 1, side: Double = 200
  ) -> WindowEdge? {
    WindowEdge(
      at: Point(x: x, y: y), of: Size(width: side * 2, height: side), outline: outline, scale: scale
    )
  }

  @Test("within six units of a side, and eighteen along from a corner")
  func rectangle() {
    #expect(edge(200, 100) == nil)
    #expect(edge(5.5, 100) == .left && edge(6.5, 100) == nil)
    #expect(edge(395, 100) == .right && edge(200, 3) == .top && edge(200, 197) == .bottom)
    #expect(edge(3, 17) == .topLeft && edge(3, 19) == .left && edge(17, 3) == .topLeft)
    #expect(edge(17, 17) == nil)
    #expect(
      edge(398, 12) == .topRight && edge(2, 190) == .bottomLeft && edge(390, 198) == .bottomRight)
    #expect(edge(11, 100, scale: 2) == .left)
    // A small window keeps a middle to be moved by.
    #expect(edge(3, 12, side: 24) == nil && edge(1, 12, side: 24) == .left)
    #expect(edge(-1, 100) == nil && edge(400, 100) == nil)
  }

  @Test("round about an ellipse, an eighth for each")
  func ellipse() {
    #expect(edge(200, 100, .ellipse) == nil)
    #expect(edge(2, 100, .ellipse) == .left && edge(398, 100, .ellipse) == .right)
    #expect(edge(200, 2, .ellipse) == .top && edge(200, 198, .ellipse) == .bottom)
    // At 45 degrees of the circle that it is a stretched one of.
    let (x, y) = (200 * 0.7, 100 * 0.7)
    #expect(
      edge(200 - x, 100 - y, .ellipse) == .topLeft && edge(200 + x, 100 - y, .ellipse) == .topRight)
    #expect(
      edge(200 - x, 100 + y, .ellipse) == .bottomLeft
        && edge(200 + x, 100 + y, .ellipse) == .bottomRight)
  }

  @Test("only what is held moves, and never through the least size", arguments: WindowEdge.allCases)
  func resized(edge: WindowEdge) {
    let rect = PixelRect(x: 100, y: 50, width: 80, height: 60)
    let (x, y, _) = edge.row
    for (dx, dy) in [(7, -5), (-300, -300), (300, 300), (0, 0)] {
      let new = edge.resized(rect, dx: dx, dy: dy)
      #expect(new.width >= 24 && new.height >= 24)
      // The other side stays.
      #expect(x < 0 ? new.maxX == rect.maxX : new.x == rect.x)
      #expect(y < 0 ? new.maxY == rect.maxY : new.y == rect.y)
      #expect(new.width == (x == 0 ? rect.width : max(24, rect.width + x * dx)))
      #expect(new.height == (y == 0 ? rect.height : max(24, rect.height + y * dy)))
    }
  }
}
