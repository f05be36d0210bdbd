package import DisplayLists
import Geometry

extension FontMetrics {
  /// What the typeface of this name measures, or the nearest one to it. The standard one is known, and not opened.
  ///
  /// A weight that cannot be measured has the standard measures.
  package init(measuring family: String) {
    self.init(family: family)
    guard family != FontMetrics.standardFamily else { return }
    regular = Figures(measuring: family, isBold: false) ?? regular
    bold = Figures(measuring: family, isBold: true) ?? bold
  }

  /// How wide each of `texts` is in its regular weight, in device pixels, where the em is `size` of them.
  package func widths(of texts: [String], size: Double) -> [Double] {
    guard let font = Font(Font.Key(size: size, isBold: false, metrics: self)) else {
      return texts.map { _ in 0 }
    }
    return texts.map { font.width(of: Typesetter.cleaned($0)) }
  }
}

extension FontMetrics.Figures {
  /// The em that is measured at: every typeface has whole measures, or close to whole ones, at this.
  private static let em = 2048.0
  /// What a character may advance, in ems; a typeface beyond that is broken, or no typeface for text.
  private static let allowed = 0.05...3.0

  /// Those of one weight of `family`; nil where there are none that can be worked with.
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
      let place = digits.contains(text) ? widest : width
      // Its baseline is as far below the middle of a capital as that is high by half.
      let ink = font.ink(of: text, at: Point(x: start, y: font.capHeight / 2))
      lean = max(lean, -ink.minX / em, (ink.maxX - place) / em)
      reach = max(reach, -ink.minY / em, ink.maxY / em)
    }
    guard lean < Self.allowed.upperBound, reach < Self.allowed.upperBound else { return nil }
  }
}
