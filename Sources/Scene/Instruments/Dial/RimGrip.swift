import Geometry
import Session
import Timekeeping

struct RimTarget: Equatable {
  var center: Point
  var remaining: Duration
  /// The dial's, which stays while it is held.
  var scale: DialScale
}

/// The dial's rim that the pointer holds: a drag sets the timer to whole minutes, or on a dial of a few minutes to five
/// seconds.
struct RimGrip: Equatable {
  let target: RimTarget
  private let start: Point
  private let drag: Int
  /// Unrounded, and below zero to the left of an empty wedge; nil before a drag.
  private var turns: Double?

  /// The distance of the wedge's edge from the pointer, in turns, from which it goes there with the pointer on either
  /// side of the top.
  private static let reach = 1.0 / 12

  init(_ target: RimTarget, at point: Point, drag: Int) {
    (self.target, start, self.drag) = (target, point, drag)
  }

  /// The edge comes under the pointer within the turn, or from near on either side of the top, and then follows it.
  mutating func drag(to point: Point) -> Command? {
    guard turns != nil || RingGrip.isDrag(from: start, to: point) else { return nil }
    let length = target.scale.length
    let angle = Angle(from: target.center, to: point).turns
    let before = turns ?? max(0, target.remaining / length)
    let step = (angle - before).remainder(dividingBy: 1)
    let follows = turns != nil || abs(step) < RimGrip.reach
    let new = follows ? before + step : max(0, before.rounded(.up) - 1) + angle
    turns = new
    let unit = target.scale == .fiveMinutes ? 5 : 60
    let steps = (max(0, new) * (length / .seconds(unit))).rounded()
    return .dragTimer(to: .seconds(unit) * Int(steps), drag: drag)
  }
}
