import Testing

@testable import Animation

@Suite("Curves")
struct CurveTests {
  /// The curve by its definition: halves the parameter's range until it gives `time`.
  private func reference(at time: Double) -> Double {
    func point(_ a: Double, _ b: Double, _ p: Double) -> Double {
      func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * p }
      return mix(mix(mix(0, a), mix(a, b)), mix(mix(a, b), mix(b, 1)))
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if point(0.42, 0.58, middle) < time { low = middle } else { high = middle }
    }
    return point(0, 1, (low + high) / 2)
  }

  @Test("it starts at 0, ends at 1, and is clamped outside; NaN is 0")
  func total() {
    for time in [0, -0.0, -1e-300, -1, -1e308, -Double.infinity, .nan] {
      #expect(Curve.easeInOut.value(at: time) == 0)
    }
    for time in [1, 1.0.nextUp, 2, 1e308, .infinity] {
      #expect(Curve.easeInOut.value(at: time) == 1)
    }
    for time in [Double.leastNonzeroMagnitude, 1e-9, 1.0.nextDown] {
      #expect((0...1).contains(Curve.easeInOut.value(at: time)))
    }
  }

  @Test("it is the curve of its control points, symmetrical, and never goes back")
  func agreesWithDefinition() {
    var last = 0.0
    for step in 0...300 {
      let time = Double(step) / 300
      let value = Curve.easeInOut.value(at: time)
      #expect(abs(value - reference(at: time)) < 1e-9)
      #expect(abs(value + Curve.easeInOut.value(at: 1 - time) - 1) < 1e-9)
      #expect(value >= last)
      last = value
    }
  }
}
