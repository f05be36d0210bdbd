package import DisplayLists
package import Geometry
package import Session

/// What a window is like and what it is asked to show.
package struct Environment: Equatable, Sendable {
  /// The window's width in device pixels, at least 1.
  package var width: Int
  /// The window's height in device pixels, at least 1.
  package var height: Int
  /// Device pixels to a user unit, above 0.
  package var scale: Double
  /// The parts that were asked for, or nil for those that suit the mode.
  package var parts: Set<Part>?
  /// Whether changes are animated; without it everything is where it belongs at once.
  package var isAnimated: Bool
  /// The keys that the help and the buttons name.
  package var bindings: KeyBindings
  /// The looks that there are.
  package var themes: ThemeCatalog
  /// The colours of the rings of these names that are not left to the look; opaque.
  package var ringPaints: [String: RingPaint]
  /// How opaque the look's background is under everything, 0...1. At 0 all is clear where nothing is drawn.
  package var backgroundOpacity = 1.0
  /// Whether the background is left out, for a picture to be laid on one; all else looks as on the theme's own.
  package var omitsBackground = false
  /// What of its box the window fills.
  package var shape = WindowShape.rectangle
  /// Whether somebody respects that pixels are clear, such as a compositor. Without that the background is opaque, and whoever
  /// shows the frames cuts the window to its shape.
  package var showsAlpha = true
  /// How far everything is moved.
  package var drift = Drift.none

  /// The typeface of the desktop, where it has one: that of looks without one of their own.
  package var desktopFont: String?
  /// The typefaces that have been measured, each family once; numbers in others stand where those of the standard font do.
  package var fonts: [FontMetrics] = []

  /// A window of `width` x `height` device pixels.
  package init(
    width: Int, height: Int, scale: Double = 1, parts: Set<Part>? = nil, isAnimated: Bool = true,
    bindings: KeyBindings = .standard, themes: ThemeCatalog = .builtIn,
    ringPaints: [String: RingPaint] = [:]
  ) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    self.parts = parts
    self.isAnimated = isAnimated
    self.bindings = bindings
    self.themes = themes
    self.ringPaints = ringPaints
  }

  /// What the texts of `theme` are set in: its own typeface, or the desktop's, or what fontconfig has for texts without serifs.
  package func font(of theme: Theme) -> FontMetrics {
    let family = theme.font ?? desktopFont ?? FontMetrics.sansSerif
    return fonts.first { $0.family == family } ?? FontMetrics(family: family)
  }

  /// The outline of the window in device pixels.
  package var outline: Outline { shape.outline(of: size, scale: scale) }

  /// What is under everything where the look has `background`.
  package func backdrop(_ background: Color) -> Color {
    if omitsBackground { return background.opacity(0) }
    return shownOpacity < 1 ? background.opacity(shownOpacity) : background
  }

  /// How opaque the background is that is shown.
  var shownOpacity: Float { showsAlpha ? Float(min(max(backgroundOpacity, 0), 1)) : 1 }

  /// A text smaller than this many user units, or device pixels where those are larger, is of no use.
  static let leastText = 6.5

  /// The smallest size of text that is of use, in device pixels.
  var leastText: Double { Environment.leastText * max(scale, 1) }

  /// The extent in device pixels.
  package var size: Size { Size(width: Double(width), height: Double(height)) }
}
