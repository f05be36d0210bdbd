/// The exact area of a pixel that an edge covers, not a ramp of the distance.
///
/// Seen along the edge, a pixel is the convolution of two boxes as wide as the components of the
/// edge's unit normal: a trapezoid.
enum Coverage {
  /// Returns the covered area (0...1) of a unit square whose centre lies `depth` inside an edge
  /// with unit normal (nx, ny).
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

  /// Returns the distance from a circle's centre of the straight edge that covers as much. At u
  /// pixels from the contact point, a circle of radius r recedes by u^2 / 2r; the mean over a
  /// pixel's width is 1 / 24r.
  static func edge(ofCircle radius: Double) -> Float {
    Float(radius - 1 / (24 * max(radius, 0.5)))
  }

  /// Returns the covered area (0...1) of a pixel whose centre is (dx, dy) from that of a ring with
  /// these edges; 0 for no hole.
  @inline(__always)
  static func ofAnnulus(dx: Float, dy: Float, outer: Float, inner: Float) -> Float {
    let distance = max((dx * dx + dy * dy).squareRoot(), 1e-6)
    let (nx, ny) = (dx / distance, dy / distance)
    let cover = ofSquare(depth: outer - distance, nx: nx, ny: ny)
    return inner > 0 ? cover - ofSquare(depth: inner - distance, nx: nx, ny: ny) : cover
  }

  @inline(__always)
  static func byte(_ value: Float) -> UInt8 {
    UInt8(min(max(value, 0), 1) * 255 + 0.5)
  }
}
