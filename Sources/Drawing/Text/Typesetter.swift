import DisplayLists
import Geometry

/// Chooses size, cut and place of lines of text, and keeps the fonts.
///
/// There are two ways to write a line: with cairo alone, if the font has all its characters, or else with Pango,
/// which is loaded when it is first needed. Where it is not installed, missing characters show as boxes.
struct Typesetter {
  /// Longer texts are cut before anything is measured: no line of a window holds more.
  static let longest = 2048
  /// Sizes that are tried before a line is cut.
  private static let steps = [1, 0.975, 0.95, 0.925, 0.9]
  /// More than any frame has; beyond it the oldest are dropped.
  private static let maxFonts = 48

  var metrics = FontMetrics.standard
  private var fonts: [Font] = []

  /// The font of `size` (in device pixels), or nil when there is nothing to be seen.
  mutating func font(size: Double, isBold: Bool) -> Font? {
    let key = Font.Key(size: size, isBold: isBold, metrics: metrics)
    for font in fonts where font.key == key { return font }
    guard let font = Font(key) else { return nil }
    if fonts.count >= Typesetter.maxFonts { fonts.removeFirst(fonts.count / 2) }
    fonts.append(font)
    return font
  }

  mutating func removeAll() { fonts.removeAll() }

  /// `run` as one line, or nil when nothing of it can be seen.
  mutating func set(_ run: TextRun) -> TextLine? {
    let frame = run.frame
    guard frame.minX.isFinite, frame.minY.isFinite, frame.width > 0, frame.height > 0,
      frame.width < Canvas.limit, frame.height < Canvas.limit, abs(frame.minX) < Canvas.limit,
      abs(frame.minY) < Canvas.limit
    else { return nil }
    let string = Typesetter.cleaned(run.string)
    guard !string.isEmpty, var font = font(size: run.size, isBold: run.isBold) else { return nil }
    if !run.isTabular, string.needsShaping || !font.covers(string), ShapedLine.isAvailable {
      return setShaped(string, run)
    }
    var width = Typesetter.width(of: string, in: font, isTabular: run.isTabular)
    for step in Typesetter.steps.dropFirst() where width > frame.width {
      guard let smaller = self.font(size: run.size * step, isBold: run.isBold) else { break }
      font = smaller
      width = Typesetter.width(of: string, in: font, isTabular: run.isTabular)
    }
    var shown = string
    if width > frame.width {
      shown = Typesetter.cut(string, to: frame.width) {
        Typesetter.width(of: $0, in: font, isTabular: run.isTabular)
      }
      width = Typesetter.width(of: shown, in: font, isTabular: run.isTabular)
      guard !shown.isEmpty else { return nil }
    }
    return TextLine(
      string: shown, font: font, origin: Typesetter.origin(of: run, width: width, in: font),
      width: width)
  }

  /// A text that cairo cannot write with the font, on the baseline and in the size of its neighbours.
  private mutating func setShaped(_ string: String, _ run: TextRun) -> TextLine? {
    var smallest: Font?
    for step in Typesetter.steps {
      guard let font = font(size: run.size * step, isBold: run.isBold),
        let line = Typesetter.shape(string, run, in: font)
      else { break }
      smallest = font
      // Other scripts reach farther up and down.
      if line.width <= run.frame.width, line.ink.minY >= run.frame.minY,
        line.ink.maxY <= run.frame.maxY
      {
        return line
      }
    }
    guard let smallest,
      let line = Typesetter.shape(string, run, in: smallest, limit: run.frame.width)
    else { return nil }
    return line.width <= run.frame.width ? line : nil
  }

  private static func shape(
    _ string: String, _ run: TextRun, in font: Font, limit: Double? = nil
  ) -> TextLine? {
    guard let shaped = ShapedLine(string, font.key, limit: limit) else { return nil }
    let origin = Typesetter.origin(of: run, width: shaped.width, in: font)
    return TextLine(
      string: string, font: font, origin: origin, width: shaped.width, shaped: shaped)
  }

  /// Where the baseline of a line of this width starts.
  private static func origin(of run: TextRun, width: Double, in font: Font) -> Point {
    Point(x: run.figuresStart(width: width), y: (run.frame.midY + font.capHeight / 2).rounded())
  }

  /// `string` without control characters, and not without end.
  ///
  /// Almost every text is clean already, and then nothing is copied.
  static func cleaned(_ string: String) -> String {
    var count = 0
    var isClean = true
    for byte in string.utf8 {
      count += 1
      // C0 and DEL by themselves; C1 and the line separators begin with these two lead bytes.
      if byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 { isClean = false }
    }
    if isClean, count <= longest { return string }
    let kept = string.unicodeScalars.lazy.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
      default: true
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: kept.prefix(longest))
    return String(result)
  }

  /// How far `string` advances, in device pixels.
  static func width(of string: String, in font: Font, isTabular: Bool) -> Double {
    guard isTabular else { return font.width(of: string) }
    var sum = 0
    for scalar in string.unicodeScalars { sum += font.advance(of: scalar) }
    return Double(sum)
  }

  /// The longest prefix of `string` that fits into `width` with an ellipsis after it; empty when none does.
  private static func cut(_ string: String, to width: Double, measure: (String) -> Double) -> String
  {
    func candidate(_ count: Int) -> String {
      var start = String(string.prefix(count))
      while start.last == " " { start.removeLast() }
      return start + "\u{2026}"
    }
    func fits(_ count: Int) -> Bool { measure(candidate(count)) <= width }
    var low = 0
    var high = string.count
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return fits(low) ? candidate(low) : ""
  }
}

/// A line of text that fits: its characters, font and place.
struct TextLine {
  /// Without control characters, cut where it was too long; what Pango has cut is whole here.
  var string: String
  /// The font, at the size that fits.
  var font: Font
  /// The start of the baseline, on whole pixels.
  var origin: Point
  /// How far it advances, in device pixels.
  var width: Double
  /// Its glyphs, where Pango has laid it out.
  var shaped: ShapedLine?

  /// All that it inks.
  var ink: Rect {
    shaped?.ink.offset(dx: origin.x, dy: origin.y) ?? font.ink(of: string, at: origin)
  }

  /// Draws it as outlines on `canvas`.
  func outline(on canvas: Canvas) {
    if let shaped {
      shaped.outline(at: origin, on: canvas)
    } else {
      font.outline(string, at: origin, on: canvas)
    }
  }

  /// Writes it as text on a canvas that keeps text as such.
  func write(on canvas: Canvas) {
    if let shaped {
      shaped.write(at: origin, on: canvas)
    } else {
      font.write(string, at: origin, on: canvas)
    }
  }
}
