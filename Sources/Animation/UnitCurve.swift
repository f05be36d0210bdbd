/// How a motion spends its time: a function from 0...1 (time) to progress that starts at 0 and ends at 1.
///
/// It is total: 0 before the start and for NaN, 1 after the end.
public struct UnitCurve: Hashable, Sendable {
  // The polynomials of the curve's parameter, ((cubic * p + square) * p + linear) * p, for time and progress.
  private let timeCubic: Double
  private let timeSquare: Double
  private let timeLinear: Double
  private let progressCubic: Double
  private let progressSquare: Double
  private let progressLinear: Double

  /// From rest to rest, with the control points of Core Animation's (and CSS's) curve of this name.
  public static let easeInOut = UnitCurve.cubicBezier(0.42, 0, 0.58, 1)

  /// The cubic Bezier curve from (0, 0) to (1, 1) with the control points (`x1`, `y1`) and (`x2`, `y2`).
  ///
  /// Times are held within 0...1, so that it stays a function of time; progress within -10...10, so that it stays
  /// finite (beyond 0...1 it overshoots). NaN is 0. It starts from rest where `y1` is 0 and `x1` is not, and ends
  /// at rest where `y2` is 1 and `x2` is not.
  static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> UnitCurve {
    UnitCurve(
      x1: held(x1, 0...1), y1: held(y1, -10...10), x2: held(x2, 0...1), y2: held(y2, -10...10))
  }

  private init(x1: Double, y1: Double, x2: Double, y2: Double) {
    timeLinear = 3 * x1
    timeSquare = 3 * (x2 - x1) - timeLinear
    timeCubic = 1 - timeLinear - timeSquare
    progressLinear = 3 * y1
    progressSquare = 3 * (y2 - y1) - progressLinear
    progressCubic = 1 - progressLinear - progressSquare
  }

  /// The progress at `time`: 0 at 0, before it and for NaN, 1 at 1 and after it.
  public func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    return progress(at: parameter(at: time))
  }

  /// The speed at `time`, in progress a unit of time: that inside the curve at 0 and 1, and 0 beyond and for NaN.
  ///
  /// Where the curve is vertical, the speed a little further inside stands for the infinite one.
  public func slope(at time: Double) -> Double {
    guard time >= 0, time <= 1 else { return 0 }
    var p = time == 0 || time == 1 ? time : parameter(at: time)
    if timeSlope(at: p) < 1e-6 { p = p < 0.5 ? p + 1e-3 : p - 1e-3 }
    let speed = (3 * progressCubic * p + 2 * progressSquare) * p + progressLinear
    return speed / max(timeSlope(at: p), 1e-6)
  }

  /// The parameter at which the curve reaches `time`, which lies between 0 and 1.
  ///
  /// Newton's steps, each taken only where it stays inside the bracket that holds the solution, else halving: so
  /// it ends after a bounded number of steps for every curve.
  private func parameter(at time: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var p = time
    for _ in 0..<60 {
      let error = ((timeCubic * p + timeSquare) * p + timeLinear) * p - time
      if abs(error) < 1e-14 { return p }
      if error < 0 { low = p } else { high = p }
      let newton = p - error / timeSlope(at: p)
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if next == p { return p }
      p = next
    }
    return p
  }

  private func timeSlope(at p: Double) -> Double {
    (3 * timeCubic * p + 2 * timeSquare) * p + timeLinear
  }

  private func progress(at p: Double) -> Double {
    ((progressCubic * p + progressSquare) * p + progressLinear) * p
  }

  private static func held(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
  }
}
