import CCairo
import DisplayLists
import Geometry

/// Draws a display list as shapes and text, for SVG and PDF.
///
/// Neither format has blurs or conic gradients: these become pictures of a higher resolution.
struct VectorPainter {
  private let canvas: Canvas
  private var typesetter = Typesetter()

  /// Pixels of a ring's picture per pixel of the list.
  private static let ringDetail = 4.0
  /// Pixels of a shadow's picture per pixel of the list.
  private static let shadowDetail = 2.0
  /// The longest side of a picture, in its own pixels.
  private static let longestSide = 4096.0

  init(canvas: Canvas) {
    self.canvas = canvas
  }

  mutating func paint(_ list: DisplayList) {
    let outer = typesetter.metrics
    typesetter.metrics = list.font
    defer { typesetter.metrics = outer }
    canvas.clip(to: list.bounds)
    if list.outline != .rectangle {
      let bounds = Rect(x: 0, y: 0, width: Double(list.width), height: Double(list.height))
      canvas.clip(to: list.outline.path(in: bounds))
    }
    canvas.setColor(list.background)
    canvas.paint()
    for item in list.items where item.extent.intersects(list.bounds) {
      switch item {
      case .none: break
      case .picture(let picture):
        paint(
          picture.marks, on: picture.backdrop,
          clip: picture.extent.intersection(list.bounds))
      case .segments(let group): paint(group.marks, on: group.shape.backdrop, clip: group.extent)
      case .text(let run): canvas.paint(run, keepsText: true, with: &typesetter)
      case .hand(let hand): if hand.isDrawable { paint(hand.marks, clip: hand.extent) }
      case .ring(let ring): VectorPainter.paint(ring, on: canvas, within: list.bounds)
      case .snapshot(let snapshot):
        cairo_push_group(canvas.context)
        canvas.clip(to: snapshot.extent)
        paint(snapshot.list)
        cairo_pop_group_to_source(canvas.context)
        cairo_paint_with_alpha(canvas.context, Double(snapshot.weight) / 256)
      }
    }
  }

  private mutating func paint(_ marks: [Mark], on backdrop: Color?, clip: PixelRect) {
    canvas.saved {
      canvas.clip(to: clip)
      if let backdrop {
        canvas.setColor(backdrop)
        canvas.paint()
      }
      paint(marks, clip: clip)
    }
  }

  private mutating func paint(_ marks: [Mark], clip: PixelRect) {
    canvas.paint(marks, keepsText: true, with: &typesetter) { [canvas] in
      VectorPainter.paint($0, on: canvas, clip: clip)
    }
  }

  private static func paint(_ ring: Ring, on canvas: Canvas, within bounds: PixelRect) {
    let area = ring.extent.intersection(bounds)
    let detail = VectorPainter.detail(VectorPainter.ringDetail, for: area)
    var large = ring
    large.center = Point(
      x: (ring.center.x - Double(area.x)) * detail, y: (ring.center.y - Double(area.y)) * detail)
    large.radius *= detail
    large.thickness *= detail
    embed(at: area, detail: detail, on: canvas) { RingCutout.paint(large, into: $0) }
  }

  private static func paint(_ shade: Shade, on canvas: Canvas, clip: PixelRect) {
    let area = PixelRect(covering: shade.bounds).intersection(clip)
    guard !area.isEmpty, shade.color.alpha > 0 else { return }
    let detail = VectorPainter.detail(VectorPainter.shadowDetail, for: area)
    var large = shade
    large.path = shade.path.offset(dx: Double(-area.x), dy: Double(-area.y)).scaled(by: detail)
    large.shadow.radius *= detail
    large.shadow.dx *= detail
    large.shadow.dy *= detail
    embed(at: area, detail: detail, on: canvas) { buffer in
      // A picture with alpha would be black where it is clear, which shows when it is smoothed.
      buffer.fill(shade.color)
      return large.mask(buffer.rect)
    }
  }

  /// Paints the pixels of `draw` at `area`, with `detail` pixels per unit, through the mask that
  /// `draw` returns.
  private static func embed(
    at area: PixelRect, detail: Double, on canvas: Canvas, draw: (PixelBuffer) -> Mask?
  ) {
    let size = PixelRect(
      covering: Rect(
        x: 0, y: 0, width: Double(area.width) * detail, height: Double(area.height) * detail))
    // Cairo keeps the pixels until the page is finished, and then needs as much again for one
    // picture at a time.
    guard MemoryBudget.permits(2 * size.area * (MemoryLayout<UInt32>.stride + 1)),
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    else { return }
    defer { cairo_surface_destroy(surface) }
    var mask: Mask?
    if let data = cairo_image_surface_get_data(surface) {
      let stride = Int(cairo_image_surface_get_stride(surface)) / MemoryLayout<UInt32>.stride
      data.withMemoryRebound(to: UInt32.self, capacity: stride * size.height) {
        mask = draw(PixelBuffer(base: $0, stride: stride, rect: size))
      }
      cairo_surface_mark_dirty(surface)
    }
    cairo_save(canvas.context)
    cairo_translate(canvas.context, Double(area.x), Double(area.y))
    cairo_scale(canvas.context, 1 / detail, 1 / detail)
    // From here on, errors of the surface become errors of the context.
    cairo_set_source_surface(canvas.context, surface, 0, 0)
    if let mask {
      let visible = VectorPainter.surface(of: mask)
      cairo_mask_surface(canvas.context, visible, Double(mask.rect.x), Double(mask.rect.y))
      cairo_surface_destroy(visible)
    }
    cairo_restore(canvas.context)
  }

  /// A copy, as cairo keeps it beyond this call.
  private static func surface(of mask: Mask) -> OpaquePointer? {
    let rect = mask.rect
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(rect.width), Int32(rect.height))
    guard let data = cairo_image_surface_get_data(surface) else { return surface }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<rect.height {
      (data + y * stride).update(from: mask.base + y * mask.stride, count: rect.width)
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  /// Reduces `wanted` if the picture would be too large.
  private static func detail(_ wanted: Double, for area: PixelRect) -> Double {
    min(wanted, longestSide / Double(max(area.width, area.height, 1)))
  }
}

extension Path {
  fileprivate func scaled(by factor: Double) -> Path {
    mapped(factor: factor) { Point(x: $0.x * factor, y: $0.y * factor) }
  }
}
