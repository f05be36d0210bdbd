/// How a value gets to its target. Times are in seconds.
public struct Motion: Equatable, Sendable {
  public let curve: Curve
  public let duration: Double
  public let delay: Double

  public static func linear(_ duration: Double, delay: Double = 0) -> Motion {
    Motion(curve: .linear, duration: duration, delay: delay)
  }

  public static func easeInOut(_ duration: Double, delay: Double = 0) -> Motion {
    Motion(curve: .easeInOut, duration: duration, delay: delay)
  }

  /// Returns the progress, from 0 to 1, `time` after its start.
  func progress(after time: Double) -> Double { curve.value(at: (time - delay) / duration) }
}

public enum Curve: Sendable {
  case linear
  /// The "ease in, ease out" of Core Animation and CSS: a cubic Bézier curve between (0, 0) and
  /// (1, 1) with the control points (0.42, 0) and (0.58, 1).
  case easeInOut

  /// Returns the progress at `time`: 0 before the start and for NaN, 1 after the end.
  public func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    guard self == .easeInOut else { return time }
    // The curve's time at the parameter p is 0.52 p³ - 0.78 p² + 1.26 p, so nearly straight that
    // Newton's method needs at most five steps.
    var p = time
    for _ in 0..<5 {
      let error = ((0.52 * p - 0.78) * p + 1.26) * p - time
      if abs(error) < 1e-14 { break }
      p -= error / ((1.56 * p - 1.56) * p + 1.26)
    }
    return (3 - 2 * p) * p * p
  }
}

/// The time of a frame. With reduced motion, every value is at its target.
public struct AnimationTime: Equatable, Sendable {
  /// On any steady axis.
  public let seconds: Double
  public let isReduced: Bool

  public init(seconds: Double, isReduced: Bool = false) {
    (self.seconds, self.isReduced) = (seconds, isReduced)
  }
}
