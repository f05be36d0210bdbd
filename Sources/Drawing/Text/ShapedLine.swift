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
  private nonisolated(unsafe) static let library = segclock_load_pango()
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
    // The comma ends the family: it may itself end with "Bold".
    let description = functions.pango_font_description_from_string(
      "\(key.metrics.face),\(key.isBold ? " Bold" : "") \(key.size)px")
    functions.pango_layout_set_font_description(layout, description)
    functions.pango_font_description_free(description)
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

  /// Draws the line from `origin`: as outlines; pictures as coverage, or in their colours.
  func draw(at origin: Point, on canvas: Canvas) {
    func show(
      on canvas: Canvas, _ show: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    ) {
      cairo_new_path(canvas.context)
      cairo_move_to(canvas.context, origin.x, origin.y)
      show(UnsafeMutableRawPointer(canvas.context), line)
    }
    guard hasPictures else {
      show(on: canvas, pango.pointee.pango_cairo_layout_line_path)
      cairo_fill(canvas.context)
      return
    }
    if canvas.isVector { return show(on: canvas, pango.pointee.pango_cairo_show_layout_line) }
    let box = PixelRect(covering: ink.offset(dx: origin.x, dy: origin.y).inset(by: -1))
    guard let colors = PixelBlock(rect: box), let mask = Mask(rect: box),
      let drawing = Canvas(colors)
    else { return }
    drawing.setColor(.black)
    show(on: drawing, pango.pointee.pango_cairo_show_layout_line)
    drawing.flush()
    for y in 0..<box.height {
      for x in 0..<box.width {
        mask.base[y * mask.stride + x] = ShapedLine.tone(of: colors.base[y * box.width + x])
      }
    }
    canvas.paint(through: mask)
  }

  /// The coverage by a picture such as an emoji: the alpha of a black pixel, and less for lighter
  /// ones.
  static func tone(of pixel: UInt32) -> UInt8 {
    let alpha = Int(pixel >> 24)
    let (red, green, blue) = (Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF))
    // Rec. 709, in 256ths.
    let luminance = (54 * red + 183 * green + 19 * blue) >> 8
    // The lightest tone still covers a quarter.
    return UInt8(clamping: alpha - (luminance * 190) >> 8)
  }

  /// Creates an empty layout. Pango caches fonts per thread.
  private static func makeLayout(_ functions: segclock_pango) -> UnsafeMutableRawPointer? {
    guard let map = functions.pango_cairo_font_map_get_default(),
      let context = functions.pango_font_map_create_context(map)
    else { return nil }
    defer { functions.g_object_unref(context) }
    functions.pango_cairo_context_set_font_options(context, UnsafeRawPointer(Font.options))
    return functions.pango_layout_new(context)
  }
}

extension StringProtocol {
  /// Whether the text may be more than glyphs side by side from left to right: letters that join,
  /// stack or run from right to left, or combining marks.
  ///
  /// Most such letters have no case. For Chinese, Japanese and Korean, Pango shows the same as cairo.
  var needsShaping: Bool {
    // Most texts need no lookup.
    if utf8.allSatisfy({ $0 < 0xCC }) { return false }
    return unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .otherLetter, .nonspacingMark, .spacingMark, .enclosingMark, .format:
        scalar.value >= 0x300
      default: scalar.value >= 0x10000
      }
    }
  }
}
