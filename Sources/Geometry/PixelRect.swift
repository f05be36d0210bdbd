/// A rectangle of whole device pixels; empty if a side is 0 or less.
public struct PixelRect: Equatable, Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle around `rect`, clamped to ±1,000,000; empty for NaN.
  public init(covering rect: Rect) {
    // The far edges are NaN if the near edges or the size are.
    guard !rect.maxX.isNaN, !rect.maxY.isNaN else {
      self = .zero
      return
    }
    func whole(_ value: Double) -> Int { Int(min(max(value, -1_000_000), 1_000_000)) }
    let x0 = whole(rect.minX.rounded(.down))
    let y0 = whole(rect.minY.rounded(.down))
    self.init(
      x: x0, y: y0, width: whole(rect.maxX.rounded(.up)) - x0,
      height: whole(rect.maxY.rounded(.up)) - y0)
  }

  public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  public var area: Int { isEmpty ? 0 : width * height }
  public var rect: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(max(0, width)), height: Double(max(0, height)))
  }

  public func offset(dx: Int, dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  @inline(__always)
  public func intersects(_ other: PixelRect) -> Bool {
    max(x, other.x) < min(maxX, other.maxX) && max(y, other.y) < min(maxY, other.maxY)
  }

  public func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }

  public func intersection(_ other: PixelRect) -> PixelRect {
    let x0 = max(x, other.x)
    let y0 = max(y, other.y)
    return PixelRect(
      x: x0, y: y0, width: max(0, min(maxX, other.maxX) - x0),
      height: max(0, min(maxY, other.maxY) - y0))
  }

  /// Calls `body` with up to four disjoint rectangles: this one without `other`.
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

  public func subtracting(_ other: PixelRect) -> [PixelRect] {
    var pieces: [PixelRect] = []
    forEachPiece(without: other) { pieces.append($0) }
    return pieces
  }

  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x0 = min(x, other.x)
    let y0 = min(y, other.y)
    return PixelRect(
      x: x0, y: y0, width: max(maxX, other.maxX) - x0, height: max(maxY, other.maxY) - y0)
  }
}

/// Borrowed premultiplied 0xAARRGGBB pixels of a rectangle of the window.
///
/// The caller keeps the memory alive during the call.
public struct PixelBuffer {
  public let base: UnsafeMutablePointer<UInt32>
  /// The distance between rows, in pixels.
  public let stride: Int
  public let rect: PixelRect

  public init(base: UnsafeMutablePointer<UInt32>, stride: Int, rect: PixelRect) {
    self.base = base
    self.stride = stride
    self.rect = rect
  }

  public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    base + (y &- rect.y) &* stride
  }
}
