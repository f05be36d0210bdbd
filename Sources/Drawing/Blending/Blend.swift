/// Row kernels on premultiplied 0xAARRGGBB pixels.
///
/// All of them round the same way, to the nearest of 255ths, and are exact at both ends: coverage 0 leaves a pixel
/// as it is, coverage 255 of an opaque colour replaces it. The lanes of a vector are independent, so a pixel's
/// result does not depend on where a row was cut.
enum Blend {
  typealias Pixels = SIMD4<UInt32>
  /// Two of the four channels of four pixels, one in each 16 bits.
  typealias Channels = SIMD8<UInt16>

  private static let low: UInt32 = 0x00FF_00FF

  static func fill(_ row: UnsafeMutablePointer<UInt32>, count: Int, with value: UInt32) {
    row.update(repeating: value, count: count)
  }

  static func copy(
    _ source: UnsafePointer<UInt32>, to row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    row.update(from: source, count: count)
  }

  /// Puts `count` pixels of `source` over those of `row`.
  static func over(
    _ source: UnsafePointer<UInt32>, on row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
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

  /// Sets `count` pixels to what lies `weight` 256ths of the way from those of `first` to those of `second`.
  static func mix(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, weight: Int,
    to row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let part = Channels(repeating: UInt16(truncatingIfNeeded: weight))
    let rest = 256 &- part
    @inline(__always)
    func mixed(_ one: Pixels, _ other: Pixels) -> Pixels {
      let evens = (even(one) &* rest &+ even(other) &* part &+ 128) &>> 8
      let odds = odd(one) &* rest &+ odd(other) &* part &+ 128
      return unsafeBitCast(evens, to: Pixels.self) | unsafeBitCast(odds, to: Pixels.self) & ~low
    }
    var index = 0
    while index &+ 4 <= count {
      let one = UnsafeRawPointer(first + index).loadUnaligned(as: Pixels.self)
      let other = UnsafeRawPointer(second + index).loadUnaligned(as: Pixels.self)
      let result = one == other ? one : mixed(one, other)
      UnsafeMutableRawPointer(row + index).storeBytes(of: result, as: Pixels.self)
      index = index &+ 4
    }
    // One by one: `row` may be `first`, and no pixel is to be mixed twice.
    while index < count {
      row[index] = mixed(Pixels(repeating: first[index]), Pixels(repeating: second[index]))[0]
      index = index &+ 1
    }
  }

  /// Puts `color` over `count` pixels of each of `rows` rows as far as `mask` covers them.
  static func color(
    _ color: UInt32, through mask: UnsafePointer<UInt8>, stride maskStride: Int,
    on row: UnsafeMutablePointer<UInt32>, stride: Int, count: Int, rows: Int
  ) {
    let ink = Ink(color)
    let whole = count & ~3
    var mask = mask
    var row = row
    for _ in 0..<rows {
      var index = 0
      while index < whole {
        let cover = UnsafeRawPointer(mask + index).loadUnaligned(as: SIMD4<UInt8>.self)
        if unsafeBitCast(cover, to: UInt32.self) != 0 {
          ink.put(on: row + index, covers: Pixels(truncatingIfNeeded: cover))
        }
        index = index &+ 4
      }
      if index < count {
        var cover = Pixels.zero
        for lane in 0..<count &- index { cover[lane] = UInt32(mask[index &+ lane]) }
        ink.put(on: row + index, covers: cover, count: count &- index)
      }
      mask += maskStride
      row += stride
    }
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

    /// Puts it on four pixels, each as far as its number (0...255) goes.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, covers: Pixels) {
      let target = UnsafeMutableRawPointer(row)
      target.storeBytes(
        of: mixed(into: target.loadUnaligned(as: Pixels.self), spread(covers)), as: Pixels.self)
    }

    /// Puts it on the first `count` (1...3) of four pixels and touches no other.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>, covers: Pixels, count: Int) {
      var below = Pixels.zero
      for lane in 0..<count { below[lane] = row[lane] }
      let result = mixed(into: below, spread(covers))
      for lane in 0..<count { row[lane] = result[lane] }
    }

    @inline(__always)
    private func mixed(into below: Pixels, _ covers: Channels) -> Pixels {
      let rest = Channels(repeating: 255) &- div255(alpha &* covers)
      return join(
        div255(even &* covers &+ Blend.even(below) &* rest),
        div255(odd &* covers &+ Blend.odd(below) &* rest))
    }
  }

  /// Lays `color` over a pixel, where it is mostly opaque or lets all through: neither asks for what is below.
  @inline(__always)
  static func lay(_ color: UInt32, on pixel: UnsafeMutablePointer<UInt32>) {
    if color >= 0xFF00_0000 {
      pixel.pointee = color
    } else if color != 0 {
      pixel.pointee = over(color, on: pixel.pointee)
    }
  }

  /// `above` over `below`.
  @inline(__always)
  static func over(_ above: UInt32, on below: UInt32) -> UInt32 {
    let rest = 255 - (above >> 24)
    return above &+ (div255((below & low) &* rest) | div255(((below >> 8) & low) &* rest) << 8)
  }

  /// So many 255ths (0...255) of a pixel.
  @inline(__always)
  static func part(_ part: Int, of pixel: UInt32) -> UInt32 {
    let part = UInt32(truncatingIfNeeded: part)
    return div255((pixel & low) &* part) | div255(((pixel >> 8) & low) &* part) << 8
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

  /// The same of a colour without transparency, which is less to reckon.
  @inline(__always)
  static func mix(opaque color: UInt32, into below: UInt32, cover: UInt32) -> UInt32 {
    let rest = UInt64(255 &- cover)
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
