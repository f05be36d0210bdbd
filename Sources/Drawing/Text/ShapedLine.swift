import CCairo
import CPango
import Geometry

/// A line of text in any script, laid out by Pango: letters joined, marks on their letters, each stretch in the direction of
/// its script, and each character from a typeface that has it.
final class ShapedLine {
  /// How far it advances, in device pixels.
  let width: Double
  /// All that it inks when its baseline starts at zero.
  let ink: Rect
  private let pango: UnsafePointer<segclock_pango>
  private let layout: UnsafeMutableRawPointer
  /// Lives as long as the layout.
  private let line: UnsafeMutableRawPointer
  /// Whether there may be pictures among the glyphs, which have no outlines.
  private let hasPictures: Bool

  /// Pango's functions, looked up once; nil where it is not installed.
  private nonisolated(unsafe) static let library = segclock_load_pango().map { UnsafePointer($0) }
  /// As much as Pango and what it is built on take, in bytes, roughly; GLib ends the program where memory is refused to it.
  private static let cost = 8 << 20

  /// `text` in the typeface, the weight and the size of `key`; cut with an ellipsis where it would be wider than `limit` device
  /// pixels. Nil where Pango is missing.
  init?(_ text: String, _ key: Font.Key, limit: Double? = nil) {
    guard MemoryBudget.permits(ShapedLine.cost), let pango = ShapedLine.library,
      let layout = ShapedLine.makeLayout(pango.pointee)
    else { return nil }
    let functions = pango.pointee
    let unit = Double(segclock_pango_scale)
    if let description = functions.pango_font_description_new() {
      functions.pango_font_description_set_family(description, key.metrics.family)
      let weight = key.isBold ? segclock_pango_weight_bold : segclock_pango_weight_normal
      functions.pango_font_description_set_weight(description, Int32(weight))
      functions.pango_font_description_set_absolute_size(description, key.size * unit)
      functions.pango_layout_set_font_description(layout, description)
      functions.pango_font_description_free(description)
    }
    functions.pango_layout_set_single_paragraph_mode(layout, 1)
    if let limit {
      functions.pango_layout_set_ellipsize(layout, Int32(segclock_pango_ellipsize_end))
      functions.pango_layout_set_width(layout, Int32(min(max(limit, 0), 32767) * unit))
    }
    functions.pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
    guard let line = functions.pango_layout_get_line_readonly(layout, 0) else {
      functions.g_object_unref(layout)
      return nil
    }
    var inked = segclock_pango_rectangle()
    var logical = segclock_pango_rectangle()
    functions.pango_layout_line_get_extents(line, &inked, &logical)
    width = max(0, Double(logical.width) / unit)
    ink = Rect(
      x: Double(inked.x) / unit, y: Double(inked.y) / unit, width: Double(inked.width) / unit,
      height: Double(inked.height) / unit)
    hasPictures = text.unicodeScalars.contains {
      $0.properties.isEmojiPresentation || $0.value == 0xFE0F
    }
    (self.pango, self.layout, self.line) = (pango, layout, line)
  }

  deinit { pango.pointee.g_object_unref(layout) }

  /// Whether it has a character that no typeface has, and that shows as a box.
  var hasUnknown: Bool { pango.pointee.pango_layout_get_unknown_glyphs_count(layout) > 0 }

  /// Draws it on `canvas`, from `origin` on: as outlines, which stand between pixels, too, or as tones where there may be
  /// pictures.
  func outline(at origin: Point, on canvas: Canvas) {
    guard hasPictures else {
      start(at: origin, on: canvas)
      pango.pointee.pango_cairo_layout_line_path(UnsafeMutableRawPointer(canvas.context), line)
      cairo_fill(canvas.context)
      return
    }
    let box = PixelRect(covering: ink.offset(dx: origin.x, dy: origin.y).inset(by: -1))
    Tones.paint(in: box, on: canvas) { drawing in
      drawing.setColor(.black)
      show(at: origin, on: drawing)
    }
  }

  /// Draws it on a canvas that keeps shapes, pictures in their colours.
  func write(at origin: Point, on canvas: Canvas) {
    if hasPictures { show(at: origin, on: canvas) } else { outline(at: origin, on: canvas) }
  }

  private func show(at origin: Point, on canvas: Canvas) {
    start(at: origin, on: canvas)
    pango.pointee.pango_cairo_show_layout_line(UnsafeMutableRawPointer(canvas.context), line)
    cairo_new_path(canvas.context)
  }

  private func start(at origin: Point, on canvas: Canvas) {
    cairo_new_path(canvas.context)
    cairo_move_to(canvas.context, origin.x, origin.y)
  }

  /// An empty layout without hinting, like all other text. Pango keeps the fonts, for each thread its own.
  private static func makeLayout(_ functions: segclock_pango) -> UnsafeMutableRawPointer? {
    guard let map = functions.pango_cairo_font_map_get_default(),
      let context = functions.pango_font_map_create_context(map)
    else { return nil }
    defer { functions.g_object_unref(context) }
    guard let options = cairo_font_options_create() else { return nil }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    functions.pango_cairo_context_set_font_options(context, UnsafeRawPointer(options))
    return functions.pango_layout_new(context)
  }
}
