/// The "ease in, ease out" curve of Core Animation and CSS, a cubic Bézier curve.
public enum EaseInOut {
  /// The control points between (0, 0) and (1, 1), by coordinate.
  private static let time = Polynomial(0.42, 0.58)
  private static let progress = Polynomial(0, 1)

  /// Returns the progress at `time`: 0 before the start and for NaN, 1 after the end.
  public static func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    return progress.value(at: parameter(at: time))
  }

  /// Returns the parameter at which the curve reaches `time`, which is between 0 and 1.
  ///
  /// Uses Newton's method inside a bracket, and bisection where a step would leave the bracket.
  private static func parameter(at time: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var p = time
    for _ in 0..<60 {
      let error = Self.time.value(at: p) - time
      if abs(error) < 1e-14 { return p }
      if error < 0 { low = p } else { high = p }
      let newton = p - error / Self.time.slope(at: p)
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if next == p { return p }
      p = next
    }
    return p
  }

  private struct Polynomial {
    private let cubic, square, linear: Double

    init(_ first: Double, _ second: Double) {
      linear = 3 * first
      square = 3 * (second - first) - linear
      cubic = 1 - linear - square
    }

    func value(at p: Double) -> Double { ((cubic * p + square) * p + linear) * p }
    func slope(at p: Double) -> Double { (3 * cubic * p + 2 * square) * p + linear }
  }
}
