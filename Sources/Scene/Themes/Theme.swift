package import Geometry
package import Session

/// A blurred shape that a raised thing casts, in hundredths of the thing's own measure.
package struct RelativeShadow: Equatable, Sendable {
  package var color: Color
  /// The standard deviation of the blur.
  package var radius: Double
  /// To the right and down by this much.
  package var offset: Double

  package init(color: Color, radius: Double, offset: Double) {
    (self.color, self.radius, self.offset) = (color, radius, offset)
  }
}

/// How the digits' segments look. Lengths are in hundredths of a digit's width.
package struct DigitStyle: Equatable, Sendable {
  package var unlit: Color
  /// The fill of a segment that is on, without ink.
  package var lit: Color
  /// How far that is tinted toward the text colour, 0 to 1.
  package var ink: Float
  /// What a segment that is on casts, and the line around it.
  package var shadows: [RelativeShadow]
  package var outline: Color
  package var outlineWidth: Double
  package var cornerRadius: Double
}

/// The colours of a ring's arc at the top, where it starts, and at its tip.
package struct RingColors: Equatable, Sendable {
  package var start: Color
  package var end: Color
  /// Of the per cent in the legend: one that can be read on the background.
  package var text: Color
}

/// What a ring is painted with by somebody's own choice.
package struct RingPaint: Equatable, Sendable {
  /// Where the arc starts, and at its tip; opaque.
  package var start: Color
  package var end: Color

  package init(start: Color, end: Color) { (self.start, self.end) = (start, end) }
}

/// How a button's face looks: at rest, under the pointer, and while it is held down.
package struct ButtonStyle: Equatable, Sendable {
  package var face: Color
  package var hover: Color
  package var pressed: Color
  package var border: Color
  package var text: Color
}

/// A look of the whole window.
package struct Theme: Equatable, Sendable {
  package var name: ThemeName
  package var background: Color
  /// The typeface; nil is the desktop's.
  package var font: String?
  /// Labels and readout, and what is less than those: names and keys.
  package var text: Color
  package var secondaryText: Color
  package var digits: DigitStyle
  /// What the dial's plate casts, in hundredths of its diameter; empty is flat.
  package var plateShadows: [RelativeShadow]
  package var plate: Color
  package var plateBorder: Color
  /// The ticks at every 5 seconds, and all others.
  package var majorTick: Color
  package var minorTick: Color
  /// The hands of the total and of the running lap.
  package var hand: Color
  package var lapHand: Color
  /// What the hands cast, in hundredths of the dial's diameter.
  package var handShadow: RelativeShadow
  /// From the outermost inward.
  package var rings: [RingColors]
  /// How much of a ring's colour its track has.
  package var trackOpacity: Float
  /// What the rims of a ring cast into its track, in hundredths of the outermost ring's diameter; empty is flat.
  package var trackShadows: [RelativeShadow]
  /// What a button casts, in hundredths of its height.
  package var buttonShadows: [RelativeShadow]
  package var button: ButtonStyle
  package var stopButton: ButtonStyle
  package var startButton: ButtonStyle
  /// The marks of the shortest and of the longest lap.
  package var best: Color
  package var worst: Color
  /// What lies over the window behind the help.
  package var veil: Color

  /// The fill of a segment that is on, ink included.
  var litFill: Color { digits.lit.mixed(with: text, by: digits.ink) }

  /// The same on a background of that opacity: segments that are off fade with it, and those that are on get a halo of its
  /// colour.
  func onBackground(opacity: Float) -> Theme {
    guard opacity < 1 else { return self }
    var theme = self
    theme.digits.unlit = digits.unlit.tint(on: background).opacity(opacity)
    theme.digits.shadows.insert(RelativeShadow(color: background, radius: 1.5, offset: 0), at: 0)
    return theme
  }
}
