import CCairo
import CPango
import Geometry

/// A line of text in any script, laid out by Pango.
final class ShapedLine {
  /// The advance, in device pixels.
  let width: Double
  /// The ink box for a baseline that starts at zero.
  let ink: Rect
  private let pango: UnsafePointer<segclock_pango>
  private let layout: UnsafeMutableRawPointer
  /// Owned by the layout.
  private let line: UnsafeMutableRawPointer
  /// Whether the glyphs may include pictures, which have no outlines.
  private let hasPictures: Bool

  /// Pango's functions, loaded once; nil if it is not installed.
  private nonisolated(unsafe) static let library = segclock_load_pango().map { UnsafePointer($0) }
  /// Also false if memory is short: GLib ends the program when an allocation fails.
  static var isAvailable: Bool { MemoryBudget.permits(cost) && library != nil }
  /// The approximate memory of Pango and its libraries, in bytes.
  private static let cost = 8 << 20

  /// Truncates with an ellipsis beyond `limit` device pixels.
  init?(_ text: String, _ key: Font.Key, limit: Double? = nil) {
    guard ShapedLine.isAvailable, let pango = ShapedLine.library,
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

  /// Whether a character is missing in all typefaces, and shows as a box.
  var hasUnknown: Bool { pango.pointee.pango_layout_get_unknown_glyphs_count(layout) > 0 }

  /// Draws the line from `origin`: as outlines; pictures as coverage, or in their colours.
  func draw(at origin: Point, on canvas: Canvas, keepsPictures: Bool) {
    guard hasPictures else {
      start(at: origin, on: canvas)
      pango.pointee.pango_cairo_layout_line_path(UnsafeMutableRawPointer(canvas.context), line)
      cairo_fill(canvas.context)
      return
    }
    if keepsPictures { return show(at: origin, on: canvas) }
    let box = PixelRect(covering: ink.offset(dx: origin.x, dy: origin.y).inset(by: -1))
    EmojiCoverage.paint(in: box, on: canvas) { drawing in
      drawing.setColor(.black)
      show(at: origin, on: drawing)
    }
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

  /// Creates an empty layout without hinting, like all other text. Pango caches fonts per thread.
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

/// Colour pictures, such as emoji, as shades of the text's colour.
enum EmojiCoverage {
  /// The difference between the darkest and the lightest tone, in 256ths.
  private static let range = 190
  private static let longestSide = 4096

  /// Paints what `draw` draws within `box`, in the canvas's colour: the darker, the more coverage.
  static func paint(in box: PixelRect, on canvas: Canvas, draw: (Canvas) -> Void) {
    guard !box.isEmpty, max(box.width, box.height) <= longestSide,
      let colors = PixelBlock(rect: box), let mask = Mask(rect: box), let drawing = Canvas(colors)
    else { return }
    draw(drawing)
    drawing.flush()
    for row in 0..<box.height {
      let pixels = colors.base + row * box.width
      let coverage = mask.base + row * mask.stride
      for column in 0..<box.width { coverage[column] = tone(of: pixels[column]) }
    }
    canvas.saved {
      let surface = cairo_image_surface_create_for_data(
        mask.base, CAIRO_FORMAT_A8, Int32(box.width), Int32(box.height), Int32(mask.stride))
      cairo_mask_surface(canvas.context, surface, Double(box.x), Double(box.y))
      cairo_surface_flush(surface)
      cairo_surface_destroy(surface)
    }
    canvas.flush()
  }

  /// The alpha of a black pixel, and less for lighter ones.
  static func tone(of pixel: UInt32) -> UInt8 {
    let alpha = Int(pixel >> 24)
    let (red, green, blue) = (Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF))
    // Rec. 709, in 256ths.
    let luminance = (54 * red + 183 * green + 19 * blue) >> 8
    return UInt8(clamping: alpha - (luminance * range) >> 8)
  }
}

extension StringProtocol {
  /// Whether the text is more than glyphs side by side from left to right: letters that join, stack
  /// or run from right to left, or combining marks.
  var needsShaping: Bool {
    // Most texts need no lookup.
    if utf8.allSatisfy({ $0 < 0xCC }) { return false }
    return unicodeScalars.contains { $0.needsShaping }
  }
}

extension Unicode.Scalar {
  var needsShaping: Bool {
    guard value >= 0x300 else { return false }
    return Unicode.Scalar.shapedBlocks.contains { $0.contains(value) }
  }

  /// The Unicode blocks of such characters, in order.
  private static let shapedBlocks: [ClosedRange<UInt32>] = [
    // Combining marks.
    0x300...0x36F, 0x483...0x489,
    // Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic.
    0x590...0x8FF,
    // Devanagari and related scripts up to Sinhala; Thai, Lao, Tibetan, Myanmar.
    0x900...0x109F,
    // The components of Hangul syllables.
    0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF,
    // Scripts of the Philippines, Khmer, Mongolian; Limbu to Vedic marks, and more marks.
    0x1700...0x18AF, 0x1900...0x1CFF, 0x1DC0...0x1DFF,
    // Invisible joiners, separators and direction controls.
    0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F,
    0x20D0...0x20FF, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0x302A...0x302F, 0x3099...0x309A,
    0xA66F...0xA67D, 0xA69E...0xA69F, 0xA6F0...0xA6F1, 0xA800...0xA8FF, 0xA900...0xA95F,
    0xA980...0xAAFF,
    0xABC0...0xABFF,
    // Hebrew and Arabic presentation forms.
    0xFB1D...0xFDFF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFE70...0xFEFF,
    // Right-to-left scripts, and scripts of India and nearby, beyond the first 65536.
    0x10800...0x11FFF, 0x16B00...0x16B8F, 0x1D165...0x1D1AD, 0x1E000...0x1EFFF,
    // Flags, skin colours, tags and variants of emoji.
    0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0xE0000...0xE01EF,
  ]
}
