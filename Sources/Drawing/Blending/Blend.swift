import DisplayLists
import Geometry

/// Row kernels on premultiplied 0xAARRGGBB pixels, four at a time.
///
/// All round to the nearest 255th and are exact at both ends. Results do not depend on where a row
/// was cut. Sources may be read up to three values beyond their end.
enum Blend {
  typealias Pixels = SIMD4<UInt32>
  /// Two of the four channels of four pixels, 16 bits each.
  private typealias Channels = SIMD8<UInt16>

  private static let low: UInt32 = 0x00FF_00FF

  /// Sets `count` pixels of `row` to the results of `body`, four at a time from the given index.
  ///
  /// `eight` may paint eight pixels at once where that is faster.
  @inline(__always)
  static func forEachFour(
    _ row: UnsafeMutablePointer<UInt32>, count: Int, eight: (_ index: Int) -> Bool = { _ in false },
    _ body: (_ index: Int, Pixels) -> Pixels
  ) {
    guard count >= 4 else {
      var below = Pixels.zero
      for lane in 0..<max(count, 0) { below[lane] = row[lane] }
      let result = body(0, below)
      for lane in 0..<max(count, 0) { row[lane] = result[lane] }
      return
    }
    // The last four may overlap earlier pixels, so they are computed before those are overwritten.
    let last = count &- 4
    let end = body(last, load(row + last))
    var index = 0
    while index < last {
      if index &+ 8 <= count, eight(index) {
        index = index &+ 8
        continue
      }
      let result = body(index, load(row + index))
      UnsafeMutableRawPointer(row + index).storeBytes(of: result, as: Pixels.self)
      index = index &+ 4
    }
    UnsafeMutableRawPointer(row + last).storeBytes(of: end, as: Pixels.self)
  }

  @inline(__always)
  static func load<Value: SIMDScalar>(_ source: UnsafePointer<Value>) -> SIMD4<Value> {
    UnsafeRawPointer(source).loadUnaligned(as: SIMD4<Value>.self)
  }

  static func over(
    _ source: UnsafePointer<UInt32>, on row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    @inline(__always)
    func isClear(_ index: Int) -> Bool {
      let pairs = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt64>.self)
      return pairs[0] | pairs[1] | pairs[2] | pairs[3] == 0
    }
    forEachFour(row, count: count, eight: isClear) { index, below in
      over(load(source + index), on: below)
    }
  }

  /// Paints `weight` 256ths of `source` over `count` pixels.
  static func over(
    _ source: UnsafePointer<UInt32>, weight: Int, on row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let weight = Channels(repeating: UInt16(truncatingIfNeeded: weight))
    forEachFour(row, count: count) { index, below in
      let above = load(source + index)
      return above == .zero ? below : over(mix(.zero, above, weight), on: below)
    }
  }

  /// Mixes `weight` 256ths of `source` into `count` pixels.
  static func mix(
    _ source: UnsafePointer<UInt32>, weight: Int, into row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let weight = Channels(repeating: UInt16(truncatingIfNeeded: weight))
    forEachFour(row, count: count) { index, below in mix(below, load(source + index), weight) }
  }

  /// Mixes `weight` 256ths of `source` into `count` pixels, except where that becomes lighter while all becomes darker, or
  /// the other way round: there it is either one or the other.
  static func flip(
    _ source: UnsafePointer<UInt32>, weight: Int, _ flip: Snapshot.Flip,
    into row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let channels = Channels(repeating: UInt16(truncatingIfNeeded: weight))
    let isOld = weight >= 128
    forEachFour(row, count: count) { index, below in
      let old = load(source + index)
      let (from, to) = flip == .toDark ? (light(old), light(below)) : (light(below), light(old))
      let mixed = mix(below, old, channels)
      return mixed.replacing(with: isOld ? old : below, where: to .> from &+ minFlip)
    }
  }

  /// About the luma, in eighths of a channel's steps.
  @inline(__always)
  private static func light(_ pixels: Pixels) -> Pixels {
    let red = pixels &>> 16 & 255
    let green = pixels &>> 8 & 255
    let blue = pixels & 255
    return red &* 2 &+ green &* 5 &+ blue
  }

  /// The difference from which pixels flip: an eighth of the way from black to white. Mixing less hides nothing.
  private static let minFlip = Pixels(repeating: 255)

  /// Paints `count` pixels of a mix with `weight` 256ths of `second`; replaces what is below if that
  /// is opaque.
  static func mix(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, weight: Int,
    isOpaque: Bool, on row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let weight = Channels(repeating: UInt16(truncatingIfNeeded: weight))
    forEachFour(row, count: count) { index, below in
      let mixed = mix(load(first + index), load(second + index), weight)
      return isOpaque ? mixed : over(mixed, on: below)
    }
  }

  @inline(__always)
  private static func mix(_ one: Pixels, _ other: Pixels, _ weight: Channels) -> Pixels {
    if one == other { return one }
    let rest = 256 &- weight
    let evens = (even(one) &* rest &+ even(other) &* weight &+ 128) &>> 8
    let odds = odd(one) &* rest &+ odd(other) &* weight &+ 128
    return unsafeBitCast(evens, to: Pixels.self) | unsafeBitCast(odds, to: Pixels.self) & ~low
  }

  @inline(__always)
  static func color(
    _ color: UInt32, through mask: UnsafePointer<UInt8>, on row: UnsafeMutablePointer<UInt32>,
    count: Int
  ) {
    let colors = Pixels(repeating: color)
    forEachFour(row, count: count) { index, below in
      let covers = load(mask + index)
      if unsafeBitCast(covers, to: UInt32.self) == 0 { return below }
      return mix(colors, into: below, covers: covers)
    }
  }

  @inline(__always)
  static func over(_ above: Pixels, on below: Pixels) -> Pixels {
    let rest = spread(255 &- above &>> 24)
    return above &+ join(div255(even(below) &* rest), div255(odd(below) &* rest))
  }

  @inline(__always)
  static func mix(_ colors: Pixels, into below: Pixels, covers: SIMD4<UInt8>) -> Pixels {
    let covers = spread(Pixels(truncatingIfNeeded: covers))
    let rest = 255 &- div255(spread(colors &>> 24) &* covers)
    return join(
      div255(even(colors) &* covers &+ even(below) &* rest),
      div255(odd(colors) &* covers &+ odd(below) &* rest))
  }

  /// The channels divided by 255, rounded; inputs are at most 255 * 255 + 127.
  @inline(__always)
  private static func div255(_ value: Channels) -> Channels {
    let sum = value &+ 128
    return (sum &+ (sum &>> 8)) &>> 8
  }

  @inline(__always)
  private static func even(_ pixels: Pixels) -> Channels {
    unsafeBitCast(pixels & low, to: Channels.self)
  }

  @inline(__always)
  private static func odd(_ pixels: Pixels) -> Channels {
    unsafeBitCast((pixels &>> 8) & low, to: Channels.self)
  }

  /// Copies one number per pixel (0...255) to both 16-bit halves of the pixel.
  @inline(__always)
  private static func spread(_ values: Pixels) -> Channels {
    unsafeBitCast(values | values &<< 16, to: Channels.self)
  }

  @inline(__always)
  private static func join(_ even: Channels, _ odd: Channels) -> Pixels {
    unsafeBitCast(even, to: Pixels.self) | unsafeBitCast(odd, to: Pixels.self) &<< 8
  }
}

extension PixelBuffer {
  func fill(_ color: Color) {
    let word = color.premultiplied
    for y in rect.y..<rect.maxY { row(y).update(repeating: word, count: rect.width) }
  }
}
