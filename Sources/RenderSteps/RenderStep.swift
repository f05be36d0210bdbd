package import Geometry

/// Something that is kept where frames are composed: finished pixels, or coverage alone.
package struct Sprite: Equatable, Sendable {
  /// Its number; no other sprite of the same source ever has it.
  package var number: Int
  /// How many columns it has.
  package var width: Int
  /// How many rows it has.
  package var height: Int
  /// Whether it hides what is behind it; false for coverage.
  package var isOpaque: Bool

  /// The sprite of this number and size.
  package init(number: Int, width: Int, height: Int, isOpaque: Bool) {
    self.number = number
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
  }
}

/// Where a sprite is read for each pixel of the window when it is turned and scaled.
///
/// The pixel (x, y) shows the sprite's point (xx * i + xy * j + x0, yx * i + yy * j + y0), with i = x - originX + 1/2
/// and j = y - originY + 1/2; a sprite's first pixel has its middle at (1/2, 1/2).
package struct Turn: Equatable, Sendable {
  /// The column that the places are counted from, near the middle of what is shown.
  package var originX: Int
  /// The row that the places are counted from.
  package var originY: Int
  /// How the sprite's column grows from column to column of the window, in 65536ths.
  ///
  /// This and the next three are even, so that half of one is a whole number: what a pixel shows is then the same to
  /// the last bit wherever a row of the window is cut.
  package var xx: Int32
  /// How the sprite's column grows from row to row, in 65536ths; even.
  package var xy: Int32
  /// How the sprite's row grows from column to column, in 65536ths; even.
  package var yx: Int32
  /// How the sprite's row grows from row to row, in 65536ths; even.
  package var yy: Int32
  /// The column of the sprite at the origin's corner, in 65536ths.
  package var x0: Int32
  /// The row of the sprite at the origin's corner, in 65536ths.
  package var y0: Int32
  /// Whether the four pixels around a point are mixed; else the one that it lies in is taken.
  package var isSmooth: Bool

  /// A turn of these numbers, those of `matrix` (xx, xy, yx, yy) and `offset` (x0, y0) in pixels of the sprite and
  /// within +-16000.
  package init(
    originX: Int, originY: Int, matrix: (xx: Double, xy: Double, yx: Double, yy: Double),
    offset: (x: Double, y: Double), isSmooth: Bool
  ) {
    self.originX = originX
    self.originY = originY
    xx = 2 * Turn.fixed(matrix.xx / 2)
    xy = 2 * Turn.fixed(matrix.xy / 2)
    yx = 2 * Turn.fixed(matrix.yx / 2)
    yy = 2 * Turn.fixed(matrix.yy / 2)
    x0 = Turn.fixed(offset.x)
    y0 = Turn.fixed(offset.y)
    self.isSmooth = isSmooth
  }

  private static func fixed(_ value: Double) -> Int32 {
    value.isNaN ? 0 : Int32((min(max(value, -16000), 16000) * 65536).rounded())
  }
}

/// One step of composing a frame, back to front, out of what is kept.
///
/// Plain values, so that what a frame consists of can be told without pixels, and carried out elsewhere. Places are
/// device pixels of the window; colours are premultiplied 0xAARRGGBB.
package enum RenderStep: Equatable, Sendable {
  /// A colour in place of what is there.
  case fill(PixelRect, color: UInt32)
  /// A sprite whose pixels are loaded once, its top left corner at (`x`, `y`).
  case picture(Sprite, x: Int, y: Int)
  /// A sprite that is composed once by steps of its own, its top left corner at (`x`, `y`).
  case assembly(Sprite, x: Int, y: Int)
  /// So many 256ths of a sprite of pixels over what is there, its top left corner at (`x`, `y`).
  case mixed(Sprite, x: Int, y: Int, weight: Int)
  /// So many 256ths of a sprite of pixels added to what is there; for assemblies.
  case added(Sprite, x: Int, y: Int, weight: Int)
  /// A colour through a sprite of coverage at (`x`, `y`), no farther than `limit`.
  case mask(Sprite, x: Int, y: Int, color: UInt32, limit: PixelRect)
  /// The same for small sprites that come in rows.
  case glyph(Sprite, x: Int, y: Int, color: UInt32)
  /// Among others that follow each other: the next steps show only within these rectangles, which share no pixel.
  case clip(PixelRect)
  /// The next steps show everywhere again.
  case endClip
  /// A colour through a turned sprite of coverage, on the pixels of `limit`.
  case turned(Sprite, Turn, color: UInt32, limit: PixelRect)
  /// A turned sprite that is composed once by steps of its own, on the pixels of `limit`; beyond its edge it goes on as
  /// there.
  case turnedAssembly(Sprite, Turn, limit: PixelRect)
  /// What cannot be composed of sprites: the finished pixels of this rectangle, all items together, have to be sent.
  case pixels(PixelRect)
}

/// What a sprite consists of, to be read while this is kept.
package struct SpriteData {
  /// The first row; 4 bytes a pixel (premultiplied 0xAARRGGBB), or 1 where it is coverage.
  package let base: UnsafeMutableRawPointer
  /// From one row to the next, in bytes; a multiple of 4.
  package let bytesPerRow: Int
  private let owner: AnyObject

  /// The pixels at `base`, which live as long as `owner` does.
  package init(base: UnsafeMutableRawPointer, bytesPerRow: Int, owner: AnyObject) {
    self.base = base
    self.bytesPerRow = bytesPerRow
    self.owner = owner
  }
}

/// Whoever knows what the current frame looks like.
package protocol FrameSource: AnyObject {
  /// The size of the current frame in device pixels.
  var frameSize: (width: Int, height: Int) { get }
  /// Grows when all sprites told of before are forgotten; none of their numbers comes again.
  var epoch: Int { get }
  /// Paints the finished pixels of `buffer.rect`, all of them.
  func paint(into buffer: PixelBuffer)
  /// Appends the steps that compose the pixels of `rects`; what they do outside of them is never shown.
  func describe(_ rects: [PixelRect], into steps: inout [RenderStep])
  /// Appends the steps of an assembly; its top left corner is (0, 0), and it is clear before.
  func describe(assembly number: Int, into steps: inout [RenderStep])
  /// The pixels or the coverage of any other sprite; nil for want of memory.
  func data(of number: Int) -> SpriteData?
}
