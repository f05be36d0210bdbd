/// Row kernels on premultiplied 0xAARRGGBB pixels.
///
/// All of them round the same way, to the nearest of 255ths, and are exact at both ends: coverage 0 leaves a pixel
/// as it is, coverage 255 of an opaque colour replaces it. The lanes of a vector are independent, so a pixel's
/// result does not depend on where a row was cut.
enum Blend {
  /// Four pixels.
  typealias Pixels = SIMD4<UInt32>
  /// Two of the four channels of four pixels, one in each 16 bits.
  typealias Channels = SIMD8<UInt16>

  /// Every second byte.
  private static let low: UInt32 = 0x00FF_00FF

  /// Sets `count` pixels to `value`.
  static func fill(_ row: UnsafeMutablePointer<UInt32>, count: Int, with value: UInt32) {
    row.update(repeating: value, count: count)
  }

  /// Copies `count` pixels.
  static func copy(_ source: UnsafePointer<UInt32>, to row: UnsafeMutablePointer<UInt32>, count: Int) {
    row.update(from: source, count: count)
  }

  /// Puts `count` pixels of `source` over those of `row`.
  static func over(_ source: UnsafePointer<UInt32>, on row: UnsafeMutablePointer<UInt32>, count: Int) {
    var index = 0
    while index + 4 <= count {
      let from = UnsafeRawPointer(source + index)
      let to = UnsafeMutableRawPointer(row + index)
      let above = from.loadUnaligned(as: Pixels.self)
      let alphas = above &>> 24
      if alphas.wrappedSum() != 0 {
        let below = to.loadUnaligned(as: Pixels.self)
        let rest = spread(Pixels(repeating: 255) &- alphas)
        let product = join(div255(even(below) &* rest), div255(odd(below) &* rest))
        to.storeBytes(of: above &+ product, as: Pixels.self)
      }
      index += 4
    }
    while index < count {
      row[index] = over(source[index], on: row[index])
      index += 1
    }
  }

  /// Puts `color` over `count` pixels as far as `mask` covers them.
  static func color(
    _ color: UInt32, through mask: UnsafePointer<UInt8>, on row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let ink = Ink(color)
    var index = 0
    while index + 4 <= count {
      let cover = UnsafeRawPointer(mask + index).loadUnaligned(as: UInt32.self)
      if cover != 0 { ink.put(on: row + index, cover: cover) }
      index += 4
    }
    guard index < count else { return }
    var cover: UInt32 = 0
    for lane in 0..<count - index { cover |= UInt32(mask[index + lane]) << UInt32(8 * lane) }
    if cover != 0 { ink.put(on: row + index, cover: cover, count: count - index) }
  }

  /// A colour taken apart, to be put on many pixels.
  struct Ink {
    private let pixels: Pixels
    private let even: Channels
    private let odd: Channels
    private let alpha: Channels

    /// The ink of a premultiplied colour.
    @inline(__always)
    init(_ color: UInt32) {
      pixels = Pixels(repeating: color)
      even = Blend.even(pixels)
      odd = Blend.odd(pixels)
      alpha = Channels(repeating: UInt16(color >> 24))
    }

    /// Puts it on four pixels, as far as the four bytes of `cover` go, the lowest for the first pixel.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, cover: UInt32) {
      put(on: row, covers: Ink.spread(cover))
    }

