import TestSupport
import Testing

@testable import Scene

@Suite("A number that follows a source")
struct FollowerTests {
  /// The value at `now` while the source does not change.
  private func value(_ follower: Follower, at now: Double) -> Double {
    var copy = follower
    return copy.value(following: copy.source ?? 0, afterJump: 0, duration: 1, at: now)
  }

  private func velocity(_ follower: Follower, at now: Double) -> Double {
    let step = 1e-6
    return (value(follower, at: now + step) - value(follower, at: now - step)) / (2 * step)
  }

  @Test(
    "position and speed are continuous at every interruption",
    arguments: 0..<40 as Range<UInt64>)
  func continuous(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var follower = Follower()
    var (now, end, source) = (Double.random(in: 0...100, using: &random), 0.0, 0.0)
    _ = follower.value(following: source, afterJump: 0, duration: 0, at: now)
    for _ in 0..<120 {
      // From a burst of jumps to a pause in which most motions end.
      now +=
        Double.random(in: 0...1, using: &random) < 0.8
        ? 0.01 : Double.random(in: 0...2, using: &random)
      let (position, speed) = (value(follower, at: now), velocity(follower, at: now))
      let new = Double.random(in: -5...5, using: &random)
      let duration = Double.random(in: 0.2...1.5, using: &random)
      let shown = follower.value(
        following: new, afterJump: new - source, duration: duration, at: now)
      (source, end) = (new, max(end, now + duration))
      #expect(abs(shown - position) < 1e-9)
      #expect(abs(velocity(follower, at: now) - speed) < 1e-3)
    }
    #expect(value(follower, at: end) == source && !follower.isMoving(at: end))
  }

  @Test("a jump of no time is over at once and stops those in flight", arguments: [0.0, -1, .nan])
  func atOnce(duration: Double) {
    var follower = Follower()
    _ = follower.value(following: 1, afterJump: 1, duration: 1, at: 0)
    let shown = follower.value(following: 5, afterJump: 4, duration: duration, at: 0.5)
    #expect(shown == 5 && !follower.isMoving(at: 0.5) && value(follower, at: 0.6) == 5)
  }

  @Test("it ends exactly, however long the axis has run", arguments: [86_400, 36_000_000, 1e9])
  func longAxis(now: Double) {
    var follower = Follower()
    let start = follower.value(following: 0.7, afterJump: 0.6, duration: 0.35, at: now)
    #expect(abs(start - 0.1) < 1e-9)
    #expect(abs(value(follower, at: now + 0.175) - 0.4) < 1e-5)
    #expect(value(follower, at: now + 0.36) == 0.7)
  }
}
