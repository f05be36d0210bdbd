import DisplayLists
import Geometry

enum PicturePainter {
  static func paint(_ picture: Picture, within bounds: PixelRect, typesetter: inout Typesetter)
    -> PixelBlock?
  {
    let rect = picture.extent.intersection(bounds)
    guard let block = PixelBlock(rect: rect), let canvas = Canvas(block) else { return nil }
    if let backdrop = picture.backdrop {
      block.buffer.fill(backdrop)
      block.isOpaque = backdrop.isOpaque
    }
    canvas.paint(picture.placedMarks, keepsText: false, with: &typesetter) { shade in
      canvas.flush()
      shade.mask(rect)?.draw(shade.shadow.color.premultiplied, into: block.buffer, clip: rect)
      canvas.markDirty()
    }
    canvas.flush()
    return block
  }
}

/// A shadow of a shape, cast outward or inward.
struct Shade {
  var path: Path
  var shadow: Shadow
  var isInner = false
  var isKnockout = false

  var bounds: Rect { isInner ? path.bounds : path.bounds.inset(by: -shadow.reach - 1) }

  func mask(_ clip: PixelRect) -> Mask? {
    let cast = Shapes.shadow(of: path, shadow, clip: clip)
    if isInner {
      let inside = Shapes.fill(path, clip: clip)
      if let inside, let cast { inside.subtract(cast) }
      return inside
    }
    if isKnockout, let cast, let inside = Shapes.fill(path, clip: clip) { cast.subtract(inside) }
    return cast
  }
}

extension Mark {
  var color: Color {
    switch self {
    case .fill(_, let color), .stroke(_, _, _, let color): color
    case .shadow(_, let shadow, _), .innerShadow(_, let shadow): shadow.color
    case .text(let run): run.color
    }
  }

  var shade: Shade? {
    switch self {
    case .shadow(let path, let shadow, let knockout):
      Shade(path: path, shadow: shadow, isKnockout: knockout)
    case .innerShadow(let path, let shadow): Shade(path: path, shadow: shadow, isInner: true)
    case .fill, .stroke, .text: nil
    }
  }

  /// Nil if nothing is visible.
  func mask(_ clip: PixelRect) -> Mask? {
    switch self {
    case .fill(let path, _): Shapes.fill(path, clip: clip)
    case .stroke(let path, let width, _, let color):
      color.alpha > 0 ? Shapes.stroke(path, width: width, clip: clip) : nil
    case .shadow, .innerShadow: color.alpha > 0 ? shade?.mask(clip) : nil
    case .text: nil
    }
  }
}

extension Canvas {
  /// Text stays text if the canvas supports it.
  func paint(
    _ marks: [Mark], keepsText: Bool, with typesetter: inout Typesetter, shade: (Shade) -> Void
  ) {
    for mark in marks {
      switch mark {
      case .fill(let path, let color):
        setColor(color)
        fill(path)
      case .stroke(let path, let width, let round, let color):
        setColor(color)
        stroke(path, width: width, round: round)
      case .shadow, .innerShadow: if let cast = mark.shade { shade(cast) }
      case .text(let run): paint(run, keepsText: keepsText, with: &typesetter)
      }
    }
  }

  func paint(_ run: TextRun, keepsText: Bool, with typesetter: inout Typesetter) {
    guard let line = typesetter.set(run) else { return }
    setColor(run.color)
    saved {
      clip(to: PixelRect(covering: run.frame))
      if run.isTabular {
        // The same positions as in a line of running figures, so that both align.
        line.font.forEachFigure(of: line.string, from: line.origin) { figure, origin in
          line.font.draw(figure, at: origin, on: self, keepsText: keepsText)
        }
      } else {
        line.draw(on: self, keepsText: keepsText)
      }
    }
  }
}

enum Shapes {
  static func fill(_ path: Path, clip: PixelRect) -> Mask? {
    mask(around: path.bounds.inset(by: -1), clip: clip) { $0.fill(path) }
  }

  static func stroke(_ path: Path, width: Double, clip: PixelRect) -> Mask? {
    guard width > 0, width < Canvas.limit else { return nil }
    // A mitred corner extends beyond half the width; cairo cuts it at ten times that.
    return mask(around: path.bounds.inset(by: -(width * 5 + 1)), clip: clip) {
      $0.stroke(path, width: width, round: false)
    }
  }

  static func shadow(of path: Path, _ shadow: Shadow, clip: PixelRect) -> Mask? {
    let sigma = shadow.radius > 0 ? min(shadow.radius, Blur.maximumSigma) : 0
    guard shadow.dx.isFinite, shadow.dy.isFinite, sigma.isFinite else { return nil }
    let reach = (3.5 * sigma).rounded(.up) + 1
    let moved = path.offset(dx: shadow.dx, dy: shadow.dy)
    // Pixels outside the clip still bleed into it.
    let wide = PixelRect(covering: clip.rect.inset(by: -reach))
    guard
      let mask = mask(around: moved.bounds.inset(by: -reach), clip: wide, draw: { $0.fill(moved) }),
      Blur.apply(to: mask, sigma: sigma)
    else { return nil }
    return mask
  }

  private static func mask(around bounds: Rect, clip: PixelRect, draw: (Canvas) -> Void) -> Mask? {
    let rect = PixelRect(covering: bounds).intersection(clip)
    guard let mask = Mask(rect: rect), let canvas = Canvas(mask) else { return nil }
    draw(canvas)
    return mask
  }
}
