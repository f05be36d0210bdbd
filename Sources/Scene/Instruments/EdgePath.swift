import Geometry
import Glibc

/// The line along the inside of a window's edge, clockwise from the middle of its top.
struct EdgePath: Equatable {
  private enum Piece: Equatable {
    case line(Point, Point)
    /// A quarter from this turn on.
    case corner(Point, turns: Double)
  }

  let length: Double
  private var pieces: [(piece: Piece, length: Double)] = []
  private let radius: Double
  private let bounds: Rect

  /// `radius` is of the corners of the line itself; with half the shorter side, a square's line is a circle.
  init(in bounds: Rect, radius: Double) {
    let radius = min(radius, bounds.width / 2, bounds.height / 2)
    let quarter = radius * .pi / 2
    let (left, right) = (bounds.minX + radius, bounds.maxX - radius)
    let (top, bottom) = (bounds.minY + radius, bounds.maxY - radius)
    func line(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> (Piece, Double) {
      (.line(Point(x: x, y: y), Point(x: toX, y: toY)), abs(toX - x) + abs(toY - y))
    }
    func corner(_ x: Double, _ y: Double, _ turns: Double) -> (Piece, Double) {
      (.corner(Point(x: x, y: y), turns: turns), quarter)
    }
    let middle = bounds.midX
    pieces = [
      line(middle, bounds.minY, right, bounds.minY), corner(right, top, 0),
      line(bounds.maxX, top, bounds.maxX, bottom), corner(right, bottom, 0.25),
      line(right, bounds.maxY, left, bounds.maxY), corner(left, bottom, 0.5),
      line(bounds.minX, bottom, bounds.minX, top), corner(left, top, 0.75),
      line(left, bounds.minY, middle, bounds.minY),
    ]
    length = pieces.reduce(0) { $0 + $1.length }
    (self.radius, self.bounds) = (radius, bounds)
  }

  static func == (left: EdgePath, right: EdgePath) -> Bool {
    left.bounds == right.bounds && left.radius == right.radius
  }

  /// The part between two distances from the start.
  func part(from start: Double, to end: Double) -> Path {
    var path: [Path.Element] = []
    var passed = 0.0
    for (piece, length) in pieces {
      let (first, last) = (max(start - passed, 0), min(end - passed, length))
      passed += length
      guard first < last, length > 0 else { continue }
      switch piece {
      case .line(let from, let to):
        func point(_ distance: Double) -> Point {
          let share = distance / length
          return Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        }
        path += path.isEmpty ? [.move(point(first))] : []
        path.append(.line(point(last)))
      case .corner(let center, let turns):
        func angle(_ distance: Double) -> Angle { Angle(turns: turns + distance / length / 4) }
        if path.isEmpty { path.append(.move(center.polar(angle: angle(first), distance: radius))) }
        path.append(
          .arc(center: center, radius: radius, start: angle(first), end: angle(last)))
      }
    }
    return Path(path)
  }
}
