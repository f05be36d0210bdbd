import CX11
import Geometry
import RenderSteps

/// What steps are carried out on, and the connection by which: any has the numbers of the server's pictures.
struct RenderTarget {
  let display: OpaquePointer
  var picture: Picture
  /// The picture's pixmap, where what is as deep can be copied to it, and a context that is clipped to `rects`.
  var copying: (pixmap: Pixmap, context: GC)?
  /// What alone is needed, nil for all of it: what is drawn elsewhere is never seen.
  var rects: [PixelRect]?

  /// The least rectangle with all of `place` that is needed.
  func needed(of place: PixelRect) -> PixelRect {
    guard let rects else { return place }
    return rects.reduce(.zero) { $0.union($1.intersection(place)) }
  }
}

/// Carries out single steps of a frame by RENDER.
struct StepPainter {
  let sprites: ServerSprites

  /// Draws `step` on `target`, as far as its sprites are there; glyphs and clips are seen to elsewhere.
  func draw(_ step: RenderStep, on target: RenderTarget) {
    let (display, copying) = (target.display, target.copying)
    /// Draws on what is needed of `limit`; the source or the mask begins at (`x`, `y`), and one of the two is the same
    /// everywhere.
    func composite(
      _ operation: Int32, _ source: Picture, mask: Picture, in limit: PixelRect, from x: Int, _ y: Int
    ) {
      let place = target.needed(of: limit)
      guard !place.isEmpty else { return }
      let (x, y) = (Int32(place.x - x), Int32(place.y - y))
      XRenderComposite(
        display, operation, source, mask, target.picture, x, y, x, y, Int32(place.x), Int32(place.y),
        UInt32(place.width), UInt32(place.height))
    }
    switch step {
    case .fill(let rect, let color):
      if let copying {
        // The window's pixels are what colours are here.
        XSetForeground(display, copying.context, UInt(color))
        XFillRectangle(
          display, copying.pixmap, copying.context, Int32(rect.x), Int32(rect.y), UInt32(rect.width),
          UInt32(rect.height))
        return
      }
      var value = ServerSprites.renderColor(color)
      XRenderFillRectangle(
        display, PictOpSrc, target.picture, &value, Int32(rect.x), Int32(rect.y), UInt32(rect.width),
        UInt32(rect.height))
    case .picture(let sprite, let x, let y), .assembly(let sprite, let x, let y):
      guard let whole = sprites.whole(sprite) else { return }
      if let copying, sprite.isOpaque {
        XCopyArea(
          display, whole.pixmap, copying.pixmap, copying.context, 0, 0, UInt32(sprite.width),
          UInt32(sprite.height),
          Int32(x), Int32(y))
        return
      }
      composite(
        sprite.isOpaque ? PictOpSrc : PictOpOver, whole.picture, mask: 0, in: step.place, from: x, y)
    case .mixed(let sprite, let x, let y, _), .added(let sprite, let x, let y, _):
      guard let picture = sprites.picture(sprite) else { return }
      let isAdded = if case .added = step { true } else { false }
      composite(
        isAdded ? PictOpAdd : PictOpOver, picture, mask: sprites.color(step.plainColor ?? 0), in: step.place,
        from: x, y)
    case .mask(let sprite, let x, let y, let color, _):
      guard let picture = sprites.picture(sprite) else { return }
      composite(PictOpOver, sprites.color(color), mask: picture, in: step.place, from: x, y)
    case .turned(let sprite, let turn, let color, let limit):
      guard let picture = sprites.picture(sprite, turn, by: display) else { return }
      composite(
        PictOpOver, sprites.color(color), mask: picture, in: limit, from: turn.originX, turn.originY)
    case .turnedAssembly(let sprite, let turn, let limit):
      guard let picture = sprites.picture(sprite, turn, by: display) else { return }
      composite(PictOpOver, picture, mask: 0, in: limit, from: turn.originX, turn.originY)
    case .glyph, .clip, .endClip, .pixels: break
    }
  }
}

extension RenderStep {
  /// The colour that it needs as a picture, premultiplied 0xAARRGGBB; nil where it needs none.
  var plainColor: UInt32? {
    switch self {
    case .mask(_, _, _, let color, _), .turned(_, _, let color, _), .glyph(_, _, _, let color): color
    case .mixed(_, _, _, let weight), .added(_, _, _, let weight):
      // A mask, of which only the opacity counts.
      UInt32((min(max(weight, 0), 256) * 255 + 128) / 256) << 24
    case .fill, .picture, .assembly, .turnedAssembly, .clip, .endClip, .pixels: nil
    }
  }

  /// The part of the frame that it may change.
  var place: PixelRect {
    switch self {
    case .fill(let rect, _): rect
    case .picture(let sprite, let x, let y), .assembly(let sprite, let x, let y),
      .mixed(let sprite, let x, let y, _), .added(let sprite, let x, let y, _),
      .glyph(let sprite, let x, let y, _):
      PixelRect(x: x, y: y, width: sprite.width, height: sprite.height)
    case .mask(let sprite, let x, let y, _, let limit):
      PixelRect(x: x, y: y, width: sprite.width, height: sprite.height).intersection(limit)
    case .turned(_, _, _, let limit), .turnedAssembly(_, _, let limit): limit
    case .clip(let rect): rect
    case .endClip, .pixels: .zero
    }
  }
}

extension XRectangle {
  /// A rectangle within what X can express.
  init(_ rect: PixelRect) {
    self.init(
      x: Int16(clamping: rect.x), y: Int16(clamping: rect.y), width: UInt16(clamping: rect.width),
      height: UInt16(clamping: rect.height))
  }
}
