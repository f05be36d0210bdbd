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
      block.buffer.fill(backdrop)
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

/// Masks of shapes: what their inside, their outline or their shadow covers.
enum Shapes {
  static func fill(_ path: Path, clip: PixelRect) -> Mask? {
    mask(around: path.bounds.inset(by: -1), clip: clip) { $0.fill(path) }
  }

  /// A line along `path`, within `clip`.
  static func stroke(_ path: Path, width: Double, clip: PixelRect) -> Mask? {
    guard width > 0, width < Canvas.limit else { return nil }
    // A mitred corner reaches further out than half of the width; cairo cuts it at ten times that.
    return mask(around: path.bounds.inset(by: -(width * 5 + 1)), clip: clip) {
      $0.stroke(path, width: width, round: false)
    }
  }

  /// What `shadow` of the inside of `path` covers, offset included, within `clip`.
  static func shadow(of path: Path, _ shadow: Shadow, clip: PixelRect) -> Mask? {
    let sigma = shadow.radius > 0 ? min(shadow.radius, Blur.maximumSigma) : 0
    guard shadow.dx.isFinite, shadow.dy.isFinite, sigma.isFinite else { return nil }
    let reach = (3.5 * sigma).rounded(.up) + 1
    let moved = path.offset(dx: shadow.dx, dy: shadow.dy)
    // What lies outside of the clip still bleeds into it.
    let wide = PixelRect(covering: clip.rect.inset(by: -reach))
    guard
      let mask = mask(around: moved.bounds.inset(by: -reach), clip: wide, draw: { $0.fill(moved) }),
      Blur.apply(to: mask, sigma: sigma)
    else { return nil }
    return mask
  }

  /// What `shadow` covers of the inside of `path` when its rim casts it, within `clip`.
  static func innerShadow(of path: Path, _ shadow: Shadow, clip: PixelRect) -> Mask? {
    guard let inside = fill(path, clip: clip) else { return nil }
    if let cast = Shapes.shadow(of: path, shadow, clip: clip) { inside.subtract(cast) }
    return inside
  }

  private static func mask(around bounds: Rect, clip: PixelRect, draw: (Canvas) -> Void) -> Mask? {
    let rect = PixelRect(covering: bounds).intersection(clip)
    guard let mask = Mask(rect: rect), let canvas = Canvas(mask) else { return nil }
    draw(canvas)
    return mask
  }
}
