import Geometry
import RenderSteps

/// A frame of one colour.
final class Flat: FrameSource {
  let frameSize = (width: 320, height: 200)
  let epoch = 0
  private let color: UInt32

  init(_ color: UInt32) {
    self.color = color
  }

  func paint(into buffer: PixelBuffer) {
    for y in buffer.rect.y..<buffer.rect.maxY {
      buffer.row(y).update(repeating: color, count: buffer.rect.width)
    }
  }

  func describe(_ rects: [PixelRect], into steps: inout [RenderStep]) {
    for rect in rects { steps.append(.fill(rect, color: color)) }
  }

  func describe(assembly number: Int, into steps: inout [RenderStep]) {}

  func data(of number: Int) -> SpriteData? { nil }
}
