package import Geometry
package import Timekeeping

/// How far the picture is moved in full screen, in whole device pixels, so that nothing that stands for hours burns in.
///
/// A step a minute, of one pixel: nobody sees it, and within hours every edge has been spread. The way leads in a square
/// spiral from the middle outward, through every place that there is, and back again.
package struct Drift: Equatable, Hashable, Sendable {
  package var dx: Int
  package var dy: Int

  package static let none = Drift(dx: 0, dy: 0)

  package init(dx: Int, dy: Int) { (self.dx, self.dy) = (dx, dy) }

  /// How long it stays in a place.
  package static let period = Duration.seconds(60)
  /// How far it may go in each direction, as a share of the window's shorter side, and in device pixels: the margin of the
  /// layout is fourteen times as wide.
  static let share = 0.005
  static let mostPixels = 12

  /// The place of the step `number`, the first of which is 0 and stays in the middle, in a window of `size`.
  package static func place(_ number: Int64, in size: Size) -> Drift {
    let least = min(size.width, size.height) * share
    let reach = least.isFinite ? max(0, min(Int(least.rounded(.down)), mostPixels)) : 0
    let last = Int64((2 * reach + 1) * (2 * reach + 1) - 1)
    guard number > 0, last > 0 else { return .none }
    let turn = number % (2 * last)
    return spiral(Int(min(turn, 2 * last - turn)))
  }

  /// Which step it is at `now` in a window that fills the screen since `start`, and when the next one follows.
  package static func step(at now: Instant, since start: Instant) -> (number: Int64, next: Instant)
  {
    let period = Drift.period.components.seconds
    let number = max(0, (now - start).components.seconds / period)
    return (number, start.advanced(by: .seconds((number + 1) * period)))
  }

  /// The place after so many steps along a square spiral.
  private static func spiral(_ number: Int) -> Drift {
    var (place, left, leg) = (Drift.none, number, 0)
    while left > 0 {
      // Legs of 1, 1, 2, 2, 3, 3 ... pixels, to the right, down, to the left, up.
      let length = min(left, leg / 2 + 1)
      switch leg % 4 {
      case 0: place.dx += length
      case 1: place.dy += length
      case 2: place.dx -= length
      default: place.dy -= length
      }
      left -= length
      leg += 1
    }
    return place
  }
}

extension Rect {
  func moved(by drift: Drift) -> Rect { offset(dx: Double(drift.dx), dy: Double(drift.dy)) }
}
