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
  private(set) lazy var capHeight = -extents(of: "H").y_bearing
  private let scaled: OpaquePointer
  private var glyphs: [Unicode.Scalar: Glyph] = [:]
  /// The digits of one width, where they differ from those of texts.
  private lazy var figures: [String: cairo_glyph_t] = {
    let digits = (0...9).map { "\($0)" }
    let plain = digits.flatMap { Font.glyphs(of: $0, in: scaled) }
    let figures = TabularFigures.replacing(plain, in: scaled)
    guard figures != plain else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: zip(digits, figures.map { cairo_glyph_t(index: $0, x: 0, y: 0) }))
  }()
  private var halos: [Int: [Unicode.Scalar: Mask]] = [:]

  struct Glyph {
    var advance: Int
    /// The coverage relative to the origin; nil for a blank.
    var mask: Mask?
  }

  init?(_ key: Key) {
    guard Font.sizes.contains(key.size) else { return nil }
    let weight = key.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
    guard let face = cairo_toy_font_face_create(key.metrics.face, CAIRO_FONT_SLANT_NORMAL, weight)
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
      if status == CAIRO_STATUS_NO_MEMORY { MemoryBudget.recordRefusal() }
      cairo_scaled_font_destroy(scaled)
      return nil
    }
    self.key = key
    self.scaled = scaled
  }

  deinit { cairo_scaled_font_destroy(scaled) }

  /// As for all that follow, `isFigure` is for a single character of a running number.
  func width(of string: String, isFigure: Bool = false) -> Double {
    let advance = extents(of: string, isFigure: isFigure).x_advance
    return advance.isFinite ? max(0, advance) : 0
  }

  func needsPango(_ string: String) -> Bool {
    (string.needsShaping || !covers(string)) && ShapedLine.isAvailable
  }

  /// ASCII is assumed without a lookup.
  private func covers(_ string: String) -> Bool {
    string.utf8.allSatisfy { $0 < 0x80 } || hasGlyphs(of: string)
  }

  func hasGlyphs(of string: String) -> Bool {
    let glyphs = Font.glyphs(of: string, in: scaled)
    return !glyphs.isEmpty && !glyphs.contains(0)
  }

  /// Empty if cairo fails.
  private static func glyphs(of string: String, in font: OpaquePointer) -> [UInt] {
    var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
    var count: Int32 = 0
    let status = cairo_scaled_font_text_to_glyphs(
      font, 0, 0, string, -1, &glyphs, &count, nil, nil, nil)
    defer { cairo_glyph_free(glyphs) }
    guard status == CAIRO_STATUS_SUCCESS else { return [] }
    return UnsafeBufferPointer(start: glyphs, count: Int(max(count, 0))).map(\.index)
  }

  func ink(of string: String, at origin: Point, isFigure: Bool = false) -> Rect {
    let extents = extents(of: string, isFigure: isFigure)
    return Rect(
      x: origin.x + extents.x_bearing, y: origin.y + extents.y_bearing, width: extents.width,
      height: extents.height)
  }

  func draw(_ string: String, at origin: Point, on canvas: Canvas, isFigure: Bool = false) {
    cairo_set_scaled_font(canvas.context, scaled)
    cairo_new_path(canvas.context)
    cairo_move_to(canvas.context, origin.x, origin.y)
    if isFigure, var glyph = figures[string] {
      (glyph.x, glyph.y) = (origin.x, origin.y)
      cairo_glyph_path(canvas.context, &glyph, 1)
      cairo_fill(canvas.context)
    } else if canvas.isVector {
      cairo_show_text(canvas.context, string)
    } else {
      cairo_text_path(canvas.context, string)
      cairo_fill(canvas.context)
    }
  }

  /// Returns the offset of `scalar` in its tabular cell: digits are centred.
  func start(of scalar: Unicode.Scalar) -> Double {
    guard ("0"..."9").contains(scalar) else { return 0 }
    let width = width(of: String(Character(scalar)), isFigure: true)
    return (Double(figureAdvance(of: scalar) ?? 0) - width) / 2
  }

  func glyph(_ scalar: Unicode.Scalar) -> Glyph {
    if let known = glyphs[scalar] { return known }
    let made = makeGlyph(scalar)
    glyphs[scalar] = made
    return made
  }

  /// The glyph and a line of `width` device pixels around it.
  func halo(of scalar: Unicode.Scalar, width: Int) -> Mask? {
    if let known = halos[width]?[scalar] { return known }
    let made = glyph(scalar).mask?.grown(by: width)
    halos[width, default: [:]][scalar] = made
    return made
  }

  private func figureAdvance(of scalar: Unicode.Scalar) -> Int? {
    key.metrics.advance(of: scalar, size: key.size, isBold: key.isBold)
  }

  private func makeGlyph(_ scalar: Unicode.Scalar) -> Glyph {
    let string = String(Character(scalar))
    let own = width(of: string, isFigure: true)
    var glyph = Glyph(
      advance: figureAdvance(of: scalar) ?? Int(min(own.rounded(), 8192)), mask: nil)
    let origin = Point(x: start(of: scalar), y: 0)
    let ink = ink(of: string, at: origin, isFigure: true)
    // The margin is for rounding.
    guard ink.width > 0, let mask = Mask(rect: PixelRect(covering: ink.inset(by: -0.05))),
      let canvas = Canvas(mask)
    else { return glyph }
    draw(string, at: origin, on: canvas, isFigure: true)
    glyph.mask = mask
    return glyph
  }

  private func extents(of string: String, isFigure: Bool = false) -> cairo_text_extents_t {
    var extents = cairo_text_extents_t()
    if isFigure, var glyph = figures[string] {
      cairo_scaled_font_glyph_extents(scaled, &glyph, 1, &extents)
    } else {
      cairo_scaled_font_text_extents(scaled, string, &extents)
    }
    return extents
  }
}

