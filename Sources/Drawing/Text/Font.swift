import CCairo
package import DisplayLists
import Geometry

/// One size and weight of a typeface.
///
/// Glyphs are drawn as outlines: cairo 1.16 rounds the position of a cached glyph to a pixel.
final class Font {
  struct Key: Hashable {
    /// The em in device pixels.
    var size: Double
    var isBold: Bool
    var metrics = FontMetrics.standard
  }

  /// Hinting of glyphs and metrics is off, so that text scales smoothly with the window and looks
  /// the same at every position.
  nonisolated(unsafe) static let options = {
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    return options
  }()
  /// The minimum and maximum em, in device pixels.
  static let sizes = 0.5...4096.0

  let key: Key
  /// In device pixels.
  let capHeight: Double
  private let scaled: OpaquePointer
  private var glyphs: [Unicode.Scalar: Glyph] = [:]

  struct Glyph {
    var advance: Int
    /// The coverage relative to the origin; nil for a blank.
    var mask: Mask?
  }

  init?(_ key: Key) {
    guard Font.sizes.contains(key.size) else { return nil }
    let weight = key.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
    guard let face = cairo_toy_font_face_create(key.metrics.family, CAIRO_FONT_SLANT_NORMAL, weight)
    else {
      return nil
    }
    defer { cairo_font_face_destroy(face) }
    var matrix = cairo_matrix_t(xx: key.size, yx: 0, xy: 0, yy: key.size, x0: 0, y0: 0)
    var identity = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    guard let scaled = cairo_scaled_font_create(face, &matrix, &identity, Font.options) else {
      return nil
    }
    let status = cairo_scaled_font_status(scaled)
    guard status == CAIRO_STATUS_SUCCESS else {
      if status == CAIRO_STATUS_NO_MEMORY { MemoryBudget.noteRefusal() }
      cairo_scaled_font_destroy(scaled)
      return nil
    }
    self.key = key
    self.scaled = scaled
    capHeight = -Font.extents(of: "H", in: scaled).y_bearing
  }

  deinit { cairo_scaled_font_destroy(scaled) }

  func width(of string: String) -> Double {
    let advance = Font.extents(of: string, in: scaled).x_advance
    return advance.isFinite ? max(0, advance) : 0
  }

  func needsPango(_ string: String) -> Bool {
    (string.needsShaping || !covers(string)) && ShapedLine.isAvailable
  }

  /// ASCII is assumed without a lookup.
  private func covers(_ string: String) -> Bool {
    if string.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
    var count: Int32 = 0
    let status = cairo_scaled_font_text_to_glyphs(
      scaled, 0, 0, string, -1, &glyphs, &count, nil, nil, nil)
    defer { cairo_glyph_free(glyphs) }
    guard status == CAIRO_STATUS_SUCCESS else { return false }
    return UnsafeBufferPointer(start: glyphs, count: Int(max(count, 0))).allSatisfy {
      $0.index != 0
    }
  }

  func ink(of string: String, at origin: Point) -> Rect {
    let extents = Font.extents(of: string, in: scaled)
    return Rect(
      x: origin.x + extents.x_bearing, y: origin.y + extents.y_bearing, width: extents.width,
      height: extents.height)
  }

  func draw(_ string: String, at origin: Point, on canvas: Canvas) {
    cairo_set_scaled_font(canvas.context, scaled)
    cairo_new_path(canvas.context)
    cairo_move_to(canvas.context, origin.x, origin.y)
    if canvas.isVector {
      cairo_show_text(canvas.context, string)
    } else {
      cairo_text_path(canvas.context, string)
      cairo_fill(canvas.context)
    }
  }

  /// Returns the offset of `scalar` in its tabular cell: digits are centred.
  func start(of scalar: Unicode.Scalar) -> Double {
    guard ("0"..."9").contains(scalar) else { return 0 }
    return (Double(figureAdvance(of: scalar) ?? 0) - width(of: String(Character(scalar)))) / 2
  }

  func glyph(_ scalar: Unicode.Scalar) -> Glyph {
    if let known = glyphs[scalar] { return known }
    let made = makeGlyph(scalar)
    glyphs[scalar] = made
    return made
  }

  private func figureAdvance(of scalar: Unicode.Scalar) -> Int? {
    key.metrics.advance(of: scalar, size: key.size, isBold: key.isBold)
  }

  private func makeGlyph(_ scalar: Unicode.Scalar) -> Glyph {
    let string = String(Character(scalar))
    let own = width(of: string)
    var glyph = Glyph(
      advance: figureAdvance(of: scalar) ?? Int(min(own.rounded(), 8192)), mask: nil)
    let origin = Point(x: start(of: scalar), y: 0)
    let ink = ink(of: string, at: origin)
    // The margin is for rounding.
    guard ink.width > 0, let mask = Mask(rect: PixelRect(covering: ink.inset(by: -0.05))),
      let canvas = Canvas(mask)
    else { return glyph }
    draw(string, at: origin, on: canvas)
    glyph.mask = mask
    return glyph
  }

  private static func extents(of string: String, in font: OpaquePointer) -> cairo_text_extents_t {
    var extents = cairo_text_extents_t()
    cairo_scaled_font_text_extents(font, string, &extents)
    return extents
  }
}

extension FontMetrics {
  /// The standard typeface is built in and not opened. A weight that cannot be measured has the
  /// standard metrics.
  package init(measuring family: String) {
    self.init(family: family)
    guard family != FontMetrics.standardFamily else { return }
    regular = Figures(measuring: family, isBold: false) ?? regular
    bold = Figures(measuring: family, isBold: true) ?? bold
  }

  /// In ems.
  package func width(of text: String, isBold: Bool) -> Double {
    let em = 64.0
    guard let font = Font(Font.Key(size: em, isBold: isBold, metrics: self)) else { return 0 }
    let string = Typesetter.cleaned(text)
    let shaped = font.needsPango(string) ? ShapedLine(string, font.key) : nil
    return (shaped?.width ?? font.width(of: string)) / em
  }
}

extension FontMetrics.Figures {
  /// The em to measure at: every typeface has whole or almost whole metrics at this size.
  private static let em = 2048.0
  /// The plausible advances, in ems; anything else is a broken or non-text typeface.
  private static let allowed = 0.05...3.0

  /// Measures one weight of `family`; nil if the metrics are unusable.
  fileprivate init?(measuring family: String, isBold: Bool) {
    let em = Self.em
    guard let font = Font(Font.Key(size: em, isBold: isBold, metrics: FontMetrics(family: family)))
    else {
      return nil
    }
    let digits = (0...9).map { "\($0)" }
    let widest = digits.reduce(0) { max($0, font.width(of: $1)) }
    self.init(
      digit: widest / em, colon: font.width(of: ":") / em, point: font.width(of: ".") / em,
      plus: font.width(of: "+") / em, minus: font.width(of: "-") / em)
    guard [digit, colon, point, plus, minus].allSatisfy(Self.allowed.contains) else { return nil }
    for text in digits + [":", ".", "+", "-"] {
      let width = font.width(of: text)
      let start = digits.contains(text) ? (widest - width) / 2 : 0
      let advance = digits.contains(text) ? widest : width
      let ink = font.ink(of: text, at: Point(x: start, y: 0))
      lean = max(lean, -ink.minX / em, (ink.maxX - advance) / em)
    }
    guard lean < Self.allowed.upperBound else { return nil }
  }
}
