import Geometry
import Session

/// A ring that can be reached by the pointer.
struct RingTarget: Equatable {
  /// Which it is, the outermost 0.
  var index: Int
  /// The middle of the rings, in device pixels.
  var center: Point
  /// What it shows, in turns; nil where it is not set by hand.
  var turns: Double?
}

/// A ring that the pointer has taken hold of: moved along it, it is set, and let go where it was taken, chosen.
struct RingGrip: Equatable {
  let target: RingTarget
  private let start: Point
  /// Where it has been brought, in turns; nil while it has not been moved.
  private(set) var turns: Double?

  /// A pointer that has moved by less than so many device pixels clicks.
  private static let slack = 4.0

  init(_ target: RingTarget, at point: Point) {
    (self.target, start) = (target, point)
  }

  /// The pointer has moved to `point`: the arc ends at its angle. Taken hold of, it jumps to the nearest turn that does;
  /// from there on it goes with the pointer, past the top, too.
  mutating func drag(to point: Point) {
    guard let before = turns ?? target.turns else { return }
    let (dx, dy) = (point.x - start.x, point.y - start.y)
    guard turns != nil || dx * dx + dy * dy >= RingGrip.slack * RingGrip.slack else { return }
    let part = Angle(from: target.center, to: point).turns
    let step = part - (before - before.rounded(.down))
    let new = before + step - step.rounded()
    // Below zero there is nothing: it stays empty until the pointer comes back over the top.
    turns = max(0, min(new, RingModel.maximum))
  }

  /// What letting it go does.
  var command: Command {
    turns.map { .setRing(target.index, .manual($0)) } ?? .selectRing(target.index)
  }
}
