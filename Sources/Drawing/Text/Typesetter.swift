import DisplayLists
import Geometry

/// Chooses size, cut and place of lines of text, and keeps the fonts.
struct Typesetter {
  /// Longer texts are cut before anything is measured: no line of a window holds more.
  static let longest = 2048
  /// How far a line may be made smaller before it is cut, in steps of a fortieth.
  private static let steps = [1, 0.975, 0.95, 0.925, 0.9]
  /// More fonts than any one frame has; beyond it the least recently made are dropped.
  private static let mostFonts = 48

  /// The typeface of all texts.
  var metrics = FontMetrics.standard {
    didSet { if metrics.family != oldValue.family { fallbacks.removeAll() } }
  }
  /// Whether Pango is made use of where it is needed and installed.
  var usesPango = true
  private var fonts: [Font] = []
  private var fallbacks = FallbackFonts()

  /// The font of `size` (in device pixels), or nil when there is nothing to be seen.
  mutating func font(size: Double, isBold: Bool) -> Font? {
    font(Font.Key(size: size, isBold: isBold, metrics: metrics))
  }

  private mutating func font(_ key: Font.Key) -> Font? {
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
    if !run.isTabular, string.needsShaping || !font.covers(string) {
      return setForeign(string, run)
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
    return SetLine(
      string: shown, font: font, origin: Typesetter.origin(of: run, width: width, in: font))
  }

  /// A text that the font alone cannot write, on the baseline and in the size that its neighbours have.
  private mutating func setForeign(_ string: String, _ run: TextRun) -> SetLine? {
    var smallest: Font?
    for step in Typesetter.steps {
      guard let font = font(size: run.size * step, isBold: run.isBold) else { break }
      smallest = font
      let (line, width) = lay(string, run, in: font)
      let ink = line.ink
      // Other scripts reach farther up and down.
      if width <= run.frame.width, ink.minY >= run.frame.minY, ink.maxY <= run.frame.maxY {
        return line
      }
    }
    guard let smallest else { return nil }
    let (line, width) = lay(string, run, in: smallest, limit: run.frame.width)
    return width <= run.frame.width ? line : nil
  }

  /// `string` in one size, and how far it advances; where there is a `limit`, cut with an ellipsis if it is wider than that.
  private mutating func lay(
    _ string: String, _ run: TextRun, in font: Font, limit: Double? = nil
  ) -> (line: SetLine, width: Double) {
    if usesPango, let line = ShapedLine(string, font.key, limit: limit) {
      let origin = Typesetter.origin(of: run, width: line.width, in: font)
      return (SetLine(string: string, font: font, origin: origin, body: .shaped(line)), line.width)
    }
    var shown = string
    if let limit, pieces(of: string, in: font).width > limit {
      shown = Typesetter.cut(string, to: limit) { pieces(of: $0, in: font).width }
      if shown.isEmpty { shown = string }
    }
    let laid = pieces(of: shown, in: font)
    let origin = Typesetter.origin(of: run, width: laid.width, in: font)
    return (
      SetLine(string: shown, font: font, origin: origin, body: .pieces(laid.pieces)), laid.width
    )
  }

  /// `string` in pieces, each in a font that has its characters where there is one.
  private mutating func pieces(
    of string: String, in font: Font
  ) -> (pieces: [(string: String, font: Font, dx: Double)], width: Double) {
    var pieces: [(string: String, font: Font, dx: Double)] = []
    for character in string {
      let own = self.font(for: character, near: font)
      if let last = pieces.last, last.font === own {
        pieces[pieces.count - 1].string.append(character)
      } else {
        pieces.append((String(character), own, 0))
      }
    }
    var width = 0.0
    for index in pieces.indices {
      pieces[index].dx = width
      width += pieces[index].font.width(of: pieces[index].string)
    }
    return (pieces, width)
  }

  /// A font of the same size that has `character`, or at least a part of it; `font` itself where there is none.
  private mutating func font(for character: Character, near font: Font) -> Font {
    let text = String(character)
    if font.covers(text) { return font }
    for scalar in character.unicodeScalars where !font.covers(String(Character(scalar))) {
      guard let family = fallbacks.family(for: scalar, near: font.key.metrics.family) else {
        continue
      }
      var key = font.key
      key.metrics = FontMetrics(family: family)
      if let other = self.font(key), other.covers(String(Character(scalar))) { return other }
    }
    return font
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

  /// The longest beginning of `string` that fits into `width` with an ellipsis after it, as `measure` has it; empty when none
  /// does.
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
