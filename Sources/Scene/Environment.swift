package import DisplayLists
package import Geometry
package import Session
package import Timekeeping

package struct Environment: Equatable, Sendable {
  /// In device pixels, at least 1.
  package var width: Int
  package var height: Int
  /// Device pixels per user unit, above 0.
  package var scale: Double
  /// The parts to show; nil for those of the mode.
  package var parts: Set<Part>?
  package var isAnimated = true
  package var bindings = KeyRow.standard
  package var themes = ThemeCatalog.builtIn
  package var backgroundOpacity = 1.0
  /// Whether the background is left out, for a picture to be laid on another.
  package var omitsBackground = false
  package var shape = WindowShape.rectangle
  /// Without alpha, the background is opaque, and the presenter cuts the window to its shape.
  package var showsAlpha = true
  package var drift = Drift.none
  /// The desktop's font, for themes without one.
  package var desktopFont: String?
  /// The measured fonts, one per family.
  package var fonts: [FontMetrics] = []

  package init(width: Int, height: Int, scale: Double = 1, parts: Set<Part>? = nil) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    self.parts = parts
  }

  /// The font is the theme's, the desktop's, or fontconfig's sans-serif.
  package func look(of model: Model) -> (theme: Theme, font: FontMetrics) {
    let theme = themes.theme(named: model.shownTheme)
    let family = theme.font ?? desktopFont ?? FontMetrics.sansSerif
    return (theme, fonts.first { $0.family == family } ?? FontMetrics(family: family))
  }

  package var outline: Outline {
    switch shape {
    case .rectangle: .rectangle
    case .rounded:
      .rounded(
        radius: min(
          WindowShape.radius * scale, min(size.width, size.height) * WindowShape.maxFraction))
    case .round: .ellipse
    }
  }

  /// The middle of the window, which no outline cuts.
  var middle: Rect { box(fraction: WindowShape.square) }

  /// The widths of the boxes in a round window, by its width, from high and narrow to low and wide.
  private static let roomWidths = [0.5, 0.6, 0.66, WindowShape.square, 0.75, 0.8, 0.86, 0.92]

  var rooms: [Rect] {
    guard shape == .round else { return [box(fraction: 1)] }
    return Environment.roomWidths.map { box(fraction: $0) }
  }

  private func box(fraction: Double) -> Rect {
    let bounds = Rect(origin: .zero, size: size)
    guard shape == .round else { return bounds }
    let height = size.height * (1 - fraction * fraction).squareRoot()
    return Rect(center: bounds.center, size: Size(width: size.width * fraction, height: height))
  }

  package func backdrop(_ background: Color) -> Color {
    background.opacity(omitsBackground ? 0 : shownOpacity)
  }

  var shownOpacity: Float { showsAlpha ? Float(min(max(backgroundOpacity, 0), 1)) : 1 }

  /// The minimum legible text size, in user units or device pixels, whichever is larger.
  static let minText = 9.0

  /// The minimum size of words that are read at a glance, such as the captions of buttons, in user
  /// units.
  static let minCaption = 11.0

  var minText: Double { Environment.minText * max(scale, 1) }

  package var size: Size { Size(width: Double(width), height: Double(height)) }
}

package enum WindowShape: String, CaseIterable, Sendable {
  case rectangle
  case rounded
  case round

  /// In user units, and the maximum as a fraction of the window's shorter side.
  fileprivate static let radius = 24.0
  fileprivate static let maxFraction = 0.25

  /// The side of the square in a circle, by the diameter.
  fileprivate static let square = 0.5.squareRoot()
}

/// The offset of the picture in full screen, in whole device pixels, against burn-in.
///
/// It moves by one pixel a minute, from side to side, and after each turn up or down. The composer
/// moves the items, so kept pictures are copied to their new position.
package struct Drift: Equatable, Hashable, Sendable {
  package var dx: Int
  package var dy: Int

  package static let none = Drift(dx: 0, dy: 0)

  package init(dx: Int, dy: Int) { (self.dx, self.dy) = (dx, dy) }

  /// Between two steps, in seconds.
  private static let period: Int64 = 60
  /// The maximum in each direction, as a fraction of the window's shorter side and in device
  /// pixels. The margin of the layout is fourteen times as wide.
  private static let maxFraction = 0.005
  static let maxPixels = 12

  var reversed: Drift { Drift(dx: -dx, dy: -dy) }

  /// Returns the offset after `number` steps; step 0 is the middle.
  static func place(_ number: Int64, in size: Size) -> Drift {
    let shorter = min(size.width, size.height) * maxFraction
    let reach = shorter.isFinite ? max(0, min(Int(shorter.rounded(.down)), maxPixels)) : 0
    guard number > 0, reach > 0 else { return .none }
    let period = 4 * reach
    let step = Int(number % Int64(period * period))
    func wave(_ step: Int) -> Int { reach - abs((step + reach) % period - 2 * reach) }
    return Drift(dx: wave(step), dy: wave(step / period))
  }

  /// Returns the offset at `now`, and the time of the next step.
  package static func step(at now: Instant, since start: Instant, in size: Size) -> (
    drift: Drift, next: Instant
  ) {
    let number = max(0, (now - start).components.seconds / period)
    return (place(number, in: size), start + .seconds((number + 1) * period))
  }
}

extension Point {
  func moved(by drift: Drift) -> Point { offset(dx: Double(drift.dx), dy: Double(drift.dy)) }
}

extension Rect {
  func moved(by drift: Drift) -> Rect { offset(dx: Double(drift.dx), dy: Double(drift.dy)) }
}
