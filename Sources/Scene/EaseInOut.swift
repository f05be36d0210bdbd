/// The "ease in, ease out" curve of Core Animation and CSS: a cubic Bézier curve between (0, 0) and
/// (1, 1) with the control points (0.42, 0) and (0.58, 1).
enum EaseInOut {
  /// Returns the progress at `time`: 0 before the start and for NaN, 1 after the end.
  static func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
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
