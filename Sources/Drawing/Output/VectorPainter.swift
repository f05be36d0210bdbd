import CCairo
import DisplayLists
import Geometry

/// Draws a display list as shapes and text, for SVG and PDF.
///
/// Neither format has blurs or conic gradients: these become pictures of a higher resolution, with a
/// separate mask. Viewers that smooth would show cairo's black transparent pixels as a dark edge.
struct VectorPainter {
  private let canvas: Canvas
  private var typesetter = Typesetter()

  /// Pixels of a ring's picture per pixel of the list.
  private static let ringDetail = 4.0
  /// Pixels of a shadow's picture per pixel of the list.
  private static let shadowDetail = 2.0
  /// The longest side of a picture, in its own pixels.
  private static let maxSide = 4096.0
  /// How far a ring's colours extend beyond its edges, in pixels: more than any viewer smooths.
  private static let bleed = 4.0

  init(canvas: Canvas) {
    self.canvas = canvas
  }

  mutating func paint(_ list: DisplayList) {
    typesetter.metrics = list.font
    canvas.clip(to: list.bounds)
    if list.outline != .rectangle {
      canvas.clip(to: list.outline.path(in: list.bounds.rect))
    }
    canvas.setColor(list.background)
    canvas.paint()
    for item in list.items where item.extent.intersects(list.bounds) {
      let clip = item.extent.intersection(list.bounds)
      switch item {
      // A picture file has no motion.
      case .none, .snapshot, .scaled: break
      case .picture(let picture):
        paint(picture, clip: clip)
      case .segments(let group):
        let marks = group.shape.marks(at: group.levels).filter { $0.color.alpha > 0 }
        var picture = Picture(
          marks: marks, extent: group.shape.cell, backdrop: group.shape.backdrop)
        (picture.x, picture.y) = (group.x, group.y)
        paint(picture, clip: clip)
      case .text(let run): canvas.paint(run, with: &typesetter)
      case .hand(let hand):
        if hand.isDrawable { paint(Picture(marks: hand.marks, extent: clip), clip: clip) }
      case .ring(let ring): paint(ring, clip: clip)
      case .sector(let sector):
        paint(Picture(marks: [sector.mark], extent: clip), clip: clip)
      }
    }
  }

  private mutating func paint(_ picture: Picture, clip: PixelRect) {
    cairo_save(canvas.context)
    cairo_translate(canvas.context, Double(picture.x), Double(picture.y))
    let clip = clip.offset(dx: -picture.x, dy: -picture.y)
    canvas.clip(to: clip)
    if let backdrop = picture.backdrop {
      canvas.setColor(backdrop)
      canvas.paint()
    }
    let painter = self
    canvas.paint(picture.marks, with: &typesetter) { path, shadow, place in
      painter.paint(path, shadow, place, clip: clip)
    }
    cairo_restore(canvas.context)
  }

  private func paint(
    _ path: Path, _ shadow: Shadow, _ place: Mark.ShadowPlace, clip: PixelRect
  ) {
    guard shadow.color.alpha > 0 else { return }
    let bounds = place == .inside ? path.bounds : path.bounds.inset(by: -shadow.reach - 1)
    let area = PixelRect(covering: bounds).intersection(clip)
    magnified(area, VectorPainter.shadowDetail) { detail, rect in
      let large = path.mapped(factor: detail) {
        Point(x: ($0.x - Double(area.x)) * detail, y: ($0.y - Double(area.y)) * detail)
      }
      let wide = Shadow(
        color: shadow.color, radius: shadow.radius * detail, dx: shadow.dx * detail,
        dy: shadow.dy * detail)
      // Cairo's SVG puts a plain colour's mask at another place.
      guard let mask = Mask.shadow(of: large, wide, place, clip: rect),
        let block = PixelBlock(rect: mask.rect, backdrop: shadow.color)
      else { return }
      canvas.paint(block, through: mask)
    }
  }

  private func paint(_ ring: Ring, clip: PixelRect) {
    magnified(clip, VectorPainter.ringDetail) { detail, rect in
      var large = ring
      large.center = Point(
        x: (ring.center.x - Double(clip.x)) * detail, y: (ring.center.y - Double(clip.y)) * detail)
      large.radius *= detail
      large.thickness *= detail
      large.glow *= detail
      if let picture = VectorPainter.picture(of: large, in: rect) {
        canvas.paint(picture.colors, through: picture.mask)
      }
    }
  }

  static func picture(of ring: Ring, in rect: PixelRect) -> (colors: PixelBlock, mask: Mask)? {
    let hole = ring.radius - ring.thickness
    guard let block = PixelBlock(rect: rect),
      let mask = Mask.disc(at: ring.center, radius: ring.radius, hole: hole, clip: rect)
    else { return nil }
    var wide = ring
    wide.radius += bleed
    wide.thickness += 2 * bleed
    // A translucent ring is painted only once; its round ends are a little too large.
    let isOpaque = [ring.startColor, ring.endColor, ring.trackColor].allSatisfy(\.isOpaque)
    for ring in ring.glow > 0 ? [ring] : isOpaque ? [wide, ring] : [wide] {
      guard let map = RingAngleMap(ring, within: rect) else { return nil }
      RingPainter(ring, map).paint(into: block.buffer, clip: rect)
    }
    return (block, mask)
  }

  /// Calls `draw` with the canvas at the start of `area`, the number of pixels per unit, at most
  /// `wanted`, and the pixels.
  private func magnified(
    _ area: PixelRect, _ wanted: Double, draw: (_ detail: Double, _ rect: PixelRect) -> Void
  ) {
    guard !area.isEmpty else { return }
    let detail = min(wanted, VectorPainter.maxSide / Double(max(area.width, area.height)))
    let rect = PixelRect(
      covering: Rect(
        x: 0, y: 0, width: Double(area.width) * detail, height: Double(area.height) * detail))
    // Cairo keeps the pixels until the page is finished, and then needs as much again.
    guard MemoryBudget.permits(2 * rect.area * (MemoryLayout<UInt32>.stride + 1)) else { return }
    canvas.saved {
      cairo_translate(canvas.context, Double(area.x), Double(area.y))
      cairo_scale(canvas.context, 1 / detail, 1 / detail)
      draw(detail, rect)
    }
  }
}
