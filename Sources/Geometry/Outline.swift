/// The shape of a window; always convex.
public enum Outline: Hashable, Sendable {
  case rectangle
  /// Quarter-circle corners of this radius, in device pixels.
  case rounded(radius: Double)
  case ellipse

  public func contains(_ rect: PixelRect, width: Int, height: Int) -> Bool {
    guard self != .rectangle else { return true }
    // The outline is convex, so the corners decide.
    return [rect.x, rect.maxX - 1].allSatisfy { x in
      [rect.y, rect.maxY - 1].allSatisfy {
        coverage(x: x, y: $0, width: width, height: height) == 255
      }
    }
  }

  /// Returns the coverage of the pixel (`x`, `y`), 0...255, by its centre's distance from the
  /// outline; for an ellipse, this is the gradient's estimate.
  public func coverage(x: Int, y: Int, width: Int, height: Int) -> Int {
    let (halfWidth, halfHeight) = (Double(width) / 2, Double(height) / 2)
    let (x, y) = (abs(Double(x) + 0.5 - halfWidth), abs(Double(y) + 0.5 - halfHeight))
    var distance = -1.0
    switch self {
    case .rectangle: break
    case .rounded(let wanted):
      let radius = min(wanted, halfWidth, halfHeight)
      let (dx, dy) = (x - (halfWidth - radius), y - (halfHeight - radius))
      if dx > 0, dy > 0 { distance = (dx * dx + dy * dy).squareRoot() - radius }
    case .ellipse:
      let (u, v) = (x / halfWidth, y / halfHeight)
      let (gu, gv) = (u / halfWidth, v / halfHeight)
      let slope = 2 * (gu * gu + gv * gv).squareRoot()
      if slope > 0 { distance = (u * u + v * v - 1) / slope }
    }
    return Int((min(max(0.5 - distance, 0), 1) * 255).rounded())
  }

  /// Returns the pixels that are at least half covered, as rectangles from the top down.
  public func rows(width: Int, height: Int) -> [PixelRect] {
    guard self != .rectangle else { return [PixelRect(x: 0, y: 0, width: width, height: height)] }
    var rows: [PixelRect] = []
    for y in 0..<height {
      // The outline is convex and symmetrical, so a binary search finds the row's start.
      var (low, high) = (0, (width + 1) / 2)
      while low < high {
        let x = (low + high) / 2
        if coverage(x: x, y: y, width: width, height: height) >= 128 {
          high = x
        } else {
          low = x + 1
        }
      }
      guard width > 2 * low else { continue }
      if let last = rows.last, last.x == low, last.maxY == y {
        rows[rows.count - 1].height += 1
      } else {
        rows.append(PixelRect(x: low, y: y, width: width - 2 * low, height: 1))
      }
    }
    return rows
  }

  public func path(in bounds: Rect) -> Path {
    switch self {
    case .rectangle: .rect(bounds)
    case .rounded(let radius): .roundedRect(bounds, radius: radius)
    case .ellipse: .ellipse(center: bounds.center, rx: bounds.width / 2, ry: bounds.height / 2)
    }
  }
}
