import Testing

@testable import Windowing

@Suite("Pixel layout")
struct PixelLayoutTests {
  private let color: UInt32 = 0xFF_80_FF_00

  @Test(
    "a channel is scaled to its mask, ends exact",
    arguments: [
      (16, 0xF800 as UInt, 0x7E0 as UInt, 0x1F as UInt, 0x87E0 as UInt32),
      (16, 0x7C00, 0x3E0, 0x1F, 0x43E0),
      (32, 0x3FF0_0000, 0xFFC00, 0x3FF, 0x202F_FC00),
      (32, 0xFF, 0xFF00, 0xFF0000, 0x00FF80),
    ])
  func scalesChannels(bits: Int, red: UInt, green: UInt, blue: UInt, expected: UInt32) {
    let layout = PixelLayout(bitsPerPixel: bits, redMask: red, greenMask: green, blueMask: blue)
    #expect(!layout.isDirect)
    #expect(layout.pixel(for: color) == expected)
    #expect(layout.pixel(for: 0xFFFF_FFFF) == UInt32(red | green | blue))
    #expect(layout.pixel(for: 0xFF00_0000) == 0)
  }

  @Test("32 bits of 0xRRGGBB need no conversion")
  func direct() {
    let layout = PixelLayout(bitsPerPixel: 32, redMask: 0xFF0000, greenMask: 0xFF00, blueMask: 0xFF)
    #expect(layout.isDirect)
    #expect(layout.pixel(for: color) == color)
  }

  @Test("rows are packed, padded to the server's alignment, and written little end first")
  func convertsRows() {
    let layout = PixelLayout(bitsPerPixel: 16, redMask: 0xF800, greenMask: 0x7E0, blueMask: 0x1F)
    #expect(layout.bytesPerRow(width: 3) == 8)
    let source: [UInt32] = [
      0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF, 0xFF00_0000, 0xFF80_8080,
    ]
    var target = [UInt8](repeating: 0xAA, count: 16)
    target.withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress { layout.convert(source, to: base, width: 3, height: 2) }
    }
    #expect(
      target == [
        0, 0xF8, 0xE0, 0x07, 0x1F, 0, 0xAA, 0xAA, 0xFF, 0xFF, 0, 0, 0x10, 0x84, 0xAA, 0xAA,
      ])
  }
}
