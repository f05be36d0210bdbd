/// How a visual stores a pixel, and the way there from premultiplied 0xAARRGGBB.
struct PixelLayout {
  /// Bytes a pixel takes: 1, 2, 3 or 4.
  let bytesPerPixel: Int
  /// Rows are padded to a multiple of so many bytes.
  let rowAlignment: Int
  /// Whether pixels are painted as they are: 32 bits, 0xRRGGBB, this machine's byte order.
  let isDirect: Bool

  private let mapping: Mapping

  private enum Mapping {
    /// One table of 256 parts a channel; the pixel is their sum.
    case channels(red: [UInt32], green: [UInt32], blue: [UInt32])
    /// One table of 32 x 32 x 32 pixels, red first.
    case palette([UInt32])
  }

  /// The layout of a TrueColor visual with these masks.
  init(bitsPerPixel: Int, rowAlignment: Int = 4, redMask: UInt, greenMask: UInt, blueMask: UInt) {
    bytesPerPixel = min(max(bitsPerPixel / 8, 1), 4)
    self.rowAlignment = max(rowAlignment, 1)
    isDirect = bitsPerPixel == 32 && redMask == 0xFF0000 && greenMask == 0xFF00 && blueMask == 0xFF
    mapping = .channels(
      red: PixelLayout.parts(mask: redMask), green: PixelLayout.parts(mask: greenMask),
      blue: PixelLayout.parts(mask: blueMask))
  }

  /// The layout of a visual with a colour map: each colour becomes the nearest of `palette`.
  init(
    bitsPerPixel: Int, rowAlignment: Int = 4,
    palette: [(pixel: UInt32, red: Int, green: Int, blue: Int)]
  ) {
    bytesPerPixel = min(max(bitsPerPixel / 8, 1), 4)
    self.rowAlignment = max(rowAlignment, 1)
    isDirect = false
    var table = [UInt32](repeating: palette.first?.pixel ?? 0, count: 32 * 32 * 32)
    for index in table.indices {
      let red = PixelLayout.widen(index >> 10)
      let green = PixelLayout.widen(index >> 5 & 31)
      let blue = PixelLayout.widen(index & 31)
      var nearest = Int.max
      for entry in palette {
        // Weights near the eye's: green counts most, blue least.
        let distance =
          3 * square(entry.red - red) + 6 * square(entry.green - green) + square(entry.blue - blue)
        if distance < nearest {
          nearest = distance
          table[index] = entry.pixel
        }
      }
    }
    mapping = .palette(table)
  }

  /// From one row to the next, in bytes, for rows of `width` pixels.
  func bytesPerRow(width: Int) -> Int {
    (width * bytesPerPixel + rowAlignment - 1) / rowAlignment * rowAlignment
  }

  /// The pixel for one 0x--RRGGBB colour; its alpha counts for nothing.
  func pixel(for color: UInt32) -> UInt32 {
    if isDirect { return color }
    switch mapping {
    case .channels(let red, let green, let blue):
      return red[Int(color >> 16 & 0xFF)] | green[Int(color >> 8 & 0xFF)] | blue[Int(color & 0xFF)]
    case .palette(let table):
      return table[PixelLayout.paletteIndex(color)]
    }
  }

  /// Writes `width` x `height` packed pixels as packed rows of this layout, little end first.
  func convert(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, width: Int, height: Int
  ) {
    let rowBytes = bytesPerRow(width: width)
    switch mapping {
    case .channels(let red, let green, let blue):
      red.withUnsafeBufferPointer { red in
        green.withUnsafeBufferPointer { green in
          blue.withUnsafeBufferPointer { blue in
            for row in 0..<height {
              store(source + row * width, to: target + row * rowBytes, count: width) { color in
                red[Int(color >> 16 & 0xFF)] | green[Int(color >> 8 & 0xFF)]
                  | blue[Int(color & 0xFF)]
              }
            }
          }
        }
      }
    case .palette(let table):
      table.withUnsafeBufferPointer { table in
        for row in 0..<height {
          store(source + row * width, to: target + row * rowBytes, count: width) { color in
            table[PixelLayout.paletteIndex(color)]
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
    case 3:
      let target = target.assumingMemoryBound(to: UInt8.self)
      for column in 0..<count {
        let value = pixel(source[column])
        target[3 * column] = UInt8(truncatingIfNeeded: value)
        target[3 * column + 1] = UInt8(truncatingIfNeeded: value >> 8)
        target[3 * column + 2] = UInt8(truncatingIfNeeded: value >> 16)
      }
    default:
      let target = target.assumingMemoryBound(to: UInt8.self)
      for column in 0..<count { target[column] = UInt8(truncatingIfNeeded: pixel(source[column])) }
    }
  }

  private static func paletteIndex(_ color: UInt32) -> Int {
    Int(color >> 19 & 31) << 10 | Int(color >> 11 & 31) << 5 | Int(color >> 3 & 31)
  }

  /// The 256 values of a channel, scaled to the width of its mask and shifted to its place.
  private static func parts(mask: UInt) -> [UInt32] {
    guard mask != 0 else { return [UInt32](repeating: 0, count: 256) }
    let shift = mask.trailingZeroBitCount
    let top = mask >> shift
    return (0..<256).map { UInt32(truncatingIfNeeded: ((UInt($0) * top + 127) / 255) << shift) }
  }

  /// Five bits as eight.
  private static func widen(_ value: Int) -> Int {
    value << 3 | value >> 2
  }
}

private func square(_ value: Int) -> Int {
  value * value
}
