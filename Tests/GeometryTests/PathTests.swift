import Geometry
import TestSupport
import Testing

@Suite("Paths")
struct PathTests {
  /// Points along the outline, each arc and each curve in small steps.
  private func samples(_ path: Path) -> [Point] {
    var points: [Point] = []
    var last = Point.zero
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point):
        points.append(point)
        last = point
      case .curve(let first, let second, let end):
        for step in 0...50 {
          let t = Double(step) / 50
          let u = 1 - t
          func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
          }
          points.append(
            Point(
              x: mix(last.x, first.x, second.x, end.x), y: mix(last.y, first.y, second.y, end.y)))
        }
        last = end
      case .arc(let center, let radius, let start, let end):
        for step in 0...50 {
          let angle = Angle(
            radians: start.radians + (end.radians - start.radians) * Double(step) / 50)
          points.append(center.polar(angle: angle, distance: radius))
        }
        last = points.last ?? last
      case .close: break
      }
    }
    return points
  }

  private func holds(_ path: Path) -> Bool {
    let bounds = path.bounds.inset(by: -1e-9)
    return samples(path).allSatisfy { bounds.contains(Rect(origin: $0, size: .zero)) }
  }

  @Test("the bounds hold every point of the outline", arguments: 0..<20 as Range<UInt64>)
  func boundsHoldAll(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number() -> Double { Double.random(in: -100...100, using: &random) }
    func point() -> Point { Point(x: number(), y: number()) }
    var path = Path([.move(point())])
    for _ in 0..<12 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: path.append(.move(point()))
      case 1: path.append(.line(point()))
      case 2: path.append(.curve(point(), point(), point()))
      case 3:
        path.append(
          .arc(
            center: point(), radius: abs(number()), start: Angle(radians: number()),
            end: Angle(radians: number())))
      default: path.append(.close)
      }
      #expect(holds(path))
    }
    let moved = path.offset(dx: 30, dy: -7)
    #expect(holds(moved))
    #expect(
      zip(samples(path), samples(moved)).allSatisfy {
        abs($0.x + 30 - $1.x) + abs($0.y - 7 - $1.y) < 1e-9
      })
    let turned = path.mapped(factor: 2, turn: Angle(turns: 0.25)) {
      Point(x: -2 * $0.y, y: 2 * $0.x)
    }
    #expect(holds(turned))
    #expect(
      zip(samples(path), samples(turned)).allSatisfy {
        abs(-2 * $0.y - $1.x) + abs(2 * $0.x - $1.y) < 1e-9
      })
  }

  @Test("an outline of nothing has no extent")
  func empty() {
    #expect(Path().bounds == .zero && Path([.close]).bounds == .zero && Path.polygon([]) == Path())
  }

  @Test("the simple outlines have the bounds of what they show")
  func simple() {
    let box = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(Path.rect(box).bounds == box)
    #expect(
      Path.circle(center: Point(x: 5, y: 6), radius: 4).bounds
        == Rect(x: 1, y: 2, width: 8, height: 8))
    #expect(
      Path.line(from: Point(x: 4, y: 9), to: Point(x: 1, y: 2)).bounds
        == Rect(x: 1, y: 2, width: 3, height: 7))
  }

  @Test(
    "a rounded rectangle stays in its box for every radius, and touches its four sides",
    arguments: [
      0, 1, 5, 10, 1000, -3, 1e308,
    ])
  func rounded(radius: Double) {
    let box = Rect(x: 10, y: 20, width: 30, height: 20)
    let points = samples(Path.roundedRect(box, radius: radius))
    let slack = box.inset(by: -1e-9)
    #expect(points.allSatisfy { slack.contains(Rect(origin: $0, size: .zero)) })
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    #expect(abs((xs.min() ?? 0) - 10) < 1e-9 && abs((xs.max() ?? 0) - 40) < 1e-9)
    #expect(abs((ys.min() ?? 0) - 20) < 1e-9 && abs((ys.max() ?? 0) - 40) < 1e-9)
  }

  @Test("a dial's angles grow clockwise from the top")
  func angles() {
    let center = Point(x: 100, y: 100)
    for (turns, x, y) in [
      (0, 100.0, 90.0), (0.25, 110, 100), (0.5, 100, 110), (0.75, 90, 100), (1.25, 110, 100),
    ] {
      let point = center.polar(angle: Angle(turns: turns), distance: 10)
      #expect(abs(point.x - x) < 1e-9 && abs(point.y - y) < 1e-9)
    }
  }
}
