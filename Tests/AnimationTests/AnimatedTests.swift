import TestSupport
import Testing

@testable import Animation

extension Animated {
  /// The speed at `now`, by the values shortly before and after.
  fileprivate func velocity(at now: Double) -> Double {
    let step = 1e-6
    return (value(at: now + step) - value(at: now - step)) / (2 * step)
  }

  /// When the last run ends; nil when none is held.
  fileprivate var endTime: Double? { runs.lazy.map(\.end).max() }
}

@Suite("Animated values")
struct AnimatedTests {
  @Test(
    "it starts at its value, is half-way at half the time, and is exactly at the target from the end on"
  )
  func threeMoments() {
    var ring = Animated(0.25)
    ring.setTarget(0.75, duration: 1, at: 10)
    #expect(ring.value(at: 10) == 0.25 && abs(ring.velocity(at: 10)) < 1e-5)
    #expect(abs(ring.value(at: 10.5) - 0.5) < 1e-12 && ring.velocity(at: 10.5) > 0)
    #expect(
      ring.value(at: 11) == 0.75 && abs(ring.velocity(at: 11)) < 1e-5 && ring.value(at: 1e9) == 0.75
    )
    #expect(ring.target == 0.75 && ring.endTime == 11)
    #expect(ring.isMoving(at: 10.999) && !ring.isMoving(at: 11))
  }

  @Test(
    "position and speed are continuous at every interruption",
    arguments: 0..<40 as Range<UInt64>)
  func continuous(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var value = Animated(10)
    var now = Double.random(in: 0...100, using: &random)
    for _ in 0..<120 {
      // From a burst of targets to a pause in which most motions end.
      now +=
        Double.random(in: 0...1, using: &random) < 0.8
        ? 0.01 : Double.random(in: 0...2, using: &random)
      let position = value.value(at: now)
      let speed = value.velocity(at: now)
      let target = Double.random(in: -5...5, using: &random)
      value.setTarget(target, duration: Double.random(in: 0.2...1.5, using: &random), at: now)
      #expect(abs(value.value(at: now) - position) < 1e-9)
      #expect(abs(value.velocity(at: now) - speed) < 1e-3)
    }
    let end = try #require(value.endTime)
    #expect(value.value(at: end) == value.target && !value.isMoving(at: end))
  }

  @Test(
    "a motion of no time, or of no sensible time, is over at once and stops those in flight",
    arguments: [
      0, -1, 1e-9, -.infinity, .infinity, .nan,
    ])
  func atOnce(duration: Double) {
    var value = Animated(0.0)
    value.setTarget(1, duration: 1, at: 0)
    value.setTarget(5, duration: duration, at: 0.5)
    #expect(value.value(at: 0.5) == 5 && value.value(at: 0.6) == 5)
    #expect(!value.isMoving(at: 0.5) && value.endTime == nil)
  }

  @Test(
    "a moment that is no time takes the target at once, too",
    arguments: [Double.nan, .infinity, -.infinity])
  func noTime(now: Double) {
    var value = Animated(0.0)
    value.setTarget(1, duration: 1, at: now)
    #expect(value.value(at: 0) == 1 && value.endTime == nil)
  }

  @Test(
    "a target that is not finite is ignored", arguments: [Double.nan, .infinity, -.infinity])
  func ignoresInfinite(target: Double) {
    var value = Animated(0.5)
    value.setTarget(1, duration: 1, at: 0)
    let before = value.value(at: 0.3)
    value.setTarget(target, duration: 1, at: 0.3)
    value.setTarget(target, duration: 0, at: 0.3)
    #expect(value.target == 1 && value.value(at: 0.3) == before && value.runs.count == 1)
    #expect(Animated(target).target == 0)
  }

  @Test("a distance that cannot be measured is taken at once")
  func immeasurable() {
    var value = Animated(-1e308)
    value.setTarget(1e308, duration: 1, at: 0)
    #expect(value.value(at: 0.5) == 1e308)
  }

  @Test("the value is finite at every time, sensible or not")
  func totalInTime() {
    var value = Animated(0.0)
    for step in 0..<20 { value.setTarget(Double(step % 3), duration: 0.5, at: Double(step) * 0.01) }
    for time in [-Double.infinity, -1e308, -1, 0, 0.1, 1e308, .infinity, .nan] {
      #expect(value.value(at: time).isFinite)
    }
    #expect(value.value(at: .infinity) == value.target)
    #expect(!value.isMoving(at: .nan))
  }

  @Test("the same target again adds nothing")
  func sameTarget() {
    var value = Animated(0.5)
    value.setTarget(0.5, duration: 1, at: 0)
    #expect(!value.isMoving(at: 0) && value.endTime == nil)
  }

  @Test(
    "pruning drops what has finished and changes no value", arguments: 0..<10 as Range<UInt64>)
  func prune(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var value = Animated(0.0)
    for step in 0..<6 {
      value.setTarget(
        Double.random(in: 0...1, using: &random),
        duration: Double.random(in: 0.1...2, using: &random),
        at: Double(step) * 0.2)
    }
    for step in 0..<60 {
      let now = 1 + Double(step) * 0.05
      let before = value.value(at: now)
      value.prune(at: now)
      #expect(value.value(at: now) == before)
      #expect(value.runs.count == 0 || value.isMoving(at: now))
    }
    #expect(value.runs.count == 0 && value.endTime == nil)
  }

  @Test(
    "it lands exactly, however long the axis has run",
    arguments: [86_400, 360_000, 36_000_000, 1e9])
  func longAxis(now: Double) throws {
    var value = Animated(0.1)
    value.setTarget(0.7, duration: 0.35, at: now)
    let end = try #require(value.endTime)
    #expect(abs(end - now - 0.35) < 1e-6)
    #expect(abs(value.value(at: now) - 0.1) < 1e-15 && value.value(at: end) == 0.7)
    #expect(abs(value.value(at: now + 0.175) - 0.4) < 1e-5)
  }

  @Test("a target at every event for an hour stays near its targets and lands on the last")
  func manyInterruptions() throws {
    var random = SplitMix64(seed: 7)
    var value = Animated(0.5)
    var now = 0.0
    while now < 3600 {
      now += 0.05
      value.setTarget(Double.random(in: 0...1, using: &random), duration: 1, at: now)
      #expect(value.value(at: now) > -3 && value.value(at: now) < 4)
    }
    let end = try #require(value.endTime)
    #expect(end <= now + 1 + 1e-9 && value.value(at: end) == value.target)
  }
}
