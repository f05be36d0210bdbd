import Geometry
import RenderSteps

/// A grid whose rows lie across a hand, finer than the pixels; it turns with the hand.
///
/// Where a hand is the same all along, what is read of a picture is then a row or two of it.
struct HandGrid: Equatable {
  /// The distance along the hand's axis at which it begins, from the hand's centre on, in device pixels.
  let low: Double
  /// The distance beside the axis at which it begins, clockwise growing, in device pixels.
  let left: Double
  /// Columns for a pixel across.
  let columns: Double
  /// Rows for a pixel along the hand.
  let rows: Double

  /// How far along the hand the middle of a row is, in device pixels.
  func along(_ row: Int) -> Float { Float(low + (Double(row) + 0.5) / rows) }

  /// How far beside the axis the middle of a column is, in device pixels.
  func beside(_ column: Int) -> Float { Float(left + (Double(column) + 0.5) / columns) }

  /// Where each pixel around `center` finds its place in the grid when the hand points along `direction`.
  func turn(around center: Point, direction: Point, isSmooth: Bool) -> Turn {
    let originX = Int(center.x.rounded(.down))
    let originY = Int(center.y.rounded(.down))
    let restX = center.x - Double(originX)
    let restY = center.y - Double(originY)
    return Turn(
      originX: originX, originY: originY,
      matrix: (
        xx: -columns * direction.y, xy: columns * direction.x, yx: rows * direction.x, yy: rows * direction.y
      ),
      offset: (
        x: columns * (-left + restX * direction.y - restY * direction.x),
        y: rows * (-low - restX * direction.x - restY * direction.y)
      ), isSmooth: isSmooth)
  }

  /// Where each point of this grid is in `other`, which is moved by so many pixels along the hand and beside it.
  func turn(into other: HandGrid, along: Double, beside: Double, isSmooth: Bool) -> Turn {
    Turn(
      originX: 0, originY: 0,
      matrix: (xx: other.columns / columns, xy: 0, yx: 0, yy: other.rows / rows),
      offset: (
        x: (left - beside - other.left) * other.columns, y: (low - along - other.low) * other.rows
      ), isSmooth: isSmooth)
  }
}
