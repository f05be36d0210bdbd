import CCairo
import Geometry

/// Pictures in colour, such as emoji, as tones of the colour that a text has: texts are coverage, of any one colour.
enum Tones {
  /// How much of the darkest tone the lightest one lacks, in 256ths.
  private static let range = 190
  /// The longest side, in pixels.
  private static let longestSide = 4096

  /// Paints what `draw` draws within `box` on `canvas` in the canvas's own colour: the darker, the more of it.
  static func paint(in box: PixelRect, on canvas: Canvas, draw: (Canvas) -> Void) {
    guard !box.isEmpty, max(box.width, box.height) <= longestSide,
      let colors = PixelBlock(rect: box), let mask = Mask(rect: box), let drawing = Canvas(colors)
    else { return }
    draw(drawing)
    drawing.flush()
    for row in 0..<box.height {
      let pixels = colors.base + row * box.width
      let coverage = mask.base + row * mask.stride
      for column in 0..<box.width { coverage[column] = tone(of: pixels[column]) }
    }
    canvas.saved {
      let surface = cairo_image_surface_create_for_data(
        mask.base, CAIRO_FORMAT_A8, Int32(box.width), Int32(box.height), Int32(mask.stride))
      cairo_mask_surface(canvas.context, surface, Double(box.x), Double(box.y))
      cairo_surface_flush(surface)
      cairo_surface_destroy(surface)
    }
    canvas.flush()
  }

  /// The coverage that stands for a premultiplied pixel: all of its own where it is black, and less the lighter it is.
  static func tone(of pixel: UInt32) -> UInt8 {
    let alpha = Int(pixel >> 24)
    let (red, green, blue) = (Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF))
    // Rec. 709, in 256ths.
    let luminance = (54 * red + 183 * green + 19 * blue) >> 8
    return UInt8(clamping: alpha - (luminance * range) >> 8)
  }
}
