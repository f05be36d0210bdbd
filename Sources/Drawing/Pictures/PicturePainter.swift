import DisplayLists
import Geometry

/// Paints the marks of a picture into a sprite, once.
enum PicturePainter {
  /// The finished pixels of `picture` within `bounds`; nil when nothing can be seen, or memory ends.
  static func paint(_ picture: Picture, within bounds: PixelRect, typesetter: inout Typesetter)
    -> PixelBlock?
  {
    let rect = picture.extent.intersection(bounds)
    guard let block = PixelBlock(rect: rect), let canvas = Canvas(block) else { return nil }
    if let backdrop = picture.backdrop {
      Blend.fill(block.base, count: rect.area, with: backdrop.premultiplied)
    }
    for mark in picture.placedMarks {
      switch mark {
      case .fill(let path, let color):
        canvas.setColor(color)
        canvas.fill(path)
      case .stroke(let path, let width, let round, let color):
        canvas.setColor(color)
        canvas.stroke(path, width: width, round: round)
      case .shadow(let path, let shadow, let knockout):
        canvas.flush()
        if let mask = Shapes.shadow(of: path, shadow, clip: rect) {
          if knockout, let inside = Shapes.fill(path, clip: rect) { mask.subtract(inside) }
          mask.draw(shadow.color.premultiplied, into: block.buffer, clip: rect)
        }
        canvas.markDirty()
      case .innerShadow(let path, let shadow):
        canvas.flush()
        Shapes.innerShadow(of: path, shadow, clip: rect)?.draw(
          shadow.color.premultiplied, into: block.buffer, clip: rect)
        canvas.markDirty()
      case .text(let run):
        if let line = typesetter.set(run) {
          canvas.setColor(run.color)
          canvas.saved {
            canvas.clip(to: PixelRect(covering: run.frame))
            if run.isTabular {
              // The same places as in a line whose figures change, or the two would not line up.
              line.font.forEachFigure(of: line.string, from: line.origin) { figure, origin in
                line.font.outline(figure, at: origin, on: canvas)
              }
            } else {
              line.outline(on: canvas)
            }
          }
        }
      }
    }
    canvas.flush()
    return block
  }
}
