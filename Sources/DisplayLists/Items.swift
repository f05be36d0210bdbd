public import Geometry

/// A blurred, offset copy of a shape: a drop shadow, a highlight or a halo.
public struct Shadow: Equatable, Hashable, Sendable {
  public var color: Color
  /// The standard deviation of the blur, in device pixels.
  public var radius: Double
  /// To the right and down, in device pixels.
  public var dx: Double
  public var dy: Double

  public init(color: Color, radius: Double, dx: Double = 0, dy: Double = 0) {
    self.color = color
    self.radius = radius
    self.dx = dx
    self.dy = dy
  }

  /// The visible distance beyond the shape: three standard deviations and the offset.
  public var reach: Double { radius * 3 + max(abs(dx), abs(dy)) }
}

public enum Mark: Equatable, Sendable {
  /// Where a shape's shadow is visible; inside, it falls from the shape's edge.
  public enum ShadowPlace: Sendable {
    case everywhere, outside, inside
  }

  case fill(Path, Color)
  /// A line along a path with butt or round ends.
  case stroke(Path, width: Double, round: Bool, Color)
  case shadow(Path, Shadow, ShadowPlace)
  /// A fill that fades from the top of a path to nothing at its bottom.
  case sheen(Path, Color)
  case text(TextRun)
}

/// Marks that change rarely: painted once and then copied.
///
/// Frames share the storage of the marks, so comparing an unchanged picture costs nothing.
public struct Picture: Equatable, Sendable {
  /// From back to front, in device pixels relative to (`x`, `y`).
  public let marks: [Mark]
  /// All pixels that the marks touch, relative to (`x`, `y`); clips the marks.
  public let bounds: PixelRect
  /// The colour under the marks; nil for transparent. Opaque copies are cheaper.
  public let backdrop: Color?
  /// The picture's offset, in device pixels; moving it needs no repainting of the marks.
  public var x = 0
  public var y = 0
  /// Whether it is shown once, as a state of something that moves, so that keeping it is in vain.
  public let isTransient: Bool

  public init(
    marks: [Mark], extent: PixelRect, backdrop: Color? = nil, isTransient: Bool = false
  ) {
    self.marks = marks
    bounds = extent
    self.backdrop = backdrop
    self.isTransient = isTransient
  }

  public var extent: PixelRect { bounds.offset(dx: x, dy: y) }
}

/// The appearance of a group's parts; lengths in device pixels.
public struct SegmentStyle: Equatable, Hashable, Sendable {
  public var unlit: Color
  /// The fill at full level; lower levels mix it with `unlit`.
  public var lit: Color
  /// Cast by lit parts, below all parts of the group; fade with the level.
  public var shadows: [Shadow]
  /// Fall into unlit and into lit parts from their edges; each fades as the other appears.
  public var unlitEdges: [Shadow] = []
  public var litEdges: [Shadow] = []
  /// Over lit parts, from their tops; fades with the level.
  public var sheen = Color.clear
  /// Lines around lit parts, above and below everything else; they fade with the level. The halo
  /// reaches one pixel beyond a part.
  public var outline: Color
  public var outlineWidth: Double
  public var halo = Color.clear
  /// In device pixels.
  public var haloWidth = 1.0

  public init(
    unlit: Color, lit: Color, shadows: [Shadow], outline: Color = .clear, outlineWidth: Double = 0
  ) {
    self.unlit = unlit
    self.lit = lit
    self.shadows = shadows
    self.outline = outline
    self.outlineWidth = outlineWidth
  }

  /// The visible distance of a part's light beyond the part, in device pixels.
  public var reach: Double {
    max(outlineWidth / 2, halo.alpha > 0 ? haloWidth : 0, shadows.map(\.reach).max() ?? 0)
  }
}

/// The outlines and style of parts, shared by groups: comparing them mostly compares addresses.
public final class SegmentShape: Equatable, Sendable {
  /// Up to eight outlines, in device pixels relative to a group's origin.
  public let parts: [Path]
  public let style: SegmentStyle
  /// The pixels that a group may touch, relative to its origin; clips the group.
  public let cell: PixelRect
  /// The colour under a group; nil for transparent.
  public let backdrop: Color?

  public init(parts: [Path], style: SegmentStyle, cell: PixelRect, backdrop: Color?) {
    self.parts = parts
    self.style = style
    self.cell = cell
    self.backdrop = backdrop
  }

  public static func == (left: SegmentShape, right: SegmentShape) -> Bool {
    left === right
      || left.cell == right.cell && left.backdrop == right.backdrop
        && left.style == right.style && left.parts == right.parts
  }
}

/// Parts with a brightness each, such as the seven segments of a digit.
public struct SegmentGroup: Equatable, Sendable {
  // First what changes from frame to frame: the comparison follows the order.

  /// One byte per part, part 0 in the lowest: 0 is unlit, `fullLevel` is fully lit.
  public var levels: UInt64
  /// The position of the origin, in whole device pixels.
  public var x: Int
  public var y: Int
  public let shape: SegmentShape

  /// The level of a fully lit part. It is odd, so two parts that cross-fade are never equally
  /// bright, and every frame reads as one of the two glyphs.
  public static let fullLevel = 63

  public init(_ shape: SegmentShape, x: Int, y: Int, levels: UInt64) {
    self.shape = shape
    self.x = x
    self.y = y
    self.levels = levels
  }

  public var extent: PixelRect {
    shape.cell.offset(dx: x, dy: y)
  }
}
