package import DisplayLists
package import Geometry
package import Session
package import Timekeeping

package struct Environment: Equatable, Sendable {
  /// The window's size in device pixels, at least 1.
  package var width: Int
  package var height: Int
  /// Device pixels to a user unit, above 0.
  package var scale: Double
  /// The parts to show; nil are those of the mode.
  package var parts: Set<Part>?
  package var isAnimated: Bool
  package var bindings: KeyBindings
  package var themes: ThemeCatalog
  package var ringPaints: [String: RingPaint]
  /// The opacity of the theme's background, 0...1.
  package var backgroundOpacity = 1.0
  /// Whether the background is left out, as for a picture to be laid on one.
  package var omitsBackground = false
  package var shape = WindowShape.rectangle
  /// Whether alpha is respected, as by a compositor. If not, the background is opaque, and whoever
  /// shows the frames cuts the window to its shape.
  package var showsAlpha = true
  package var drift = Drift.none
  /// The desktop's font, for themes without one.
  package var desktopFont: String?
  /// The fonts that have been measured, each family once.
  package var fonts: [FontMetrics] = []

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

  /// The theme that `model` shows, and its font: its own, the desktop's, or fontconfig's sans-serif.
  package func look(of model: Model) -> (theme: Theme, font: FontMetrics) {
    let theme = themes.theme(named: model.shownTheme)
    let family = theme.font ?? desktopFont ?? FontMetrics.sansSerif
    return (theme, fonts.first { $0.family == family } ?? FontMetrics(family: family))
  }

  package var outline: Outline { shape.outline(of: size, scale: scale) }

  /// What is under everything in a theme with `background`.
  package func backdrop(_ background: Color) -> Color {
    if omitsBackground { return background.opacity(0) }
    return shownOpacity < 1 ? background.opacity(shownOpacity) : background
  }

  var shownOpacity: Float { showsAlpha ? Float(min(max(backgroundOpacity, 0), 1)) : 1 }

  /// Smaller text is illegible; in user units, or in device pixels if those are larger.
  static let leastText = 6.5

  var leastText: Double { Environment.leastText * max(scale, 1) }

  package var size: Size { Size(width: Double(width), height: Double(height)) }
}

package enum WindowShape: String, CaseIterable, Sendable {
  case rectangle
  case rounded
  case round

  /// The radius of round corners in user units, and its maximum by the window's shorter side.
  private static let radius = 24.0
  private static let maxShare = 0.25

  /// The width of the square in a circle, by the diameter.
  private static let square = 0.5.squareRoot()

  /// The outline of a window of `size` device pixels, `scale` of which are a user unit.
  package func outline(of size: Size, scale: Double) -> Outline {
    switch self {
    case .rectangle: return .rectangle
    case .rounded:
      let radius = min(
        WindowShape.radius * scale, min(size.width, size.height) * WindowShape.maxShare)
      return radius > 0 ? .rounded(radius: radius) : .rectangle
    case .round: return .ellipse
    }
  }

  /// The middle of a window of `size`, without what the outline may cut off.
  func middle(of size: Size) -> Rect { room(in: size, share: WindowShape.square) }

  /// The boxes that a panel may take: in a round window from high and narrow to low and wide.
  func rooms(in size: Size) -> [Rect] {
    guard self == .round else { return [room(in: size, share: 1)] }
    return [0.5, 0.6, 0.66, WindowShape.square, 0.75, 0.8, 0.86, 0.92].map {
      room(in: size, share: $0)
    }
  }

  private func room(in size: Size, share: Double) -> Rect {
    let bounds = Rect(origin: .zero, size: size)
    guard self == .round else { return bounds }
    let height = size.height * (1 - share * share).squareRoot()
    return Rect(center: bounds.center, size: Size(width: size.width * share, height: height))
  }
}

/// How far the picture has moved in full screen, in whole device pixels, so that nothing burns in.
///
/// It moves by an invisible pixel a minute, in a square spiral from the middle outward and back.
/// The composer moves the items. So the pointer's targets move along, and the way of presenting
/// does not matter.
package struct Drift: Equatable, Hashable, Sendable {
  package var dx: Int
  package var dy: Int

  package static let none = Drift(dx: 0, dy: 0)

  package init(dx: Int, dy: Int) { (self.dx, self.dy) = (dx, dy) }

  package static let period = Duration.seconds(60)
  /// The maximum in each direction, by the window's shorter side and in device pixels. The margin of
  /// the layout is fourteen times as wide.
  private static let share = 0.005
  static let maxPixels = 12

  var reversed: Drift { Drift(dx: -dx, dy: -dy) }

  /// The position at step `number`, of which 0 is the middle, in a window of `size`.
  package static func place(_ number: Int64, in size: Size) -> Drift {
    let least = min(size.width, size.height) * share
    let reach = least.isFinite ? max(0, min(Int(least.rounded(.down)), maxPixels)) : 0
    let last = Int64((2 * reach + 1) * (2 * reach + 1) - 1)
    guard number > 0, last > 0 else { return .none }
    let turn = number % (2 * last)
    return spiral(Int(min(turn, 2 * last - turn)))
  }

  /// The step at `now` in a window that fills the screen since `start`, and the time of the next one.
  package static func step(at now: Instant, since start: Instant) -> (number: Int64, next: Instant)
  {
    let period = Drift.period.components.seconds
    let number = max(0, (now - start).components.seconds / period)
    return (number, start.advanced(by: .seconds((number + 1) * period)))
  }

  private static func spiral(_ number: Int) -> Drift {
    var (place, left, leg) = (Drift.none, number, 0)
    var direction = (dx: 1, dy: 0)
    while left > 0 {
      // Legs of 1, 1, 2, 2, 3, 3 ... pixels, to the right, down, to the left, up.
      let length = min(left, leg / 2 + 1)
      place.dx += length * direction.dx
      place.dy += length * direction.dy
      direction = (-direction.dy, direction.dx)
      left -= length
      leg += 1
    }
    return place
  }
}

extension Point {
  func moved(by drift: Drift) -> Point { offset(dx: Double(drift.dx), dy: Double(drift.dy)) }
}

extension Rect {
  func moved(by drift: Drift) -> Rect { offset(dx: Double(drift.dx), dy: Double(drift.dy)) }
}
