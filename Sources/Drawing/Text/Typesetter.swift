import DisplayLists
import Geometry

/// Chooses size, truncation and position of lines of text, and caches fonts.
///
/// Pango is loaded for a line that needs shaping or that the font lacks characters for; without it,
/// these show as boxes.
struct Typesetter {
  /// Longer texts are cut before measuring: no line of a window holds more.
  static let maxLength = 2048
  /// Sizes to try before truncating a line.
  private static let steps = [1, 0.975, 0.95, 0.925, 0.9]
  /// More fonts than any frame has; beyond this the oldest are dropped.
  private static let maxFonts = 48

  var metrics = FontMetrics.standard
  private var fonts: [Font] = []

  mutating func font(size: Double, isBold: Bool) -> Font? {
    let key = Font.Key(size: size, isBold: isBold, metrics: metrics)
    for font in fonts where font.key == key { return font }
    guard let font = Font(key) else { return nil }
    if fonts.count >= Typesetter.maxFonts { fonts.removeFirst(fonts.count / 2) }
    fonts.append(font)
    return font
  }

  mutating func removeAll() { fonts.removeAll() }

  mutating func set(_ run: TextRun) -> TextLine? {
    let frame = run.frame
    guard frame.minX.isFinite, frame.minY.isFinite, frame.width > 0, frame.height > 0,
      frame.width < Canvas.limit, frame.height < Canvas.limit, abs(frame.minX) < Canvas.limit,
      abs(frame.minY) < Canvas.limit
    else { return nil }
    let string = Typesetter.cleaned(run.string)
    guard !string.isEmpty, var font = font(size: run.size, isBold: run.isBold) else { return nil }
    // Figures of a script that the font lacks, or with a unit in one: no two of them share a width then.
    let isShaped = font.needsPango(string)
    for step in Typesetter.steps {
      guard let smaller = self.font(size: run.size * step, isBold: run.isBold),
        let line = TextLine(string, run, in: smaller, isShaped: isShaped)
      else { break }
      if line.fits(run.frame) { return line }
      font = smaller
    }
    let shown =
      isShaped
      ? string
      : Typesetter.cut(string, to: frame.width, in: font, isTabular: run.isTabular)
    guard !shown.isEmpty,
      let line = TextLine(shown, run, in: font, isShaped: isShaped, limit: frame.width),
      line.width <= frame.width
    else { return nil }
    return line
  }

  /// Removes control characters and truncates to `maxLength`. Almost every text is clean already, and
  /// then nothing is copied.
  static func cleaned(_ string: String) -> String {
    // C0 and DEL are these bytes; C1 and the line separators start with these two lead bytes.
    let isClean = string.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
    if isClean, string.utf8.count <= maxLength { return string }
    let kept = string.unicodeScalars.lazy.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
      default: true
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: kept.prefix(maxLength))
    return String(result)
  }

  static func width(of string: String, in font: Font, isTabular: Bool) -> Double {
    guard isTabular else { return font.width(of: string) }
    var sum = 0
    for scalar in string.unicodeScalars { sum += font.glyph(scalar).advance }
    return Double(sum)
  }

  /// Empty if no prefix fits.
  private static func cut(
    _ string: String, to width: Double, in font: Font, isTabular: Bool
  ) -> String {
    func candidate(_ count: Int) -> String {
      var start = String(string.prefix(count))
      while start.last == " " { start.removeLast() }
      return start + "\u{2026}"
    }
    func fits(_ count: Int) -> Bool {
      Typesetter.width(of: candidate(count), in: font, isTabular: isTabular) <= width
    }
    let kept = TextRun.longest(below: string.count + 1, fits: fits)
    return fits(kept) ? candidate(kept) : ""
  }
}

struct TextLine {
  /// Without control characters, truncated if too long; not truncated if Pango does that.
  let string: String
  let font: Font
  /// The start of the baseline, on whole pixels.
  let origin: Point
  /// The advance, in device pixels.
  let width: Double
  let shaped: ShapedLine?
  private let isTabular: Bool

  /// On the baseline of its neighbours; Pango truncates to `limit`.
  fileprivate init?(
    _ string: String, _ run: TextRun, in font: Font, isShaped: Bool, limit: Double? = nil
  ) {
    shaped = isShaped ? ShapedLine(string, font.key, limit: limit) : nil
    if isShaped, shaped == nil { return nil }
    width =
      shaped?.width ?? Typesetter.width(of: string, in: font, isTabular: run.isTabular)
    origin = Point(
      x: run.figuresStart(width: width), y: (run.frame.midY + font.capHeight / 2).rounded())
    (self.string, self.font, isTabular) = (string, font, run.isTabular)
  }

  /// Other scripts extend farther up and down than Latin.
  fileprivate func fits(_ frame: Rect) -> Bool {
    width <= frame.width && (shaped == nil || ink.minY >= frame.minY && ink.maxY <= frame.maxY)
  }

  var ink: Rect {
    shaped?.ink.offset(dx: origin.x, dy: origin.y) ?? font.ink(of: string, at: origin)
  }

  func draw(on canvas: Canvas) {
    if let shaped { return shaped.draw(at: origin, on: canvas) }
    guard isTabular else { return font.draw(string, at: origin, on: canvas) }
    // The same positions as in a line of running figures, so that both align.
    var place = origin
    for scalar in string.unicodeScalars {
      font.draw(
        String(Character(scalar)), at: place.offset(dx: font.start(of: scalar), dy: 0), on: canvas,
        isFigure: true)
      place.x += Double(font.glyph(scalar).advance)
    }
  }

  /// The coverage within `frame`; nil if nothing is visible.
  func mask(in frame: Rect) -> Mask? {
    let box = PixelRect(covering: isTabular ? frame : ink.inset(by: -1))
      .intersection(PixelRect(covering: frame))
    guard let mask = Mask(rect: box), let canvas = Canvas(mask) else { return nil }
    draw(on: canvas)
    return mask
  }
}

/// A text that rarely changes: one mask.
struct TextPainter: Painter {
  let mask: Mask
  let color: UInt32
  private let halo: (mask: Mask, color: UInt32)?
  private let frame: PixelRect

  init(_ mask: Mask, _ run: TextRun) {
    (self.mask, color) = (mask, run.color.premultiplied)
    frame = PixelRect(covering: run.frame)
    halo = run.halo.flatMap { ink in mask.grown(by: run.haloWidth).map { ($0, ink.premultiplied) } }
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    if let halo { halo.mask.draw(halo.color, into: buffer, clip: clip.intersection(frame)) }
    mask.draw(color, into: buffer, clip: clip)
  }
}
