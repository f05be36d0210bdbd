import DisplayLists
import Geometry

/// A hand that follows the time, and makes a jump of it good.
struct TurningHand {
  private var follower: Follower
  private var hand: Hand
  /// By how many steps a turn it moves, or 0 where it may stand anywhere.
  private var steps: Double

  /// `hand`, which goes on with the motion of `old`. It takes a step of more than `threshold` turns for a jump; one that
  /// is too slow to be seen moving goes by steps of its tip, so that it is not painted in every frame.
  init(_ hand: Hand, after old: TurningHand?, threshold: Double = 0.02, bySteps: Bool = false) {
    self.hand = hand
    follower = old?.follower ?? Follower(threshold: threshold, isCyclic: true)
    steps = bySteps ? (max(hand.length, 1) * 2 * .pi / DialLayout.tipStep).rounded(.up) : 0
  }

  /// The hand for `turns` of what it shows; a jump takes `duration` seconds.
  mutating func item(_ turns: Double, duration: Double, at now: Double) -> DisplayItem {
    let shown = follower.value(following: turns, duration: duration, at: now)
    hand.angle = Angle(turns: steps > 0 ? (shown * steps).rounded() / steps : shown)
    return .hand(hand)
  }

  /// Whether it is making a jump good.
  func isMoving(at now: Double) -> Bool { follower.isMoving(at: now) }
}
