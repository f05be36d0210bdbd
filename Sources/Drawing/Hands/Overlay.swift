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

  /// The words of its first four pixels.
  @inline(__always)
  var four: Words {
    get {
      func load(_ plane: UnsafeMutablePointer<UInt32>) -> Words.Halves {
        UnsafeRawPointer(plane).loadUnaligned(as: Words.Halves.self)
      }
      return Words(kept: load(base), even: load(base + plane), odd: load(base + 2 &* plane))
    }
    nonmutating set {
      func store(_ halves: Words.Halves, _ plane: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(plane).storeBytes(of: halves, as: Words.Halves.self)
      }
      store(newValue.kept, base)
      store(newValue.even, base + plane)
      store(newValue.odd, base + 2 &* plane)
    }
  }

  /// Those of four pixels, wherever they are in the planes.
  @inline(__always)
  func four(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int) -> Words {
    func gather(_ plane: UnsafeMutablePointer<UInt32>) -> Words.Halves {
      let words = SIMD4(plane[first], plane[second], plane[third], plane[fourth])
      return unsafeBitCast(words, to: Words.Halves.self)
    }
    return Words(kept: gather(base), even: gather(base + plane), odd: gather(base + 2 &* plane))
  }

  /// What is done to four pixels.
  struct Words {
    /// Two numbers of 16 bits for each pixel.
    typealias Halves = SIMD8<UInt16>
    /// The part that is kept, twice.
    let kept: Halves
    /// What is added to blue and red.
    let even: Halves
    /// What is added to green and alpha.
    let odd: Halves

    /// Puts them over four pixels.
    @inline(__always)
    func put(on row: UnsafeMutablePointer<UInt32>) {
      let target = UnsafeMutableRawPointer(row)
      target.storeBytes(
        of: over(target.loadUnaligned(as: SIMD4<UInt32>.self)), as: SIMD4<UInt32>.self)
    }

    /// Puts them over the first `count` of four pixels; the others are there, too, and stay as they are.
    @inline(__always)
    func putAmongFour(on row: UnsafeMutablePointer<UInt32>, count: Int) {
      let target = UnsafeMutableRawPointer(row)
      let below = target.loadUnaligned(as: SIMD4<UInt32>.self)
      let lanes = SIMD4<Int32>(0, 1, 2, 3) .< SIMD4(repeating: Int32(truncatingIfNeeded: count))
      let mask = unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
      target.storeBytes(of: over(below) & mask | below & ~mask, as: SIMD4<UInt32>.self)
    }

    /// Puts them over the first `count` of four pixels, and touches no other.
    @inline(never)
    func put(on row: UnsafeMutablePointer<UInt32>, count: Int) {
      var below = SIMD4<UInt32>.zero
      for lane in 0..<count { below[lane] = row[lane] }
      let result = over(below)
      for lane in 0..<count { row[lane] = result[lane] }
    }

    @inline(__always)
    private func over(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
      let low = unsafeBitCast(pixels & 0x00FF_00FF, to: Halves.self)
      let high = unsafeBitCast(pixels, to: Halves.self) &>> 8
      let first = (low &* kept &+ even) &>> 8
      let second = high &* kept &+ odd
      return unsafeBitCast(first, to: SIMD4<UInt32>.self)
        | (unsafeBitCast(second, to: SIMD4<UInt32>.self) & 0xFF00_FF00)
    }
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

    /// The words of four pixels that the lower colour covers as far as `below` goes, and the upper one as far as `above`.
    @inline(__always)
    func words(_ below: Four, _ above: Four) -> Words {
      let over = above * upper.alpha
      let shown = 1 - over
      let under = below * lower.alpha * shown
      return Words(
        kept: Inks.part(shown - under),
        even: Inks.pair(
          under * lower.blue + over * upper.blue, under * lower.red + over * upper.red),
        odd: Inks.pair(under * lower.green + over * upper.green, (under + over) * 65280))
    }

    /// The words of four pixels that the lower colour alone covers, as far as `below` goes.
    @inline(__always)
    func words(_ below: Four) -> Words {
      let under = below * lower.alpha
      return Words(
        kept: Inks.part(1 - under), even: Inks.pair(under * lower.blue, under * lower.red),
        odd: Inks.pair(under * lower.green, under * 65280))
    }

    /// Parts of 0...1, twice.
    @inline(__always)
    private static func part(_ part: Four) -> Words.Halves {
      let whole = bits(part * 256 + Four(repeating: one)) & 0xFFFF
      return unsafeBitCast(whole | whole &<< 16, to: Words.Halves.self)
    }

    /// Two levels of 0...65280 each, rounded.
    @inline(__always)
    private static func pair(_ low: Four, _ high: Four) -> Words.Halves {
      // Half a level, less what would carry where the part was rounded up: 255 * 256.5 + 127 fits into 16 bits.
      let half = Four(repeating: one + 127)
      return unsafeBitCast(
        bits(low + half) & 0xFFFF | bits(high + half) &<< 16, to: Words.Halves.self)
    }

    @inline(__always)
    private static func bits(_ values: Four) -> SIMD4<UInt32> {
      unsafeBitCast(values, to: SIMD4<UInt32>.self)
    }

    /// From 2^23 on, a float's last bit is 1: added to a number, it leaves the nearest whole one in the last bits.
    private static var one: Float { 8_388_608 }
  }

  /// A colour taken apart: its opacity, 0...1, and its channels in 256ths of a level.
  private struct Ink {
    let alpha: Four
    let red: Four
    let green: Four
    let blue: Four

    init(_ color: Color) {
      func unit(_ value: Float) -> Float { value >= 0 ? min(value, 1) : 0 }
      func level(_ value: Float) -> Four { Four(repeating: (unit(value) * 255).rounded() * 256) }
      alpha = Four(repeating: unit(color.alpha))
      red = level(color.red)
      green = level(color.green)
      blue = level(color.blue)
    }
  }
}
