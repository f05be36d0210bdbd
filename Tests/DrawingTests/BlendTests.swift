import Glibc
import TestSupport
import Testing

@testable import Drawing

@Suite("Blending") struct BlendTests {
  /// A premultiplied colour.
  private func color(_ random: inout SplitMix64) -> UInt32 {
    let alpha = [0, 1, 127, 128, 254, 255].randomElement(using: &random) ?? 255
    var word = UInt32(alpha) << 24
    for shift in [0, 8, 16] as [UInt32] {
      word |= UInt32.random(in: 0...UInt32(alpha), using: &random) << shift
    }
    return word
  }

  private func mix(_ above: UInt32, into below: UInt32, cover: UInt8) -> UInt32 {
    Blend.mix(
      SIMD4(repeating: above), into: SIMD4(repeating: below), covers: SIMD4(repeating: cover))[0]
  }

  private func over(_ above: UInt32, on below: UInt32) -> UInt32 {
    Blend.over(SIMD4(repeating: above), on: SIMD4(repeating: below))[0]
  }

  @Test("coverage 0 changes nothing, and coverage 255 of an opaque colour replaces")
  func ends() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let below = color(&random)
      let above = color(&random)
      #expect(mix(above, into: below, cover: 0) == below)
      #expect(mix(above | 0xFF00_0000, into: below, cover: 255) == above | 0xFF00_0000)
      #expect(over(0, on: below) == below)
      #expect(over(above | 0xFF00_0000, on: below) == above | 0xFF00_0000)
    }
  }

  @Test("every result is the nearest of 255ths, and premultiplied")
  func rounding() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20000 {
      let below = color(&random)
      let above = color(&random)
      let cover = UInt8.random(in: 0...255, using: &random)
      let result = mix(above, into: below, cover: cover)
      let alpha = (Double(above >> 24) * Double(cover) / 255).rounded()
      for shift in [0, 8, 16, 24] as [UInt32] {
        let one = Double((above >> shift) & 0xFF) * Double(cover) / 255
        let other = Double((below >> shift) & 0xFF) * (255 - alpha) / 255
        #expect(abs(Double((result >> shift) & 0xFF) - (one + other)) <= 0.5)
        #expect((result >> shift) & 0xFF <= result >> 24)
      }
    }
  }

  @Test("a row is what its pixels are one by one, wherever it is cut")
  func rows() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let count = Int.random(in: 0...21, using: &random)
      let below = (0..<count).map { _ in color(&random) }
      // Three values more: sources may be read that far.
      let above = (0..<count + 3).map { _ in color(&random) }
      let cover = (0..<count + 3).map { _ -> UInt8 in
        let values: [UInt8] = [0, 0, 255, 255, UInt8.random(in: 0...255, using: &random)]
        return values.randomElement(using: &random) ?? 0
      }
      let ink = color(&random)
      var over = below
      var through = below
      over.withUnsafeMutableBufferPointer { row in
        above.withUnsafeBufferPointer { source in
          guard let row = row.baseAddress, let source = source.baseAddress else { return }
          Blend.over(source, on: row, count: count)
        }
      }
      through.withUnsafeMutableBufferPointer { row in
        cover.withUnsafeBufferPointer { mask in
          guard let row = row.baseAddress, let mask = mask.baseAddress else { return }
          Blend.color(ink, through: mask, on: row, count: count)
        }
      }
      for index in 0..<count {
        #expect(over[index] == self.over(above[index], on: below[index]))
        #expect(through[index] == mix(ink, into: below[index], cover: cover[index]))
      }
    }
  }

  @Test(
    "the area of a cut square is what counting says",
    arguments: [0.0, 0.1, 0.4, 0.7, 0.785, 1.2, 1.5])
  func area(angle: Double) {
    let nx = cos(angle)
    let ny = sin(angle)
    for step in -10...10 {
      let depth = Double(step) / 12
      var inside = 0
      let side = 100
      for j in 0..<side {
        for i in 0..<side {
          let x = (Double(i) + 0.5) / Double(side) - 0.5
          let y = (Double(j) + 0.5) / Double(side) - 0.5
          if x * nx + y * ny <= depth { inside += 1 }
        }
      }
      let area = Coverage.ofSquare(depth: Float(depth), nx: Float(nx), ny: Float(ny))
      #expect(abs(Double(area) - Double(inside) / Double(side * side)) < 0.008, "depth \(depth)")
    }
  }
}
