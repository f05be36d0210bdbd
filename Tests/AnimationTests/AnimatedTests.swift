import TestSupport
import Testing

@testable import Animation

@Suite("A value that moves to its target")
struct AnimatedTests {
  private func time(_ seconds: Double) -> AnimationTime { AnimationTime(seconds: seconds) }

  private func speed(_ animated: Animated<Double>, at now: Double) -> Double {
    let step = 1e-6
    return (animated.value(at: time(now + step)) - animated.value(at: time(now - step)))
      / (2 * step)
  }

  @Test("position and speed are continuous under 10,000 random changes, and at rest it is exact")
  func continuous() {
    var random = SplitMix64(seed: 5)
    var (now, end) = (100.0, 0.0)
    var animated = Animated(0.0)
    for _ in 0..<10_000 {
      // From a burst of changes to a pause in which most motions end.
      now +=
        Double.random(in: 0...1, using: &random) < 0.9
        ? 0.01 : Double.random(in: 0...2, using: &random)
      let (position, before) = (animated.value(at: time(now)), speed(animated, at: now))
      let new = Double.random(in: -5...5, using: &random)
      let motion = Motion.easeInOut(
        Double.random(in: 0.2...1.5, using: &random),
        delay: Bool.random(using: &random) ? 0 : 0.1)
      animated.set(new, with: motion, at: time(now))
      end = max(end, now + motion.delay + motion.duration)
      #expect(abs(animated.value(at: time(now)) - position) < 1e-9)
      #expect(abs(speed(animated, at: now) - before) < 1e-3)
      #expect(animated.target == new && animated.isMoving(at: time(now)))
    }
    for later in [end + 1e-9, end + 1, end * 2] {
      #expect(animated.value(at: time(later)) == animated.target)
      #expect(animated.nextChange(after: time(later)) == nil)
    }
  }

  @Test("each number of a vector moves as it would alone, after its own delay")
  func vectors() {
    var random = SplitMix64(seed: 6)
    var all = Animated(SIMD8<Double>.zero)
    var alone = [Animated<Double>](repeating: Animated(0), count: 8)
    var now = 0.0
    for _ in 0..<1000 {
      now += Double.random(in: 0...0.2, using: &random)
      var (target, delays) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
      for part in 0..<8 {
        target[part] = Double.random(in: 0...1, using: &random)
        delays[part] = Double(part) * 0.02
        alone[part].set(
          target[part], with: .easeInOut(0.3, delay: delays[part]), at: time(now))
      }
      all.set(target, with: .easeInOut(0.3), delays: delays, at: time(now))
      let later = now + Double.random(in: 0...0.5, using: &random)
      let value = all.value(at: time(later))
      for part in 0..<8 { #expect(abs(value[part] - alone[part].value(at: time(later))) < 1e-9) }
    }
  }

  @Test("without a motion, without time and with reduced motion, it is there at once and rests")
  func atOnce() {
    let table: [(Motion?, AnimationTime)] = [
      (nil, time(0.5)), (.easeInOut(0), time(0.5)), (.linear(-1), time(0.5)),
      (.linear(.nan), time(0.5)), (.linear(1), AnimationTime(seconds: 0.5, isReduced: true)),
    ]
    for (motion, now) in table {
      var animated = Animated(0.0)
      animated.set(1, with: .easeInOut(1), at: time(0))
      animated.set(5, with: motion, at: now)
      for later in [0.5, 0.6, 2] {
        #expect(animated.value(at: time(later)) == 5)
        #expect(animated.nextChange(after: time(later)) == nil)
      }
    }
    // Motion that is reduced in the middle of one.
    var animated = Animated(0.0)
    animated.set(1, with: .easeInOut(1), at: time(0))
    let reduced = AnimationTime(seconds: 0.5, isReduced: true)
    #expect(animated.value(at: reduced) == 1 && animated.nextChange(after: reduced) == nil)
  }

  @Test("a source that moves by itself takes what is shown along, and stops no motion")
  func track() {
    var animated = Animated(0.0)
    animated.set(1, with: .linear(1), at: time(0))
    animated.track(3)
    #expect(animated.value(at: time(0.25)) == 2.25 && animated.value(at: time(1)) == 3)
    // Nothing to do is no motion.
    animated.set(3, with: .linear(9), at: time(2))
    #expect(animated.nextChange(after: time(2)) == nil)
  }

  @Test("it differs next when a delay is over")
  func delay() {
    var animated = Animated(0.0)
    animated.set(1, with: .linear(1, delay: 2), at: time(10))
    #expect(animated.nextChange(after: time(10)) == 12)
    #expect(animated.value(at: time(12)) == 0 && animated.value(at: time(12.5)) == 0.5)
    #expect(animated.nextChange(after: time(12.5)) == 12.5)
    #expect(animated.nextChange(after: time(13)) == nil && animated.value(at: time(13)) == 1)
  }

  @Test("changes of one moment are one run, and a run that is over goes with the next change")
  func merged() {
    var (one, many) = (Animated(0.0), Animated(0.0))
    one.set(10_000, with: .easeInOut(1), at: time(0))
    for change in 1...10_000 { many.set(Double(change), with: .easeInOut(1), at: time(0)) }
    #expect(many.runs.count == 1)
    for later in [0, 0.3, 0.5, 0.9, 1] {
      #expect(abs(many.value(at: time(later)) - one.value(at: time(later))) < 1e-9)
    }
    for frame in 1...10_000 {
      many.set(Double(frame), with: .easeInOut(0.5), at: time(2 + Double(frame) / 60))
      #expect(many.runs.count <= 31)
    }
  }

  @Test("a frame takes no memory, in motion and at rest, though the value was copied")
  func frames() {
    var animated = Animated(0.0)
    for change in 1...20 {
      animated.set(Double(change), with: .easeInOut(1), at: time(Double(change) / 100))
    }
    var (copy, sum) = (animated, 0.0)
    for frame in 0..<600 {
      let now = time(0.2 + Double(frame) / 240)
      copy.track(20 + Double(frame))
      sum += copy.value(at: now) + (copy.nextChange(after: now) ?? 0)
    }
    // They still share what the changes have allocated.
    let places = [animated, copy].map { $0.runs.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(places[0] == places[1] && sum > 0 && animated.target == 20)
  }

  @Test("it ends exactly, however long the axis has run", arguments: [86_400, 36_000_000, 1e9])
  func longAxis(now: Double) {
    var animated = Animated(0.1)
    animated.set(0.7, with: .easeInOut(0.35), at: time(now))
    #expect(abs(animated.value(at: time(now)) - 0.1) < 1e-9)
    #expect(abs(animated.value(at: time(now + 0.175)) - 0.4) < 1e-5)
    #expect(animated.value(at: time(now + 0.36)) == 0.7)
  }
}
