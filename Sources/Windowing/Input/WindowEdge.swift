import CX11
package import Geometry

/// A side or corner that resizes a window, in the order of _NET_WM_MOVERESIZE (EWMH 1.5).
package enum WindowEdge: Int, CaseIterable, Sendable {
  case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left

  /// The direction from the middle, and the glyph of the cursor font (X11/cursorfont.h).
  private static let table: [(x: Int, y: Int, cursor: Int32)] = [
    (-1, -1, XC_top_left_corner), (0, -1, XC_top_side), (1, -1, XC_top_right_corner),
    (1, 0, XC_right_side), (1, 1, XC_bottom_right_corner), (0, 1, XC_bottom_side),
    (-1, 1, XC_bottom_left_corner), (-1, 0, XC_left_side),
  ]

  /// The width of edges and the length of corners, in user units: as in window managers' frames.
  private static let reach = 6.0
  private static let corner = 18.0
  /// Maximum reach, as a fraction of a window's shorter side.
  private static let maxFraction = 1.0 / 12
  private static let sineOfSixteenth = 0.3826834323650898

  /// The edge at `point` of a window, in device pixels; nil if it is far from all.
  package init?(at point: Point, of size: Size, outline: Outline, scale: Double) {
    let shorter = min(size.width, size.height)
    let reach = min(WindowEdge.reach * scale, shorter * WindowEdge.maxFraction)
    guard reach > 0, (0..<size.width).contains(point.x), (0..<size.height).contains(point.y) else {
      return nil
    }
    // -1, 0 or 1 for a coordinate relative to the middle.
    func sign(_ value: Double, from side: Double) -> Int {
      abs(value) < side ? 0 : value < 0 ? -1 : 1
    }
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    var direction: (x: Int, y: Int)
    if outline == .ellipse {
      let (u, v) = (x / (size.width / 2), y / (size.height / 2))
      let radius = (u * u + v * v).squareRoot()
      guard (1 - radius) * shorter / 2 < reach else { return nil }
      // Each edge has an eighth of the circumference.
      let side = radius * WindowEdge.sineOfSixteenth
      direction = (sign(u, from: side), sign(v, from: side))
    } else {
      let (across, down) = (size.width / 2 - abs(x), size.height / 2 - abs(y))
      guard min(across, down) < reach else { return nil }
      let corner = min(WindowEdge.corner * scale, shorter / 3)
      direction = (across < corner ? sign(x, from: 0) : 0, down < corner ? sign(y, from: 0) : 0)
    }
    guard let index = WindowEdge.table.firstIndex(where: { ($0.x, $0.y) == direction }) else {
      return nil
    }
    self.init(rawValue: index)
  }

  var row: (x: Int, y: Int, cursor: Int32) { WindowEdge.table[rawValue] }

  /// Returns `rect` with this edge moved by (`dx`, `dy`), as far as the minimum size allows.
  func resized(_ rect: PixelRect, dx: Int, dy: Int) -> PixelRect {
    var rect = rect
    let (x, y, _) = row
    let width = max(rect.width + x * dx, Placement.minSide)
    let height = max(rect.height + y * dy, Placement.minSide)
    if x < 0 { rect.x = rect.maxX - width }
    if y < 0 { rect.y = rect.maxY - height }
    (rect.width, rect.height) = (width, height)
    return rect
  }
}
