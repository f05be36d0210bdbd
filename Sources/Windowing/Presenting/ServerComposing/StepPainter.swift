import CX11
import Geometry
import RenderSteps

/// What steps are carried out on, and the connection by which: any has the numbers of the server's pictures.
struct RenderTarget {
  let display: OpaquePointer
  let picture: Picture
  /// The picture's pixmap, where what is as deep can be copied to it, and a context with its clip.
  var copying: (pixmap: Pixmap, context: GC)?
}

/// What the server has been told of clips, and what it has to be told before the next step.
enum ClipState {
  case unknown
  /// All that is composed.
  case wide
  /// Rectangles of a clip are being told.
  case narrowing
  case narrow
  /// A clip has ended.
  case widening
}

/// Carries out single steps of a frame by RENDER.
struct StepPainter {
  let sprites: ServerSprites

  /// Draws `step` on `target`, as far as its sprites are there; glyphs and clips are seen to elsewhere.
  func draw(_ step: RenderStep, on target: RenderTarget) {
    let (display, copying, target) = (target.display, target.copying, target.picture)
    func composite(
      _ operation: Int32, _ source: Picture, mask: Picture, at place: PixelRect, from x: Int, _ y: Int
    ) {
      guard !place.isEmpty else { return }
      // Where there is a mask, the source is a plain colour, the same everywhere.
      XRenderComposite(
        display, operation, source, mask, target, mask == 0 ? Int32(x) : 0, mask == 0 ? Int32(y) : 0,
        Int32(x), Int32(y), Int32(place.x), Int32(place.y), UInt32(place.width), UInt32(place.height))
    }
    switch step {
    case .fill(let rect, let color):
      var value = ServerSprites.renderColor(color)
      XRenderFillRectangle(
        display, PictOpSrc, target, &value, Int32(rect.x), Int32(rect.y), UInt32(rect.width),
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
      let picture = whole.picture
      composite(
        sprite.isOpaque ? PictOpSrc : PictOpOver, picture, mask: 0,
        at: PixelRect(x: x, y: y, width: sprite.width, height: sprite.height), from: 0, 0)
    case .mixed(let sprite, let x, let y, _), .added(let sprite, let x, let y, _):
      guard let picture = sprites.picture(sprite) else { return }
      let isAdded = if case .added = step { true } else { false }
      XRenderComposite(
        display, isAdded ? PictOpAdd : PictOpOver, picture, sprites.color(step.plainColor ?? 0), target, 0, 0,
        0,
        0, Int32(x), Int32(y), UInt32(sprite.width), UInt32(sprite.height))
    case .mask(let sprite, let x, let y, let color, let limit):
      guard let picture = sprites.picture(sprite) else { return }
      let place = PixelRect(x: x, y: y, width: sprite.width, height: sprite.height).intersection(limit)
      composite(
        PictOpOver, sprites.color(color), mask: picture, at: place, from: place.x - x, place.y - y)
    case .turned(let sprite, let turn, let color, let limit):
      guard let picture = sprites.picture(sprite, turn, by: display) else { return }
      composite(
        PictOpOver, sprites.color(color), mask: picture, at: limit, from: limit.x - turn.originX,
        limit.y - turn.originY)
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
    case .fill, .picture, .assembly, .clip, .endClip, .pixels: nil
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
    case .turned(_, _, _, let limit): limit
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
