package import DisplayLists
import Geometry
import Session

/// A laid-out panel: where the instruments are and what they look like.
///
/// It is immutable, and depends only on its key and font. It is a class so that passing it is free.
final class Panel {
  let key: Key
  let theme: Theme
  let font: FontMetrics
  let measurer: TextMeasurer
  let frames: [Part: Rect]
  let rows: [ButtonRows.Row: Rect]
  /// Nil if the panel has no rings.
  private(set) var rings: RingLayout.Placement?

  init(
    _ key: Key, font: FontMetrics = .standard,
    measurer: @escaping TextMeasurer = { _, _, _ in 0 }
  ) {
    (self.key, self.font, self.measurer) = (key, font, measurer)
    let theme = key.environment.themes.theme(named: key.theme).onBackground(
      opacity: key.environment.shownOpacity)
    self.theme = key.environment.omitsBackground ? theme.withoutBackground : theme
    (frames, rows) = PanelLayout(key).place()
    rings = RingLayout.placement(on: self)
  }

  /// The colour under opaque pictures; nil if the window is translucent.
  var backdrop: Color? {
    let color = key.environment.backdrop(theme.background)
    return color.alpha < 1 ? nil : color
  }

  var minText: Double { key.environment.minText }

  var isAnimated: Bool { key.environment.isAnimated }

  /// At least `letter` ems per character, as the design assumes; `slack` is the tolerated excess.
  func width(of text: String, isBold: Bool = false, letter: Double, slack: Double = 0) -> Double {
    max(Double(text.count) * letter, measurer(text, isBold, font) * (1 - slack))
  }
}

/// The width of a text in ems; 0 for what the design assumes.
package typealias TextMeasurer =
  @Sendable (_ text: String, _ isBold: Bool, _ font: FontMetrics) -> Double