    /// Puts it on the first `count` (1...3) of four pixels and touches no other.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, cover: UInt32, count: Int) {
      put(on: row, covers: Ink.spread(cover), count: count)
    }

    /// Puts it on four pixels, each as far as its number (0...255) goes.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, covers: Pixels) {
      put(on: row, spread: covers | covers &<< 16)
    }

    /// Puts it on the first `count` (1...3) of four pixels and touches no other.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, covers: Pixels, count: Int) {
      put(on: row, spread: covers | covers &<< 16, count: count)
    }

    /// Puts it on four pixels; a pixel's number stands in both its halves.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, spread covers: Pixels) {
      let target = UnsafeMutableRawPointer(row)
      target.storeBytes(of: mixed(into: target.loadUnaligned(as: Pixels.self), covers), as: Pixels.self)
    }

    /// Puts it on the first `count` (1...3) of four pixels and touches no other.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, spread covers: Pixels, count: Int) {
      var below = Pixels.zero
      below[0] = row[0]
      if count > 1 { below[1] = row[1] }
      if count > 2 { below[2] = row[2] }
      let result = mixed(into: below, covers)
      row[0] = result[0]
      if count > 1 { row[1] = result[1] }
      if count > 2 { row[2] = result[2] }
    }

    /// Puts it on the columns `first`..<`last` of a row; `covers` is indexed by the column as the row is, and may be
    /// read up to three columns further. So may the row, up to `limit`; what is covered by 0 there stays.
    @inline(__always)
    func put(
      _ covers: UnsafeMutablePointer<UInt32>, on row: UnsafeMutablePointer<UInt32>, from first: Int,
      to last: Int, limit: Int
    ) {
      var x = first
      while x < last {
        let four = UnsafeRawPointer(covers + x).loadUnaligned(as: Pixels.self)
        if x &+ 4 <= limit {
          put(on: row + x, spread: four)
        } else {
          put(on: row + x, spread: four, count: limit &- x)
        }
        x = x &+ 4
      }
    }

    /// Four bytes to a number for each pixel.
    @inline(__always)
    private static func spread(_ cover: UInt32) -> Pixels {
      let first = UInt64(cover & 0xFF) | UInt64(cover & 0xFF00) &<< 24
      let second = UInt64((cover &>> 16) & 0xFF) | UInt64(cover &>> 24) &<< 32
      return unsafeBitCast(SIMD2(first, second), to: Pixels.self)
    }

    @inline(__always)
    private func mixed(into below: Pixels, _ covers: Pixels) -> Pixels {
      let covers = unsafeBitCast(covers, to: Channels.self)
      let rest = Channels(repeating: 255) &- div255(alpha &* covers)
      return join(
        div255(even &* covers &+ Blend.even(below) &* rest),
        div255(odd &* covers &+ Blend.odd(below) &* rest))
    }
  }

  /// `above` over `below`.
  @inline(__always)
  static func over(_ above: UInt32, on below: UInt32) -> UInt32 {
    let rest = 255 - (above >> 24)
    return above &+ (div255((below & low) &* rest) | div255(((below >> 8) & low) &* rest) << 8)
  }

  /// `color` over `below` as far as `cover` (0...255) goes.
  @inline(__always)
  static func mix(_ color: UInt32, into below: UInt32, cover: UInt32) -> UInt32 {
    let product = UInt64((color &>> 24) &* cover) &+ 128
    let rest = 255 &- ((product &+ (product &>> 8)) &>> 8)
    let sum = wide(color) &* UInt64(cover) &+ wide(below) &* rest &+ 0x0080_0080_0080_0080
    let result = ((sum &+ ((sum &>> 8) & wideLow)) &>> 8) & wideLow
    return UInt32(truncatingIfNeeded: result | result &>> 24)
  }

  /// The lower byte of every 16 bits.
  private static let wideLow: UInt64 = 0x00FF_00FF_00FF_00FF

  /// The four channels of a pixel in 16 bits each: blue and red in the lower half, green and alpha in the upper.
  @inline(__always)
  private static func wide(_ pixel: UInt32) -> UInt64 {
    let pixel = UInt64(pixel)
    return (pixel | pixel &<< 24) & wideLow
  }

  /// The two 16-bit halves divided by 255, rounded; each is at most 255 * 255 + 127.
  @inline(__always)
  private static func div255(_ pair: UInt32) -> UInt32 {
    let sum = pair &+ 0x0080_0080
    return ((sum &+ ((sum >> 8) & low)) >> 8) & low
  }

  @inline(__always)
  fileprivate static func div255(_ value: Channels) -> Channels {
    let sum = value &+ 128
    return (sum &+ (sum &>> 8)) &>> 8
  }

  @inline(__always)
  fileprivate static func even(_ pixels: Pixels) -> Channels {
    unsafeBitCast(pixels & low, to: Channels.self)
  }

  @inline(__always)
  fileprivate static func odd(_ pixels: Pixels) -> Channels {
    unsafeBitCast((pixels &>> 8) & low, to: Channels.self)
  }

  /// A number per pixel (0...255) to both 16-bit halves of the pixel.
  @inline(__always)
  fileprivate static func spread(_ values: Pixels) -> Channels {
    unsafeBitCast(values | values &<< 16, to: Channels.self)
  }

  @inline(__always)
  fileprivate static func join(_ even: Channels, _ odd: Channels) -> Pixels {
    unsafeBitCast(even, to: Pixels.self) | unsafeBitCast(odd, to: Pixels.self) &<< 8
  }
}
