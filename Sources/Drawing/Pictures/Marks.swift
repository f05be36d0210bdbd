import DisplayLists
import Geometry

extension PixelBlock {
  /// Paints the part of `picture` in `rect`, both at the picture's own origin. Nil if that is empty
  /// or memory runs out.
  convenience init?(_ picture: Picture, in rect: PixelRect, with typesetter: inout Typesetter) {
    self.init(rect: rect, backdrop: picture.backdrop)
    guard let canvas = Canvas(self) else { return nil }
    canvas.paint(picture.marks, with: &typesetter) { path, shadow, place in
      canvas.flush()
      Mask.shadow(of: path, shadow, place, clip: rect)?.draw(
        shadow.color.premultiplied, into: buffer, clip: rect)
      canvas.markDirty()
    }
    canvas.flush()
  }
}

extension Mark {
  var color: Color {
    switch self {
    case .fill(_, let color), .stroke(_, _, _, let color), .sheen(_, let color): color
    case .shadow(_, let shadow, _): shadow.color
    case .text(let run): run.color
    }
  }

  /// The coverage, except of text; nil if nothing is visible.
  func mask(_ clip: PixelRect) -> Mask? {
    switch self {
    case .fill(let path, _): return Mask.fill(path, clip: clip)
    case .stroke(let path, let width, let round, let color):
      guard color.alpha > 0 else { return nil }
      // A mitred corner extends beyond half the width; cairo cuts it at ten times that.
      return Mask.drawing(in: path.bounds.inset(by: -(width * 5 + 1)), clip: clip) {
        $0.stroke(path, width: width, round: round)
      }
    case .shadow(let path, let shadow, let place):
      return color.alpha > 0 ? Mask.shadow(of: path, shadow, place, clip: clip) : nil
    case .sheen(let path, let color):
      guard color.alpha > 0 else { return nil }
      return Mask.drawing(in: path.bounds.inset(by: -1), clip: clip) { $0.sheen(path, .black) }
    case .text: return nil
    }
  }
}

extension Mask {
  static func shadow(
    of path: Path, _ shadow: Shadow, _ place: Mark.ShadowPlace, clip: PixelRect
  ) -> Mask? {
    let cast = blurred(path, shadow, clip: clip)
    let inside = place == .everywhere ? nil : fill(path, clip: clip)
    if place == .inside {
      if let cast { inside?.subtract(cast) }
      return inside
    }
    if let inside { cast?.subtract(inside) }
    return cast
  }

  private static func blurred(_ path: Path, _ shadow: Shadow, clip: PixelRect) -> Mask? {
    let sigma = shadow.radius > 0 ? min(shadow.radius, Blur.maxSigma) : 0
    guard shadow.dx.isFinite, shadow.dy.isFinite, sigma.isFinite else { return nil }
    let reach = (3.5 * sigma).rounded(.up) + 1
    let moved = path.offset(dx: shadow.dx, dy: shadow.dy)
    // Pixels outside the clip still bleed into it.
    let wide = PixelRect(covering: clip.rect.inset(by: -reach))
    guard
      let mask = drawing(in: moved.bounds.inset(by: -reach), clip: wide, { $0.fill(moved) }),
      Blur.apply(to: mask, sigma: sigma)
    else { return nil }
    return mask
  }

  fileprivate static func fill(_ path: Path, clip: PixelRect) -> Mask? {
    drawing(in: path.bounds.inset(by: -1), clip: clip) { $0.fill(path) }
  }

  fileprivate static func drawing(
    in bounds: Rect, clip: PixelRect, _ draw: (Canvas) -> Void
  ) -> Mask? {
    let rect = PixelRect(covering: bounds).intersection(clip)
    guard let mask = Mask(rect: rect), let canvas = Canvas(mask) else { return nil }
    draw(canvas)
    return mask
  }
}

extension Canvas {
  func paint(
    _ marks: [Mark], with typesetter: inout Typesetter,
    shadow paintShadow: (Path, Shadow, Mark.ShadowPlace) -> Void
  ) {
    for mark in marks {
      switch mark {
      case .fill(let path, let color):
        setColor(color)
        fill(path)
      case .stroke(let path, let width, let round, let color):
        setColor(color)
        stroke(path, width: width, round: round)
      case .shadow(let path, let shadow, let place): paintShadow(path, shadow, place)
      case .sheen(let path, let color): sheen(path, color)
      case .text(let run): paint(run, with: &typesetter)
      }
    }
  }

  func paint(_ run: TextRun, with typesetter: inout Typesetter) {
    guard let line = typesetter.set(run) else { return }
    if let halo = run.halo, let mask = line.mask(in: run.frame)?.grown(by: run.haloWidth),
      let block = PixelBlock(rect: mask.rect, backdrop: halo)
    {
      paint(block, through: mask)
    }
    setColor(run.color)
    saved {
      clip(to: PixelRect(covering: run.frame))
      line.draw(on: self)
    }
  }
}
