import CCairo
import Geometry
import Glibc

/// An owned cairo context, in device pixels of the window.
///
/// Everything for cairo passes through here, to be finite and bounded: a NaN angle aborts the
/// process, and an arc of thousands of turns takes a minute.
final class Canvas {
  /// Coordinates are clamped to this many pixels, well inside cairo's 24.8 fixed point.
  static let limit = 1_000_000.0
  /// The maximum distance of chords from a curve, in pixels. Cairo's default of 0.1 makes small
  /// round ends angular.
  private static let tolerance = 0.02

  let context: OpaquePointer
  /// Whether text stays text, and emoji keep their colours: in SVG and PDF.
  let isVector: Bool

  init(context: OpaquePointer) {
    self.context = context
    isVector = cairo_surface_get_type(cairo_get_target(context)) != CAIRO_SURFACE_TYPE_IMAGE
  }

  deinit {
    if status == CAIRO_STATUS_NO_MEMORY { MemoryBudget.recordRefusal() }
    cairo_destroy(context)
  }

  convenience init?(_ block: PixelBlock) {
    self.init(
      bytes: block.base, format: CAIRO_FORMAT_ARGB32, rect: block.rect,
      stride: block.rect.width * 4)
  }

  /// Paints coverage into `mask`, which must outlive the canvas. Nil if cairo fails.
  convenience init?(_ mask: Mask) {
    self.init(bytes: mask.base, format: CAIRO_FORMAT_A8, rect: mask.rect, stride: mask.stride)
  }

  private convenience init?(
    bytes: UnsafeMutableRawPointer, format: cairo_format_t, rect: PixelRect, stride: Int
  ) {
    guard rect.width <= 32767, rect.height <= 32767,
      let surface = cairo_image_surface_create_for_data(
        bytes.assumingMemoryBound(to: UInt8.self), format, Int32(rect.width), Int32(rect.height),
        Int32(stride))
    else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return nil }
    self.init(context: context)
    guard status == CAIRO_STATUS_SUCCESS else { return nil }
    cairo_translate(context, Double(-rect.x), Double(-rect.y))
  }

  var status: cairo_status_t { cairo_status(context) }

  func setColor(_ color: Color) {
    cairo_set_source_rgba(
      context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }

  func fill(_ path: Path) {
    trace(path)
    cairo_fill(context)
  }

  /// Fills `path` with a colour that fades to nothing from its top to its bottom.
  func sheen(_ path: Path, _ color: Color) {
    let (top, bottom) = (clamped(path.bounds.minY), clamped(path.bounds.maxY))
    guard let fade = cairo_pattern_create_linear(0, top, 0, bottom) else { return }
    defer { cairo_pattern_destroy(fade) }
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    cairo_pattern_add_color_stop_rgba(fade, 0, red, green, blue, Double(color.alpha))
    cairo_pattern_add_color_stop_rgba(fade, 1, red, green, blue, 0)
    cairo_set_source(context, fade)
    fill(path)
  }

  func stroke(_ path: Path, width: Double, round: Bool) {
    guard width > 0, width < Canvas.limit else { return }
    trace(path)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(context, round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
    cairo_stroke(context)
  }

  func paint() { cairo_paint(context) }

  /// Paints the current colour through `mask`, of which cairo keeps a copy if it needs one.
  func paint(through mask: Mask) {
    guard let coverage = Canvas(mask) else { return }
    let surface = cairo_get_target(coverage.context)
    cairo_mask_surface(context, surface, Double(mask.rect.x), Double(mask.rect.y))
    cairo_surface_finish(surface)
  }

  func paint(_ block: PixelBlock, through mask: Mask) {
    guard let colors = Canvas(block) else { return }
    let surface = cairo_get_target(colors.context)
    // From here on, errors of the surface become errors of the context.
    cairo_set_source_surface(context, surface, Double(block.rect.x), Double(block.rect.y))
    paint(through: mask)
    cairo_surface_finish(surface)
  }

  func clip(to rect: PixelRect) {
    cairo_rectangle(
      context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    cairo_clip(context)
  }

  func clip(to path: Path) {
    trace(path)
    cairo_clip(context)
  }

  /// Runs `body`, then restores colour, clip and scale.
  func saved(_ body: () -> Void) {
    cairo_save(context)
    body()
    cairo_restore(context)
  }

  func flush() { cairo_surface_flush(cairo_get_target(context)) }

  func markDirty() { cairo_surface_mark_dirty(cairo_get_target(context)) }

  private func trace(_ path: Path) {
    cairo_new_path(context)
    for element in path.elements {
      switch element {
      case .move(let point):
        cairo_move_to(context, clamped(point.x), clamped(point.y))
      case .line(let point):
        cairo_line_to(context, clamped(point.x), clamped(point.y))
      case .curve(let first, let second, let end):
        cairo_curve_to(
          context, clamped(first.x), clamped(first.y), clamped(second.x), clamped(second.y),
          clamped(end.x), clamped(end.y))
      case .arc(let center, let radius, let start, let end):
        guard start.radians.isFinite, end.radians.isFinite, radius >= 0 else { continue }
        // Cairo counts from the right, a dial from the top. More than a turn would only paint over
        // itself.
        let first = start.radians.remainder(dividingBy: 2 * .pi) - .pi / 2
        let sweep = min(max(end.radians - start.radians, 0), 2 * .pi)
        cairo_arc(
          context, clamped(center.x), clamped(center.y), clamped(radius), first, first + sweep)
      case .close:
        cairo_close_path(context)
      }
    }
    // Cairo divides arcs by the tolerance before this, and curves by that after it.
    cairo_set_tolerance(context, Canvas.tolerance)
  }

  private func clamped(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -Canvas.limit), Canvas.limit)
  }
}
