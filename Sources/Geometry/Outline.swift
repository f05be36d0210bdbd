/// What of its box a window fills. Every outline is convex.
public enum Outline: Hashable, Sendable {
  /// All of it.
  case rectangle
  /// All but the corners, which are quarters of a circle of this radius in device pixels, above 0.
  case rounded(radius: Double)
  /// The ellipse within, a circle where the window is as high as wide.
  case ellipse

  /// Whether all of `rect` lies inside of the outline of a window of `width` x `height` device pixels, edges included.
  public func contains(_ rect: PixelRect, width: Int, height: Int) -> Bool {
    guard self != .rectangle else { return true }
    // A convex shape holds all that lies between what it holds. Outer corners of pixels are asked for as their middles.
    return [rect.x, rect.maxX - 1].allSatisfy { x in
      [rect.y, rect.maxY - 1].allSatisfy {
        coverage(x: x, y: $0, width: width, height: height) == 255
      }
    }
  }

  /// How much of the pixel (`x`, `y`) lies inside, 0...255, in a window of `width` x `height` device pixels.
  ///
  /// The distance of the pixel's middle from the outline, as far as the ellipse's gradient tells it, is taken for the part of
  /// the pixel that is covered.
  public func coverage(x: Int, y: Int, width: Int, height: Int) -> Int {
    let distance = self.distance(
      x: abs(Double(x) + 0.5 - Double(width) / 2), y: abs(Double(y) + 0.5 - Double(height) / 2),
      halfWidth: Double(width) / 2, halfHeight: Double(height) / 2)
    return Int((min(max(0.5 - distance, 0), 1) * 255).rounded())
  }

  /// How far outside a point is that lies `x` and `y` from the middle; below 0 inside.
  private func distance(x: Double, y: Double, halfWidth: Double, halfHeight: Double) -> Double {
    switch self {
    case .rectangle: return -1
    case .rounded(let wanted):
      let radius = min(wanted, halfWidth, halfHeight)
      let (dx, dy) = (x - (halfWidth - radius), y - (halfHeight - radius))
      return dx > 0 && dy > 0 ? (dx * dx + dy * dy).squareRoot() - radius : -1
    case .ellipse:
      let (u, v) = (x / halfWidth, y / halfHeight)
      let (gu, gv) = (u / halfWidth, v / halfHeight)
      let slope = 2 * (gu * gu + gv * gv).squareRoot()
      return slope > 0 ? (u * u + v * v - 1) / slope : -1
    }
  }

  /// The pixels that are covered by half or more, from the top down, as rectangles of which none touches another's rows: what
  /// an outline comes to where a pixel is shown or is not.
  public func rows(width: Int, height: Int) -> [PixelRect] {
    guard self != .rectangle else { return [PixelRect(x: 0, y: 0, width: width, height: height)] }
    var rows: [PixelRect] = []
    for y in 0..<height {
      // Both halves are alike, and inside of an outline there is no gap.
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

  /// The outline as a path.
  public func path(in bounds: Rect) -> Path {
    switch self {
    case .rectangle: .rect(bounds)
    case .rounded(let radius):
      .roundedRect(bounds, radius: min(radius, bounds.width / 2, bounds.height / 2))
    case .ellipse: .ellipse(in: bounds)
    }
  }
}
