/// How much of a pixel a straight edge leaves covered: the exact area, not a ramp of the distance.
///
/// A pixel seen along the edge is the convolution of two boxes, as wide as the components of the edge's unit
/// normal, and so a trapezoid; its integral is quadratic at both ends and linear in the middle.
enum Coverage {
  /// The covered area (0...1) of a unit square whose centre lies `depth` inside an edge with unit normal (nx, ny).
  @inline(__always)
  static func ofSquare(depth: Float, nx: Float, ny: Float) -> Float {
    if depth >= 0.7072 { return 1 }
    if depth <= -0.7072 { return 0 }
    let first = abs(nx)
    let second = abs(ny)
    let wide = max(first, second)
    let narrow = max(min(first, second), 1e-3)
    let outer = (wide + narrow) / 2
    let inner = (wide - narrow) / 2
    let distance = abs(depth)
    let half: Float
    if distance <= inner {
      half = distance / wide
    } else if distance < outer {
      let rest = outer - distance
      half = 0.5 - rest * rest / (2 * wide * narrow)
    } else {
      half = 0.5
    }
    return depth >= 0 ? 0.5 + half : 0.5 - half
  }

  /// The distance from a circle's centre at which a straight edge cuts off what the circle's edge does.
  ///
  /// Along an edge, u pixels beside its middle, a circle of `radius` falls back by u^2 / 2r; the mean over a pixel's
  /// width is 1 / 24r.
  static func edge(ofCircle radius: Double) -> Float {
    Float(radius - 1 / (24 * max(radius, 0.5)))
  }

  /// The covered area (0...1) of a pixel whose centre lies (dx, dy) from that of a ring with these edges; 0 is no hole.
  @inline(__always)
  static func ofAnnulus(dx: Float, dy: Float, outer: Float, inner: Float) -> Float {
    let distance = max((dx * dx + dy * dy).squareRoot(), 1e-6)
    let (nx, ny) = (dx / distance, dy / distance)
    let cover = ofSquare(depth: outer - distance, nx: nx, ny: ny)
    return inner > 0 ? cover - ofSquare(depth: inner - distance, nx: nx, ny: ny) : cover
  }

  /// A coverage of 0...1 as a byte.
  @inline(__always)
  static func byte(_ value: Float) -> UInt8 {
    UInt8(min(max(value, 0), 1) * 255 + 0.5)
  }
}
