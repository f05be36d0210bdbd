import DisplayLists
import Geometry

/// A line of text that fits: what is written, with which font, and where.
struct SetLine {
  /// The text as written, without control characters, cut where it was too long.
  var string: String
  /// The font, at the size that fits.
  var font: Font
  /// The start of the baseline, on whole pixels.
  var origin: Point
}

/// Chooses size, cut and place of lines of text, and keeps the fonts.
struct Typesetter {
  /// Longer texts are cut before anything is measured: no line of a window holds more.
  static let longest = 2048
  /// How far a line may be made smaller before it is cut, in steps of a fortieth.
  private static let steps = [1, 0.975, 0.95, 0.925, 0.9]
  /// More fonts than any one frame has; beyond it the least recently made are dropped.
  private static let mostFonts = 48

  /// The typeface of all texts.
  var metrics = FontMetrics.standard
  private var fonts: [Font] = []

  /// The font of `size` (in device pixels), or nil when there is nothing to be seen.
  mutating func font(size: Double, isBold: Bool) -> Font? {
    let key = Font.Key(size: size, isBold: isBold, metrics: metrics)
    for font in fonts where font.key == key { return font }
    guard let font = Font(key) else { return nil }
    if fonts.count >= Typesetter.mostFonts { fonts.removeFirst(fonts.count / 2) }
    fonts.append(font)
    return font
  }

  /// Forgets all fonts.
  mutating func removeAll() { fonts.removeAll() }

  /// `run` as one line, or nil when nothing of it can be seen.
  mutating func set(_ run: TextRun) -> SetLine? {
    let frame = run.frame
    guard frame.minX.isFinite, frame.minY.isFinite, frame.width > 0, frame.height > 0,
      frame.width < Canvas.limit, frame.height < Canvas.limit, abs(frame.minX) < Canvas.limit,
      abs(frame.minY) < Canvas.limit
    else { return nil }
    let string = Typesetter.cleaned(run.string)
    guard !string.isEmpty, var font = font(size: run.size, isBold: run.isBold) else { return nil }
    var width = Typesetter.width(of: string, in: font, isTabular: run.isTabular)
    for step in Typesetter.steps.dropFirst() where width > frame.width {
      guard let smaller = self.font(size: run.size * step, isBold: run.isBold) else { break }
      font = smaller
      width = Typesetter.width(of: string, in: font, isTabular: run.isTabular)
    }
    var shown = string
    if width > frame.width {
      shown = Typesetter.cut(string, to: frame.width, in: font, isTabular: run.isTabular)
      width = Typesetter.width(of: shown, in: font, isTabular: run.isTabular)
      guard !shown.isEmpty else { return nil }
    }
    let origin = Point(
      x: run.figuresStart(width: width), y: (frame.midY + font.capHeight / 2).rounded())
    return SetLine(string: shown, font: font, origin: origin)
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

  /// The longest beginning of `string` that fits into `width` with an ellipsis after it; empty when none does.
  private static func cut(_ string: String, to width: Double, in font: Font, isTabular: Bool) -> String {
    func candidate(_ count: Int) -> String {
      var start = String(string.prefix(count))
      while start.last == " " { start.removeLast() }
      return start + "\u{2026}"
    }
    func fits(_ count: Int) -> Bool {
      Typesetter.width(of: candidate(count), in: font, isTabular: isTabular) <= width
    }
    var low = 0
    var high = string.count
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return fits(low) ? candidate(low) : ""
  }
}
