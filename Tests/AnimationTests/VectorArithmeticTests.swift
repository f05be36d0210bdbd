import Animation
import Testing

@Suite("Vectors")
struct VectorArithmeticTests {
  @Test("a pair adds, subtracts, scales and measures value by value")
  func pairs() {
    let left = AnimatablePair(AnimatablePair(1.0, 2.0), Float(3))
    var right = AnimatablePair(AnimatablePair(0.5, -2.0), Float(1))
    #expect(left + right == AnimatablePair(AnimatablePair(1.5, 0), 4))
    #expect(left - right == AnimatablePair(AnimatablePair(0.5, 4), 2))
    #expect(left - left == .zero)
    right.scale(by: 2)
    #expect(right == AnimatablePair(AnimatablePair(1, -4), 2))
    #expect(left.magnitudeSquared == 14)
  }

  @Test("a value moves by its animatable part")
  func animatable() {
    struct Box: Animatable {
      var width: Double
      var height: Double
      var animatableData: AnimatablePair<Double, Double> {
        get { AnimatablePair(width, height) }
        set { (width, height) = (newValue.first, newValue.second) }
      }
    }
    var box = Box(width: 1, height: 2)
    var motion = Animated(box.animatableData)
    motion.setTarget(AnimatablePair(3, 6), duration: 2, curve: .linear, at: 0)
    box.animatableData = motion.value(at: 1)
    #expect(abs(box.width - 2) < 1e-12 && abs(box.height - 4) < 1e-12)
  }
}
