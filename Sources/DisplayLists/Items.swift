public import Geometry

/// A blurred copy of a shape, moved: a drop shadow, a highlight or a halo.
public struct Shadow: Equatable, Hashable, Sendable {
  /// The colour, alpha included.
  public var color: Color
  /// The standard deviation of the Gaussian blur, in device pixels (what Core Animation calls the shadow's radius).
  public var radius: Double
  /// How far it is moved to the right, in device pixels.
  public var dx: Double
  /// How far it is moved down, in device pixels.
  public var dy: Double

  /// A shadow of `color`, blurred by `radius` and moved by (`dx`, `dy`).
  public init(color: Color, radius: Double, dx: Double = 0, dy: Double = 0) {
    self.color = color
    self.radius = radius
    self.dx = dx
    self.dy = dy
  }

  /// How far beyond the shape it can be seen, in device pixels: three standard deviations and the offset.
  public var reach: Double { radius * 3 + max(abs(dx), abs(dy)) }
}

/// One thing drawn into a picture.
public enum Mark: Equatable, Sendable {
  /// The inside of a path.
  case fill(Path, Color)
  /// A line along a path, `width` device pixels wide, with butt ends or round ones.
  case stroke(Path, width: Double, round: Bool, Color)
  /// A blurred copy of the inside of a path; `knockout` leaves the inside of the path itself untouched.
  case shadow(Path, Shadow, knockout: Bool)
  /// What the rim of a path casts into it, as into a hollow: its inside without a blurred copy of it.
  case innerShadow(Path, Shadow)
  /// A line of text.
  case text(TextRun)
}

/// A group of marks that changes rarely: it is painted once and copied from then on.
///
/// Compared by its marks; two frames share the storage, so that comparing an unchanged picture costs nothing.
public struct Picture: Equatable, Sendable {
  /// The marks, from back to front, in device pixels of the window.
  public let marks: [Mark]
  /// All pixels that the marks touch; what lies outside is cut off.
  public let extent: PixelRect
  /// The colour to paint under the marks, or nil to let what is behind shine through. Opaque copies are cheaper.
  public let backdrop: Color?

  /// The group of `marks` inside `extent`.
  public init(marks: [Mark], extent: PixelRect, backdrop: Color? = nil) {
    self.marks = marks
    self.extent = extent
    self.backdrop = backdrop
  }
}

/// How a light looks, unlit and lit. All lengths are in device pixels.
public struct SegmentStyle: Equatable, Hashable, Sendable {
  /// The fill at level 0.
  public var unlit: Color
  /// The fill at full level; in between the two are mixed.
  public var lit: Color
  /// What a lit part casts under all parts of its group, in order; fades with the level.
  public var shadows: [Shadow]
  /// A line around a lit part, over its fill; width 0 is none; fades with the level.
  public var outline: Color
  /// The width of the line around a lit part.
  public var outlineWidth: Double

  /// A look of these parts.
  public init(
    unlit: Color, lit: Color, shadows: [Shadow], outline: Color = .clear, outlineWidth: Double = 0
  ) {
    self.unlit = unlit
    self.lit = lit
    self.shadows = shadows
    self.outline = outline
    self.outlineWidth = outlineWidth
  }

  /// How far beyond a part its light can be seen, in device pixels.
  public var reach: Double { max(outlineWidth / 2, shadows.map(\.reach).max() ?? 0) }
}

/// The outlines and the look of lights, shared by all groups of one kind: comparing two groups compares an address.
public final class SegmentShape: Equatable, Sendable {
  /// The outlines of up to eight parts, in device pixels from a group's `origin`.
  public let parts: [Path]
  /// The look of the parts.
  public let style: SegmentStyle
  /// The pixels that a group may touch, relative to its `origin`; what lies outside is cut off.
  public let cell: PixelRect
  /// The colour to paint under a group, or nil to let what is behind shine through.
  public let backdrop: Color?

  /// The shape of `parts`.
  public init(parts: [Path], style: SegmentStyle, cell: PixelRect, backdrop: Color?) {
    self.parts = parts
    self.style = style
    self.cell = cell
    self.backdrop = backdrop
    bare = backdrop.map { _ in SegmentShape(parts: parts, style: style, cell: cell, backdrop: nil) }
  }

  /// The same shape without a backdrop, where there is one: made once, so that frames are compared by address.
  private let bare: SegmentShape?

  /// The same shape, which lets shine through what is behind a group.
  var withoutBackdrop: SegmentShape { bare ?? self }

  /// Whether lights of both look the same.
  public static func == (left: SegmentShape, right: SegmentShape) -> Bool {
    left === right
      || left.cell == right.cell && left.backdrop == right.backdrop
        && left.style == right.style && left.parts == right.parts
  }
}

/// Parts that are each lit to a degree, such as the seven segments of a digit.
public struct SegmentGroup: Equatable, Sendable {
  /// The parts and their look.
  public let shape: SegmentShape
  /// Where the group stands in the window: the column of its `origin`, in whole device pixels.
  public var x: Int
  /// Where the group stands in the window: the row of its `origin`, in whole device pixels.
  public var y: Int
  /// The levels, one byte a part, part 0 in the lowest; 0 is unlit, `fullLevel` is lit.
  public var levels: UInt64

  /// The level of a fully lit part. An odd number: of two parts that change places none is ever as lit as the other,
  /// so that one can tell from the levels which of them is on its way up or down.
  public static let fullLevel = 63

  /// A group of lights of `shape` at (`x`, `y`).
  public init(_ shape: SegmentShape, x: Int, y: Int, levels: UInt64) {
    self.shape = shape
    self.x = x
    self.y = y
    self.levels = levels
  }

  /// The level of part `index` (0...7), from 0 to `fullLevel`.
  public func level(_ index: Int) -> Int {
    Int((levels >> UInt64(index * 8)) & 0xFF)
  }

  /// All pixels of the window that it may touch.
  public var extent: PixelRect {
    let cell = shape.cell
    return PixelRect(x: x + cell.x, y: y + cell.y, width: cell.width, height: cell.height)
  }

  /// Compares what changes from frame to frame first.
  public static func == (left: SegmentGroup, right: SegmentGroup) -> Bool {
    left.levels == right.levels && left.x == right.x && left.y == right.y
      && left.shape == right.shape
  }
}

/// A line of text inside a box: cut with an ellipsis where it is too long.
public struct TextRun: Equatable, Hashable, Sendable {
  /// Where the text stands between the left and the right side of its box.
  public enum Alignment: Equatable, Hashable, Sendable {
    /// At the left side.
    case leading
    /// In the middle.
    case center
    /// At the right side.
    case trailing
  }

  /// The text; control characters are left out.
  public var string: String
  /// The box in device pixels: the capitals stand in its vertical middle; nothing is drawn outside.
  public var frame: Rect
  /// Where the text stands in the box.
  public var alignment: Alignment
  /// The font's size (its em), in device pixels.
  public var size: Double
  /// Whether it is bold.
  public var isBold: Bool
  /// Whether all digits take the same whole number of pixels, so that a running number does not shift.
  public var isTabular: Bool
  /// The colour.
  public var color: Color

  /// A line of text in `frame`.
  public init(
    _ string: String, frame: Rect, alignment: Alignment = .center, size: Double,
    isBold: Bool = false,
    isTabular: Bool = false, color: Color
  ) {
    self.string = string
    self.frame = frame
    self.alignment = alignment
    self.size = size
    self.isBold = isBold
    self.isTabular = isTabular
    self.color = color
  }
}
