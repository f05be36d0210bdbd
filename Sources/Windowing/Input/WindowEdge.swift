package import Geometry

/// A side or a corner of a window by which it is resized, in the order of _NET_WM_MOVERESIZE (EWMH 1.5).
package enum WindowEdge: Int, CaseIterable, Sendable {
  case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left

  /// How far from the outline a press still takes hold of it, and how far from a corner of it that is the corner, in user
  /// units: what frames of window managers have.
  private static let reach = 6.0
  private static let corner = 18.0
  /// The most of a window's shorter side that the reach may be.
  private static let mostOfSide = 1.0 / 12

  /// The edge that `point` takes hold of in a window of `size` and `outline`, all in device pixels, of which `scale` are a
  /// user unit; nil where it is far from all.
  package init?(at point: Point, of size: Size, outline: Outline, scale: Double) {
    let shorter = min(size.width, size.height)
    let reach = min(WindowEdge.reach * scale, shorter * WindowEdge.mostOfSide)
    guard reach > 0, (0..<size.width).contains(point.x), (0..<size.height).contains(point.y) else {
      return nil
    }
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    if outline == .ellipse {
      let (u, v) = (x / (size.width / 2), y / (size.height / 2))
      let radius = (u * u + v * v).squareRoot()
      guard (1 - radius) * shorter / 2 < reach else { return nil }
      // Each has an eighth of the way round.
      let side = radius * WindowEdge.sineOfSixteenth
      self.init(across: abs(u) < side ? 0 : u, down: abs(v) < side ? 0 : v)
      return
    }
    let (left, right) = (point.x, size.width - point.x)
    let (top, bottom) = (point.y, size.height - point.y)
    guard min(left, right, top, bottom) < reach else { return nil }
    let corner = min(WindowEdge.corner * scale, shorter / 3)
    self.init(
      across: left < corner ? -1 : right < corner ? 1 : 0,
      down: top < corner ? -1 : bottom < corner ? 1 : 0)
  }

  /// The sine of a sixteenth of a turn.
  private static let sineOfSixteenth = 0.3826834323650898

  private init?(across: Double, down: Double) {
    switch (across, down) {
    case (..<0, ..<0): self = .topLeft
    case (0, ..<0): self = .top
    case (_, ..<0): self = .topRight
    case (..<0, 0): self = .left
    case (0, 0): return nil
    case (_, 0): self = .right
    case (..<0, _): self = .bottomLeft
    case (0, _): self = .bottom
    default: self = .bottomRight
    }
  }

  /// Which way the edge lies from the middle: -1, 0 or 1 to the right and down.
  var direction: (x: Int, y: Int) {
    switch self {
    case .topLeft: (-1, -1)
    case .top: (0, -1)
    case .topRight: (1, -1)
    case .right: (1, 0)
    case .bottomRight: (1, 1)
    case .bottom: (0, 1)
    case .bottomLeft: (-1, 1)
    case .left: (-1, 0)
    }
  }

  /// `rect` with this edge moved by (`dx`, `dy`) device pixels, and no smaller than `least`.
  func resized(_ rect: PixelRect, dx: Int, dy: Int, least: (width: Int, height: Int)) -> PixelRect {
    var rect = rect
    let (x, y) = direction
    let width = max(rect.width + x * dx, least.width)
    let height = max(rect.height + y * dy, least.height)
    if x < 0 { rect.x = rect.maxX - width }
    if y < 0 { rect.y = rect.maxY - height }
    (rect.width, rect.height) = (width, height)
    return rect
  }
}
