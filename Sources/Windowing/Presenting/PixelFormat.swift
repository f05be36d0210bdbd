import CX11

/// A visual and how its pixels are stored. Visuals with a palette are not supported.
struct VisualFormat {
  let visual: UnsafeMutablePointer<Visual>
  let depth: Int32
  let colormap: Colormap
  let layout: PixelLayout
  var hasAlpha: Bool { depth == 32 }

  init?(defaultOf display: OpaquePointer, screen: Int32) {
    guard let visual = XDefaultVisual(display, screen),
      [TrueColor, DirectColor].contains(visual.pointee.`class`)
    else { return nil }
    self.init(
      visual, depth: XDefaultDepth(display, screen), colormap: XDefaultColormap(display, screen),
      of: display)
  }

  init?(alphaOf display: OpaquePointer, screen: Int32) {
    var info = XVisualInfo()
    guard XMatchVisualInfo(display, screen, 32, TrueColor, &info) != 0, let visual = info.visual
    else { return nil }
    let colormap = XCreateColormap(display, XRootWindow(display, screen), visual, AllocNone)
    self.init(visual, depth: 32, colormap: colormap, of: display)
    guard layout.isDirect else { return nil }
  }

  private init(
    _ visual: UnsafeMutablePointer<Visual>, depth: Int32, colormap: Colormap,
    of display: OpaquePointer
  ) {
    (self.visual, self.depth, self.colormap) = (visual, depth, colormap)
    var (bitsPerPixel, rowAlignment) = (32, 4)
    var count: Int32 = 0
    let formats = XListPixmapFormats(display, &count)
    for format in UnsafeBufferPointer(start: formats, count: formats == nil ? 0 : Int(count))
    where format.depth == depth {
      (bitsPerPixel, rowAlignment) = (Int(format.bits_per_pixel), Int(format.scanline_pad) / 8)
    }
    if let formats { XFree(formats) }
    layout = PixelLayout(
      bitsPerPixel: bitsPerPixel, rowAlignment: rowAlignment, redMask: visual.pointee.red_mask,
      greenMask: visual.pointee.green_mask, blueMask: visual.pointee.blue_mask)
  }
}

/// How a visual stores a pixel, and the conversion from premultiplied 0xAARRGGBB.
struct PixelLayout {
  let bytesPerPixel: Int
  let rowAlignment: Int
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

  init(bitsPerPixel: Int, rowAlignment: Int = 4, redMask: UInt, greenMask: UInt, blueMask: UInt) {
    bytesPerPixel = min(max(bitsPerPixel / 8, 1), 4)
    self.rowAlignment = max(rowAlignment, 1)
    isDirect = bitsPerPixel == 32 && redMask == 0xFF0000 && greenMask == 0xFF00 && blueMask == 0xFF
    (red, green, blue) = (Channel(mask: redMask), Channel(mask: greenMask), Channel(mask: blueMask))
  }

  func bytesPerRow(width: Int) -> Int {
    (width * bytesPerPixel + rowAlignment - 1) / rowAlignment * rowAlignment
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
        switch bytesPerPixel {
        case 4: place.storeBytes(of: pixel.littleEndian, as: UInt32.self)
        case 2:
          place.storeBytes(of: UInt16(truncatingIfNeeded: pixel).littleEndian, as: UInt16.self)
        default:
          for byte in 0..<bytesPerPixel {
            let value = UInt8(truncatingIfNeeded: pixel >> (8 * UInt32(byte)))
            place.storeBytes(of: value, toByteOffset: byte, as: UInt8.self)
          }
        }
        place += bytesPerPixel
      }
    }
  }
}
