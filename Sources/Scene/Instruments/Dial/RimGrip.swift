import Geometry
import Session
import Timekeeping

struct RimTarget: Equatable {
  var center: Point
  var remaining: Duration
}

/// The dial's rim that the pointer holds: a drag sets the timer to whole minutes, 60 a turn.
struct RimGrip: Equatable {
  private let target: RimTarget
  private let start: Point
  private let drag: Int
  /// Unrounded, and below zero to the left of an empty wedge; nil before a drag.
  private var minutes: Double?

  init(_ target: RimTarget, at point: Point, drag: Int) {
    (self.target, start, self.drag) = (target, point, drag)
  }

  /// The edge comes under the pointer within the hour, or from less than five minutes away on
  /// either side of the top, and then follows it.
  mutating func drag(to point: Point) -> Command? {
    guard minutes != nil || RingGrip.isDrag(from: start, to: point) else { return nil }
    let angle = Angle(from: target.center, to: point).turns * 60
    let before = minutes ?? max(0, target.remaining.inSeconds / 60)
    let step = (angle - before).remainder(dividingBy: 60)
    let follows = minutes != nil || abs(step) < 5
    let new = follows ? before + step : max(0, (before / 60).rounded(.up) - 1) * 60 + angle
    minutes = new
    return .dragTimer(to: .seconds(60) * Int(max(0, new).rounded()), drag: drag)
  }
}
