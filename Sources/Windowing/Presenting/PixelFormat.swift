import CX11

/// A visual and how its pixels are stored. Visuals with a palette are not supported.
struct VisualFormat {
  let visual: UnsafeMutablePointer<Visual>
  let depth: Int32
  let colormap: Colormap
  let layout: PixelLayout
  var hasAlpha: Bool { depth == 32 }

  init?(defaultOf display: OpaquePointer, screen: Int32) {
    let depth = XDefaultDepth(display, screen)
    guard let visual = XDefaultVisual(display, screen), depth >= 15,
      [TrueColor, DirectColor].contains(visual.pointee.`class`)
    else { return nil }
    self.init(visual, depth: depth, colormap: XDefaultColormap(display, screen))
  }

  init?(alphaOf display: OpaquePointer, screen: Int32) {
    var info = XVisualInfo()
    guard XMatchVisualInfo(display, screen, 32, TrueColor, &info) != 0, let visual = info.visual
    else { return nil }
    let colormap = XCreateColormap(display, XRootWindow(display, screen), visual, AllocNone)
    self.init(visual, depth: 32, colormap: colormap)
    guard layout.isDirect else { return nil }
  }

  private init(_ visual: UnsafeMutablePointer<Visual>, depth: Int32, colormap: Colormap) {
    (self.visual, self.depth, self.colormap) = (visual, depth, colormap)
    // Today's servers store all deeper pixels in 32 bits.
    layout = PixelLayout(
      bitsPerPixel: depth <= 16 ? 16 : 32, redMask: visual.pointee.red_mask,
      greenMask: visual.pointee.green_mask, blueMask: visual.pointee.blue_mask)
  }
}

/// How a visual stores a pixel, and the conversion from premultiplied 0xAARRGGBB.
struct PixelLayout {
  let bytesPerPixel: Int
  /// Of rows, in bytes.
  static let alignment = 4
  /// Whether pixels need no conversion: 32 bits, 0xRRGGBB, this machine's byte order.
  let isDirect: Bool
  private let red, green, blue: Channel

  private struct Channel {
    let shift: UInt32
    let max: UInt32

    init(mask: UInt) {
      shift = UInt32(mask.trailingZeroBitCount & 31)
      max = UInt32(truncatingIfNeeded: mask >> shift) & 0xFFFF
    }

    func bits(of byte: UInt32) -> UInt32 { ((byte * max + 127) / 255) << shift }
  }

  init(bitsPerPixel: Int, redMask: UInt, greenMask: UInt, blueMask: UInt) {
    bytesPerPixel = bitsPerPixel == 16 ? 2 : 4
    isDirect = bitsPerPixel == 32 && redMask == 0xFF0000 && greenMask == 0xFF00 && blueMask == 0xFF
    (red, green, blue) = (Channel(mask: redMask), Channel(mask: greenMask), Channel(mask: blueMask))
  }

  func bytesPerRow(width: Int) -> Int {
    width * bytesPerPixel + -(width * bytesPerPixel) & (PixelLayout.alignment - 1)
  }

  func pixel(for color: UInt32) -> UInt32 {
    if isDirect { return color }
    return red.bits(of: color >> 16 & 0xFF) | green.bits(of: color >> 8 & 0xFF)
      | blue.bits(of: color & 0xFF)
  }

  /// Writes `width` x `height` packed pixels as rows of this layout, in little endian.
  func convert(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, width: Int, height: Int
  ) {
    for y in 0..<height {
      var place = target + y * bytesPerRow(width: width)
      for x in 0..<width {
        let pixel = pixel(for: source[y * width + x])
        if bytesPerPixel == 4 {
          place.storeBytes(of: pixel.littleEndian, as: UInt32.self)
        } else {
          place.storeBytes(of: UInt16(truncatingIfNeeded: pixel).littleEndian, as: UInt16.self)
        }
        place += bytesPerPixel
      }
    }
  }
}
