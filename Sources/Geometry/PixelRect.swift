/// A rectangle of whole device pixels.
public struct PixelRect: Equatable, Hashable, Sendable {
  /// The column of the left edge.
  public var x: Int
  /// The row of the top edge.
  public var y: Int
  /// How many columns; 0 or less is empty.
  public var width: Int
  /// How many rows; 0 or less is empty.
  public var height: Int

  /// The rectangle at (`x`, `y`) of `width` x `height` pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle of whole pixels around `rect`; coordinates are held within +-1,000,000, NaN is empty.
  public init(covering rect: Rect) {
    // The right edge is NaN as soon as the left one or the width is; so is the lower edge.
    guard !rect.maxX.isNaN, !rect.maxY.isNaN else {
      self = .zero
      return
    }
    let x0 = PixelRect.whole(rect.minX.rounded(.down))
    let y0 = PixelRect.whole(rect.minY.rounded(.down))
    self.init(
      x: x0, y: y0,
      width: PixelRect.whole(rect.maxX.rounded(.up)) - x0,
      height: PixelRect.whole(rect.maxY.rounded(.up)) - y0)
  }

  /// The empty rectangle at the origin.
  public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The column after the last.
  public var maxX: Int { x + width }
  /// The row after the last.
  public var maxY: Int { y + height }
  /// Whether it covers no pixel.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// How many pixels it covers.
  public var area: Int { isEmpty ? 0 : width * height }
  /// The same rectangle in real coordinates.
  public var rect: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(max(0, width)), height: Double(max(0, height)))
  }

  /// Whether the two share a pixel.
  public func intersects(_ other: PixelRect) -> Bool {
    max(x, other.x) < min(maxX, other.maxX) && max(y, other.y) < min(maxY, other.maxY)
  }

  /// Whether `other` lies wholly inside.
  public func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The pixels of both, empty where they share none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let x0 = max(x, other.x)
    let y0 = max(y, other.y)
    return PixelRect(
      x: x0, y: y0, width: max(0, min(maxX, other.maxX) - x0),
      height: max(0, min(maxY, other.maxY) - y0))
  }

  /// Calls `body` with what is left of the rectangle without `other`: up to four rectangles, none of which is empty or
  /// overlaps another.
  public func forEachPiece(without other: PixelRect, _ body: (PixelRect) -> Void) {
    let hole = intersection(other)
    func piece(x: Int, y: Int, width: Int, height: Int) {
      if width > 0, height > 0 { body(PixelRect(x: x, y: y, width: width, height: height)) }
    }
    guard !hole.isEmpty else { return piece(x: x, y: y, width: width, height: height) }
    piece(x: x, y: y, width: width, height: hole.y - y)
    piece(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY)
    piece(x: x, y: hole.y, width: hole.x - x, height: hole.height)
    piece(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height)
  }

  /// The same pieces as a list.
  public func subtracting(_ other: PixelRect) -> [PixelRect] {
    var pieces: [PixelRect] = []
    forEachPiece(without: other) { pieces.append($0) }
    return pieces
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x0 = min(x, other.x)
    let y0 = min(y, other.y)
    return PixelRect(
      x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
  }

  /// The whole number within +-1,000,000 nearest to `value`, which is not NaN. A conversion that cannot trap.
  private static func whole(_ value: Double) -> Int {
    Int(min(max(value, -1_000_000), 1_000_000))
  }
}