extension FontMetrics {
  /// The standard typeface is built in and not opened. A weight that cannot be measured has the
  /// standard metrics.
  package init(measuring family: String) {
    self.init(family: family)
    guard family != FontMetrics.standardFamily else { return }
    if family == FontMetrics.sansSerif, FontMetrics.found([family]) == FontMetrics.standardFamily {
      let found = FontMetrics.found(FontMetrics.better)
      face = FontMetrics.better.first { $0 == found } ?? face
    }
    // As under ja, zh and ko, where the default may have these scripts alone. Pango finds what the other one lacks.
    if !isLatin, let other = FontMetrics.latinFamily(near: family) {
      let before = face
      face = other
      if !isLatin { face = before }
    }
    regular = Figures(measuring: self, isBold: false) ?? regular
    bold = Figures(measuring: self, isBold: true) ?? bold
  }

  /// Preferred to DejaVu Sans, the default of most systems without a desktop; best first.
  private static let better = ["Inter", "Inter Variable", "Cantarell", "Noto Sans", "Nimbus Sans"]

  /// Whether the face has the letters and figures of ASCII itself; others assume that it does.
  private var isLatin: Bool {
    Font(Font.Key(size: 16, isBold: false, metrics: self))?.hasGlyphs(of: "0123456789:.+-AaZz%")
      ?? true
  }

  private static func latinFamily(near family: String) -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard segclock_latin_family(family, &name, UInt(name.count)) != 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The family that fontconfig finds for the first of `families` that it has. No font is opened.
  private static func found(_ families: [String]) -> String? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    for family in families { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    var name: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(match, FC_FAMILY, 0, &name) == FcResultMatch, let name else {
      return nil
    }
    return String(cString: name)
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

  /// Measures one weight of a face; nil if the metrics are unusable.
  fileprivate init?(measuring metrics: FontMetrics, isBold: Bool) {
    let em = Self.em
    guard let font = Font(Font.Key(size: em, isBold: isBold, metrics: metrics)) else { return nil }
    let digits = (0...9).map { "\($0)" }
    let widest = digits.reduce(0) { max($0, font.width(of: $1, isFigure: true)) }
    self.init(
      digit: widest / em, colon: font.width(of: ":") / em, point: font.width(of: ".") / em,
      plus: font.width(of: "+") / em, minus: font.width(of: "-") / em)
    guard [digit, colon, point, plus, minus].allSatisfy(Self.allowed.contains) else { return nil }
    for text in digits + [":", ".", "+", "-"] {
      let width = font.width(of: text, isFigure: true)
      let start = digits.contains(text) ? (widest - width) / 2 : 0
      let advance = digits.contains(text) ? widest : width
      let ink = font.ink(of: text, at: Point(x: start, y: 0), isFigure: true)
      lean = max(lean, -ink.minX / em, (ink.maxX - advance) / em)
    }
    guard lean < Self.allowed.upperBound else { return nil }
  }
}
