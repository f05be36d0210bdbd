package import Geometry

/// What of its box a window is to fill.
package enum WindowShape: String, CaseIterable, Sendable {
  case rectangle
  /// With round corners.
  case rounded
  /// A circle, or an ellipse where the window is not as high as wide.
  case round

  /// The radius of round corners in user units, and the most of the window's shorter side that it may take.
  private static let radius = 24.0
  private static let mostOfSide = 0.25

  /// The share of the width of what stands in the middle of a round window and reaches as far across as down: that of the
  /// square in a circle.
  private static let square = 0.5.squareRoot()

  /// The outline of a window of `size` device pixels, `scale` of which are a user unit.
  package func outline(of size: Size, scale: Double) -> Outline {
    switch self {
    case .rectangle: return .rectangle
    case .rounded:
      let radius = min(
        WindowShape.radius * scale, min(size.width, size.height) * WindowShape.mostOfSide)
      return radius > 0 ? .rounded(radius: radius) : .rectangle
    case .round: return .ellipse
    }
  }

  /// What can be stood on in a window of `size`: its middle, where corners are far from being seen.
  func middle(of size: Size) -> Rect { room(in: size, share: WindowShape.square) }

  /// The boxes that a panel may take in a window of `size`: of a round one from high and narrow to low and wide.
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
