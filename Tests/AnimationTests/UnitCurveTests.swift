import TestSupport
import Testing

@testable import Animation

@Suite("Curves")
struct UnitCurveTests {
  private static let linear = UnitCurve.cubicBezier(1.0 / 3, 1.0 / 3, 2.0 / 3, 2.0 / 3)
  private static let easeIn = UnitCurve.cubicBezier(0.42, 0, 1, 1)
  private static let easeOut = UnitCurve.cubicBezier(0, 0, 0.58, 1)
  private static let usual = [linear, easeIn, easeOut, .easeInOut]

  /// The curve by its definition: halve the parameter's range until it gives `time`, by de Casteljau's points.
  private func reference(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at time: Double)
    -> Double
  {
    func point(_ a: Double, _ b: Double, _ p: Double) -> Double {
      func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * p }
      return mix(mix(mix(0, a), mix(a, b)), mix(mix(a, b), mix(b, 1)))
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if point(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return point(y1, y2, (low + high) / 2)
  }

  @Test("every curve starts at 0, ends at 1, and is clamped outside; NaN is 0")
  func total() {
    var random = SplitMix64(seed: 1)
    var curves = Self.usual
    let odd = [0, 1, -1, 0.5, 1e308, -1e308, .nan, .infinity, -.infinity, 1e-300]
    for _ in 0..<500 {
      let (x1, y1) = (
        odd.randomElement(using: &random) ?? 0, odd.randomElement(using: &random) ?? 0
      )
      let (x2, y2) = (
        odd.randomElement(using: &random) ?? 0, odd.randomElement(using: &random) ?? 0
      )
      curves.append(.cubicBezier(x1, y1, x2, y2))
    }
    for curve in curves {
      for time in [0, -0.0, -1e-300, -1, -1e308, -Double.infinity, .nan] {
        #expect(curve.value(at: time) == 0)
      }
      for time in [1, 1.0.nextUp, 2, 1e308, .infinity] { #expect(curve.value(at: time) == 1) }
      for time in [Double.leastNonzeroMagnitude, 1e-9, 0.1, 0.5, 0.9, 1.0.nextDown] {
        #expect(curve.value(at: time).isFinite && curve.slope(at: time).isFinite)
      }
      for time in [-1, 2, .nan, .infinity, -Double.infinity] { #expect(curve.slope(at: time) == 0) }
      #expect(curve.slope(at: 0).isFinite && curve.slope(at: 1).isFinite)
    }
  }

  @Test(
    "any curve in the box agrees with its definition and never goes back",
    arguments: 0..<20 as Range<UInt64>)
  func agreesWithDefinition(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let points = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
    let curve = UnitCurve.cubicBezier(points[0], points[1], points[2], points[3])
    var last = 0.0
    for step in 1..<300 {
      let time = Double(step) / 300
      let value = curve.value(at: time)
      #expect(abs(value - reference(points[0], points[1], points[2], points[3], at: time)) < 1e-7)
      #expect(value >= last - 1e-12)
      last = value
    }
  }

  @Test(
    "easeInOut is the curve of its control points, the same from both ends, and half-way at half the time"
  )
  func easeInOut() {
    #expect(abs(UnitCurve.easeInOut.value(at: 0.5) - 0.5) < 1e-12)
    for step in 0...100 {
      let time = Double(step) / 100
      #expect(
        abs(UnitCurve.easeInOut.value(at: time) - reference(0.42, 0, 0.58, 1, at: time)) < 1e-9)
      #expect(
        abs(UnitCurve.easeInOut.value(at: time) + UnitCurve.easeInOut.value(at: 1 - time) - 1)
          < 1e-9)
    }
  }

  @Test("the slope is the change of the value")
  func slope() {
    for curve in Self.usual {
      for step in 1..<100 {
        let time = Double(step) / 100
        let change = (curve.value(at: time + 1e-6) - curve.value(at: time - 1e-6)) / 2e-6
        #expect(abs(curve.slope(at: time) - change) < 1e-4)
      }
    }
  }

  @Test(
    "a curve starts from rest where its first control point is level with the start, and so at its end"
  )
  func rest() {
    #expect(Self.easeIn.slope(at: 0) == 0 && abs(UnitCurve.easeInOut.slope(at: 0)) < 1e-12)
    #expect(abs(Self.easeOut.slope(at: 1)) < 1e-9 && abs(UnitCurve.easeInOut.slope(at: 1)) < 1e-9)
    #expect(abs(Self.linear.slope(at: 0) - 1) < 1e-12)
    #expect(abs(Self.easeOut.slope(at: 0) - 1 / 0.58) < 0.01)
    #expect(abs(Self.easeIn.slope(at: 1) - 1 / 0.58) < 0.01)
  }
}
