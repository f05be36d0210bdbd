import DisplayLists
import Geometry
import Glibc
import TestSupport
import Testing

@testable import Drawing

@Suite("Rings in vector pictures") struct VectorRingTests {
  private let turn = DrawingTurn()

  private func ring(_ progress: Double) -> Ring {
    Ring(
      center: Point(x: 60.3, y: 60.8), radius: 50, thickness: 14, progress: progress,
      startColor: Color(hex: 0xFA114F), endColor: Color(hex: 0xFF588C),
      trackColor: Color(hex: 0xF7D5DE))
  }

  @Test(
    "beyond a ring's edges its colours go on, and the mask ends it",
    arguments: [0, 0.4, 0.97, 1.18])
  func noDarkEdge(progress: Double) throws {
    let ring = ring(progress)
    let rect = PixelRect(x: 0, y: 0, width: 121, height: 121)
    let (block, mask) = try #require(VectorPainter.picture(of: ring, in: rect))
    var (inside, beyond) = (0, 0)
    for y in 0..<121 {
      for x in 0..<121 {
        let distance = hypot(Double(x) + 0.5 - ring.center.x, Double(y) + 0.5 - ring.center.y)
        let isMasked = mask.rect.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        let index = (y - mask.rect.y) * mask.stride + x - mask.rect.x
        let visible = isMasked ? mask.base[index] : 0
        let color = block.buffer.row(y)[x]
        // A viewer mixes a pixel of the edge with those beside it: all of them have a colour of the ring.
        if distance > 33, distance < 53 {
          #expect(color >> 24 == 255 && color >> 16 & 0xFF > 0xD0, "\(x), \(y): \(color)")
        }
        if distance > 37, distance < 49 {
          inside += 1
          #expect(visible == 255)
        } else if distance > 51 || distance < 35 {
          beyond += 1
          #expect(visible == 0)
        }
      }
    }
    #expect(inside > 1000 && beyond > 1000)
  }
}
