import CX11

/// The visual of a window and how its pixels are stored.
struct VisualFormat {
  let visual: UnsafeMutablePointer<Visual>
  let depth: Int32
  let colormap: Colormap
  let layout: PixelLayout
  /// Whether the alpha of a pixel reaches the compositor.
  let hasAlpha: Bool

  /// The screen's default visual; nil where the server names none.
  init?(defaultOf display: OpaquePointer, screen: Int32) {
    guard let visual = XDefaultVisual(display, screen) else { return nil }
    self.visual = visual
    depth = XDefaultDepth(display, screen)
    colormap = XDefaultColormap(display, screen)
    hasAlpha = false
    let storage = VisualFormat.storage(of: display, depth: depth)
    let info = visual.pointee
    if info.`class` == TrueColor || info.`class` == DirectColor {
      layout = PixelLayout(
        bitsPerPixel: storage.bitsPerPixel, rowAlignment: storage.rowAlignment,
        redMask: info.red_mask,
        greenMask: info.green_mask, blueMask: info.blue_mask)
    } else {
      layout = PixelLayout(
        bitsPerPixel: storage.bitsPerPixel, rowAlignment: storage.rowAlignment,
        palette: VisualFormat.palette(
          of: display, colormap: colormap, size: Int(info.map_entries),
          isWritable: info.`class` == PseudoColor || info.`class` == GrayScale))
    }
  }

  /// A visual of depth 32 with alpha, for a translucent window under a compositor; nil where there is none.
  init?(alphaOf display: OpaquePointer, screen: Int32, root: XID) {
    var info = XVisualInfo()
    guard XMatchVisualInfo(display, screen, 32, TrueColor, &info) != 0, let visual = info.visual,
      info.red_mask == 0xFF0000, info.green_mask == 0xFF00, info.blue_mask == 0xFF
    else { return nil }
    self.visual = visual
    depth = 32
    colormap = XCreateColormap(display, root, visual, AllocNone)
    hasAlpha = true
    let storage = VisualFormat.storage(of: display, depth: depth)
    layout = PixelLayout(
      bitsPerPixel: storage.bitsPerPixel, rowAlignment: storage.rowAlignment,
      redMask: info.red_mask,
      greenMask: info.green_mask, blueMask: info.blue_mask)
  }

  private static func storage(of display: OpaquePointer, depth: Int32) -> (
    bitsPerPixel: Int, rowAlignment: Int
  ) {
    var count: Int32 = 0
    guard let formats = XListPixmapFormats(display, &count) else { return (32, 4) }
    defer { XFree(formats) }
    for index in 0..<Int(count) where formats[index].depth == depth {
      return (Int(formats[index].bits_per_pixel), Int(formats[index].scanline_pad) / 8)
    }
    return (32, 4)
  }

  /// The colours that may be used on a visual with a colour map.
  ///
  /// A 6 x 6 x 6 cube and 16 grays are asked for where the map can still be written; what the map then holds is
  /// read back, so a full or a fixed map serves too.
  private static func palette(
    of display: OpaquePointer, colormap: Colormap, size: Int, isWritable: Bool
  ) -> [(pixel: UInt32, red: Int, green: Int, blue: Int)] {
    var palette: [(pixel: UInt32, red: Int, green: Int, blue: Int)] = []
    if isWritable {
      var wanted: [(Int, Int, Int)] = []
      for index in 0..<216 { wanted.append((index / 36 * 51, index / 6 % 6 * 51, index % 6 * 51)) }
      for index in 0..<16 { wanted.append((index * 17, index * 17, index * 17)) }
      for (red, green, blue) in wanted {
        var color = XColor()
        color.red = UInt16(red * 257)
        color.green = UInt16(green * 257)
        color.blue = UInt16(blue * 257)
        if XAllocColor(display, colormap, &color) != 0 { palette.append(entry(color)) }
      }
    }
    if palette.count >= 16 { return palette }
    for pixel in 0..<min(max(size, 2), 256) {
      var color = XColor()
      color.pixel = UInt(pixel)
      XQueryColor(display, colormap, &color)
      palette.append(entry(color))
    }
    return palette
  }

  private static func entry(_ color: XColor) -> (pixel: UInt32, red: Int, green: Int, blue: Int) {
    (
      UInt32(truncatingIfNeeded: color.pixel), Int(color.red >> 8), Int(color.green >> 8),
      Int(color.blue >> 8)
    )
  }
}
