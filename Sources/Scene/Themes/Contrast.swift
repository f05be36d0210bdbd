import Geometry

/// What WCAG 2.2 asks of contrast, by which every look is held: 4.5 for text, 3 for large text and for what is no text.
enum Contrast {
  static let text = 4.5
  static let large = 3.0

  /// What a text of `size` user units needs. Large is 18 points, or 14 where it is bold; a point is 4/3 of a unit.
  static func least(forSize size: Double, isBold: Bool) -> Double {
    size >= (isBold ? 14 : 18) * 4 / 3 ? large : text
  }
}

extension Theme {
  /// `color`, only as far from itself as a text of `size` user units needs to be read on the background.
  func legible(_ color: Color, size: Double, isBold: Bool = false) -> Color {
    color.shade(toward: text, by: Contrast.least(forSize: size, isBold: isBold), on: background)
  }

  /// The running lap's words, and what goes on now in a list: as the hands, but to be read at any size.
  var lapText: Color { lapHand.shade(toward: text, by: Contrast.text, on: background) }
  var handText: Color { hand.shade(toward: text, by: Contrast.text, on: background) }
}
