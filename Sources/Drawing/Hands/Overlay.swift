import Geometry

/// What two translucent colours, one over the other, do to what lies below, for a row of pixels: of each pixel they
/// keep a part, and add something to it.
///
/// The part is counted in 256ths and what is added in 256ths of a level, so that neither end needs a division:
/// where nothing is put the pixel stays as it is, and an opaque colour replaces it. A pixel has three words of two
/// 16-bit numbers: the part twice, what is added to blue and red, and what is added to green and alpha. Each of the
/// three has a plane of its own.
struct Overlay {
  /// The first pixel's part.
  let base: UnsafeMutablePointer<UInt32>
  /// From one plane to the next, in words.
  let plane: Int

  /// How many planes there are.
  static let planes = 3

  /// The overlay from its pixel `index` on.
  @inline(__always)
  func from(_ index: Int) -> Overlay { Overlay(base: base + index, plane: plane) }

  /// Puts it over four pixels.
  @inline(__always)
  func put(on row: UnsafeMutablePointer<UInt32>) {
    let target = UnsafeMutableRawPointer(row)
    target.storeBytes(
      of: put(over: target.loadUnaligned(as: SIMD4<UInt32>.self)), as: SIMD4<UInt32>.self)
  }

  /// Puts it over those of four pixels that lie in `lanes`, and touches no other.
  @inline(never)
  func put(on row: UnsafeMutablePointer<UInt32>, lanes: Range<Int>) {
    var below = SIMD4<UInt32>.zero
    for lane in lanes { below[lane] = row[lane] }
    let result = put(over: below)
    for lane in lanes { row[lane] = result[lane] }
  }

  @inline(__always)
  private func put(over pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
    typealias Halves = SIMD8<UInt16>
    let part = UnsafeRawPointer(base).loadUnaligned(as: Halves.self)
    let even = UnsafeRawPointer(base + plane).loadUnaligned(as: Halves.self)
    let odd = UnsafeRawPointer(base + 2 &* plane).loadUnaligned(as: Halves.self)
    let low = unsafeBitCast(pixels & 0x00FF_00FF, to: Halves.self)
    let high = unsafeBitCast(pixels, to: Halves.self) &>> 8
    let first = (low &* part &+ even) &>> 8
    let second = high &* part &+ odd
    return unsafeBitCast(first, to: SIMD4<UInt32>.self)
      | (unsafeBitCast(second, to: SIMD4<UInt32>.self) & 0xFF00_FF00)
  }

  /// Two colours, one over the other.
  struct Inks {
    private let lower: Ink
    private let upper: Ink

    /// `lower` under `upper`.
    init(lower: Color, upper: Color) {
      self.lower = Ink(lower)
      self.upper = Ink(upper)
    }

    /// The words of a pixel that the lower colour covers as far as `below` goes, and the upper one as far as `above`.
    @inline(__always)
    func words(_ below: Float, _ above: Float) -> (kept: UInt32, even: UInt32, odd: UInt32) {
      let over = above * upper.alpha
      let shown = 1 - over
      let under = below * lower.alpha * shown
      let rest = shown - under
      let part = Inks.whole(rest * 256)
      // Half a level, less what would carry where the part was rounded up: 255 * 256.5 + 127 fits into 16 bits.
      let half: Float = 127
      let blue = Inks.whole(under * lower.blue + over * upper.blue + half)
      let red = Inks.whole(under * lower.red + over * upper.red + half)
      let green = Inks.whole(under * lower.green + over * upper.green + half)
      let alpha = Inks.whole((1 - rest) * 65280 + half)
      return (part | part &<< 16, blue | red &<< 16, green | alpha &<< 16)
    }

    /// The nearest whole number to one of 0...65535: from 2^23 on, a float's last bit is 1.
    @inline(__always)
    private static func whole(_ value: Float) -> UInt32 { (value + 8_388_608).bitPattern & 0xFFFF }
  }

  /// A colour taken apart: its opacity, 0...1, and its channels in 256ths of a level.
  private struct Ink {
    let alpha: Float
    let red: Float
    let green: Float
    let blue: Float

    init(_ color: Color) {
      func unit(_ value: Float) -> Float { value >= 0 ? min(value, 1) : 0 }
      alpha = unit(color.alpha)
      red = (unit(color.red) * 255).rounded() * 256
      green = (unit(color.green) * 255).rounded() * 256
      blue = (unit(color.blue) * 255).rounded() * 256
    }
  }
}
