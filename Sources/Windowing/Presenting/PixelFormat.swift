import CX11

/// The visual of a window and how its pixels are stored. Visuals with a palette are not supported.
struct VisualFormat {
  let visual: UnsafeMutablePointer<Visual>
  let depth: Int32
  let colormap: Colormap
  let layout: PixelLayout
  /// Whether the alpha of a pixel reaches the compositor.
  let hasAlpha: Bool

  /// The screen's default visual, else one of 24 bits; nil where neither stores red, green and blue.
  init?(defaultOf display: OpaquePointer, screen: Int32) {
    let visual = XDefaultVisual(display, screen)
    if let visual, [TrueColor, DirectColor].contains(visual.pointee.`class`) {
      self.init(
        visual, depth: XDefaultDepth(display, screen),
        colormap: XDefaultColormap(display, screen), of: display)
    } else {
      var info = XVisualInfo()
      guard XMatchVisualInfo(display, screen, 24, TrueColor, &info) != 0, let visual = info.visual
      else { return nil }
      let root = XRootWindow(display, screen)
      self.init(
        visual, depth: 24, colormap: XCreateColormap(display, root, visual, AllocNone), of: display)
    }
  }

  /// A visual of depth 32 with alpha, for a translucent window under a compositor; nil where there is none.
  init?(alphaOf display: OpaquePointer, screen: Int32, root: XID) {
    var info = XVisualInfo()
    guard XMatchVisualInfo(display, screen, 32, TrueColor, &info) != 0, let visual = info.visual,
      info.red_mask == 0xFF0000, info.green_mask == 0xFF00, info.blue_mask == 0xFF
    else { return nil }
    self.init(
      visual, depth: 32, colormap: XCreateColormap(display, root, visual, AllocNone), of: display)
  }

  private init(
    _ visual: UnsafeMutablePointer<Visual>, depth: Int32, colormap: Colormap,
    of display: OpaquePointer
  ) {
    (self.visual, self.depth, self.colormap, hasAlpha) = (visual, depth, colormap, depth == 32)
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
  /// 1, 2, 3 or 4.
  let bytesPerPixel: Int
  /// Rows are padded to a multiple of this, in bytes.
  let rowAlignment: Int
  /// Whether pixels are painted as they are: 32 bits, 0xRRGGBB, this machine's byte order.
  let isDirect: Bool
  /// The parts of a pixel by the 256 values of each channel; the pixel is their sum.
  private let red, green, blue: [UInt32]

  init(bitsPerPixel: Int, rowAlignment: Int = 4, redMask: UInt, greenMask: UInt, blueMask: UInt) {
    bytesPerPixel = min(max(bitsPerPixel / 8, 1), 4)
    self.rowAlignment = max(rowAlignment, 1)
    isDirect = bitsPerPixel == 32 && redMask == 0xFF0000 && greenMask == 0xFF00 && blueMask == 0xFF
    red = PixelLayout.parts(mask: redMask)
    green = PixelLayout.parts(mask: greenMask)
    blue = PixelLayout.parts(mask: blueMask)
  }

  /// The bytes from one row to the next, for rows of `width` pixels.
  func bytesPerRow(width: Int) -> Int {
    (width * bytesPerPixel + rowAlignment - 1) / rowAlignment * rowAlignment
  }

  /// The pixel for one 0x--RRGGBB colour; its alpha is ignored.
  func pixel(for color: UInt32) -> UInt32 {
    if isDirect { return color }
    return red[Int(color >> 16 & 0xFF)] | green[Int(color >> 8 & 0xFF)] | blue[Int(color & 0xFF)]
  }

  /// Writes `width` x `height` packed pixels as packed rows of this layout, little end first.
  func convert(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, width: Int, height: Int
  ) {
    let rowBytes = bytesPerRow(width: width)
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          for row in 0..<height {
            let source = source + row * width
            store(source, to: target + row * rowBytes, count: width) { color in
              red[Int(color >> 16 & 0xFF)] | green[Int(color >> 8 & 0xFF)]
                | blue[Int(color & 0xFF)]
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func store(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, count: Int,
    pixel: (UInt32) -> UInt32
  ) {
    switch bytesPerPixel {
    case 4:
      let target = target.assumingMemoryBound(to: UInt32.self)
      for column in 0..<count { target[column] = pixel(source[column]).littleEndian }
    case 2:
      let target = target.assumingMemoryBound(to: UInt16.self)
      for column in 0..<count {
        target[column] = UInt16(truncatingIfNeeded: pixel(source[column])).littleEndian
      }
    default:
      let target = target.assumingMemoryBound(to: UInt8.self)
      for column in 0..<count {
        let value = pixel(source[column])
        for byte in 0..<bytesPerPixel {
          target[bytesPerPixel * column + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
        }
      }
    }
  }

  /// The 256 values of a channel, scaled to the width of its mask and shifted to its place.
  private static func parts(mask: UInt) -> [UInt32] {
    guard mask != 0 else { return [UInt32](repeating: 0, count: 256) }
    let shift = mask.trailingZeroBitCount
    let top = mask >> shift
    return (0..<256).map { UInt32(truncatingIfNeeded: ((UInt($0) * top + 127) / 255) << shift) }
  }
}
