public import Geometry

/// A picture on the way to another place, size or strength.
///
/// Its pixels are the picture's own, smoothed, so that no frame of a motion paints the marks anew.
public struct ScaledPicture: Equatable, Sendable {
  // First what changes from frame to frame.

  /// Where `anchor` is shown.
  public var place: Point
  /// Device pixels of the window for one of the picture; above 0.
  public var scale: Double
  /// The opacity in 256ths.
  public var weight: Int
  /// In the picture's pixels.
  public let anchor: Point
  public let picture: Picture

  public init(
    _ picture: Picture, anchor: Point, at place: Point, scale: Double, weight: Int = 256
  ) {
    (self.picture, self.anchor, self.place) = (picture, anchor, place)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    self.weight = min(max(weight, 0), 256)
  }

  public var extent: PixelRect {
    let box = picture.extent.rect
    return PixelRect(
      covering: Rect(
        x: place.x + (box.minX - anchor.x) * scale, y: place.y + (box.minY - anchor.y) * scale,
        width: box.width * scale, height: box.height * scale))
  }

  /// Returns the point of the picture that is shown at `point`.
  public func source(of point: Point) -> Point {
    Point(x: anchor.x + (point.x - place.x) / scale, y: anchor.y + (point.y - place.y) / scale)
  }
}
