/// An outline of lines, cubic curves and arcs, in the caller's unit.
public struct Path: Equatable, Sendable {
  public enum Element: Equatable, Sendable {
    case move(Point)
    case line(Point)
    /// A cubic Bézier curve: two control points and the end.
    case curve(Point, Point, Point)
    /// A clockwise arc; angle 0 is up.
    case arc(center: Point, radius: Double, start: Angle, end: Angle)
    case close
  }

  public private(set) var elements: [Element]

  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  public mutating func append(_ element: Element) {
    elements.append(element)
  }

  public mutating func append(_ other: Path) {
    elements.append(contentsOf: other.elements)
  }

  public static func polygon(_ points: [Point]) -> Path {
    var path = polyline(points)
    if !points.isEmpty { path.append(.close) }
    return path
  }

  public static func polyline(_ points: [Point]) -> Path {
    Path(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) })
  }

  public static func line(from start: Point, to end: Point) -> Path {
    polyline([start, end])
  }

  public static func circle(center: Point, radius: Double) -> Path {
    Path([
      .move(center.offset(dx: 0, dy: -radius)),
      .arc(center: center, radius: radius, start: Angle(turns: 0), end: Angle(turns: 1)), .close,
    ])
  }

  /// The area between two circles; the inner one runs in the opposite direction.
  public static func annulus(center: Point, radius: Double, inner: Double) -> Path {
    var path = circle(center: center, radius: radius)
    if inner > 0 { path.append(ellipse(center: center, rx: -inner, ry: inner)) }
    return path
  }

  /// An ellipse from the top, clockwise; counter-clockwise if `rx` is negative.
  static func ellipse(center: Point, rx: Double, ry: Double) -> Path {
    func point(_ x: Double, _ y: Double) -> Point { center.offset(dx: x * rx, dy: y * ry) }
    // The handle length of the cubic closest to a quarter of a unit circle.
    let handle = 4.0 / 3 * (2.0.squareRoot() - 1)
    return Path([
      .move(point(0, -1)),
      .curve(point(handle, -1), point(1, -handle), point(1, 0)),
      .curve(point(1, handle), point(handle, 1), point(0, 1)),
      .curve(point(-handle, 1), point(-1, handle), point(-1, 0)),
      .curve(point(-1, -handle), point(-handle, -1), point(0, -1)),
      .close,
    ])
  }

  public static func rect(_ rect: Rect) -> Path {
    polygon([
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ])
  }

  /// `radius` is clamped to half of the shorter side.
  public static func roundedRect(_ rect: Rect, radius: Double) -> Path {
    let r = max(0, min(radius, min(rect.width, rect.height) / 2))
    let corners: [(Point, Double)] = [
      (Point(x: rect.maxX - r, y: rect.minY + r), 0),
      (Point(x: rect.maxX - r, y: rect.maxY - r), 0.25),
      (Point(x: rect.minX + r, y: rect.maxY - r), 0.5),
      (Point(x: rect.minX + r, y: rect.minY + r), 0.75),
    ]
    var path = Path([.move(Point(x: rect.minX + r, y: rect.minY))])
    for (center, turn) in corners {
      path.append(
        .arc(center: center, radius: r, start: Angle(turns: turn), end: Angle(turns: turn + 0.25)))
    }
    path.append(.close)
    return path
  }

  public func offset(dx: Double, dy: Double) -> Path {
    mapped { $0.offset(dx: dx, dy: dy) }
  }

  /// Returns the outline mapped by `move`, a similarity that scales by `factor` and rotates
  /// clockwise by `turn`.
  public func mapped(
    factor: Double = 1, turn: Angle = Angle(radians: 0), _ move: (Point) -> Point
  ) -> Path {
    Path(
      elements.map { element in
        switch element {
        case .move(let point): .move(move(point))
        case .line(let point): .line(move(point))
        case .curve(let first, let second, let end): .curve(move(first), move(second), move(end))
        case .arc(let center, let radius, let start, let end):
          .arc(
            center: move(center), radius: radius * factor,
            start: Angle(radians: start.radians + turn.radians),
            end: Angle(radians: end.radians + turn.radians))
        case .close: .close
        }
      })
  }

  /// The box around all points, control points and full circles of arcs.
  public var bounds: Rect {
    let boxes = elements.flatMap { element -> [Rect] in
      switch element {
      case .move(let point), .line(let point): [Rect(origin: point, size: .zero)]
      case .curve(let first, let second, let end):
        [first, second, end].map { Rect(origin: $0, size: .zero) }
      case .arc(let center, let radius, _, _):
        [Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))]
      case .close: []
      }
    }
    return boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) }
  }
}
