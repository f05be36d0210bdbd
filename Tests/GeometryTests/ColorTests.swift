import Geometry
import Testing

@Suite("Colours")
struct ColorTests {
  @Test(
    "a premultiplied word holds alpha and the components times alpha",
    arguments: [
      (Color.white, 0xFFFF_FFFF), (.black, 0xFF00_0000), (.clear, 0),
      (Color(hex: 0xFF9500), 0xFFFF_9500),
      (Color(hex: 0xFFFFFF, alpha: 0.5), 0x8080_8080),
      (Color(hex: 0xFF0000, alpha: 0.4), 0x6666_0000),
      (Color(red: 0, green: 1, blue: 0, alpha: 0), 0),
      (Color(red: 2, green: -1, blue: 0.5, alpha: 9), 0xFFFF_0080),
      (Color(red: .nan, green: 1, blue: .infinity, alpha: 1), 0xFF00_FFFF),
      (Color(red: 1, green: 1, blue: 1, alpha: .nan), 0),
      (Color(red: 1, green: 1, blue: 1, alpha: -.infinity), 0),
    ] as [(Color, UInt32)])
  func premultiplied(color: Color, word: UInt32) {
    #expect(color.premultiplied == word)
  }

  @Test("no premultiplied component is above its alpha, and opaque bytes come back unchanged")
  func bytes() {
    for byte: UInt32 in 0...255 {
      #expect(
        Color(hex: byte << 16 | byte << 8 | byte).premultiplied == 0xFF00_0000 | byte << 16 | byte
          << 8 | byte
      )
      for alpha: Float in [0, 0.003, 0.1, 0.5, 0.777, 0.999, 1] {
        let word = Color(hex: byte << 16 | 0xFF00 | (255 - byte), alpha: alpha).premultiplied
        let top = word >> 24
        #expect((word >> 16) & 0xFF <= top && (word >> 8) & 0xFF <= top && word & 0xFF <= top)
      }
    }
  }

  @Test("mixing starts at the one, ends at the other, and holds the fraction within")
  func mixed() {
    let from = Color(hex: 0x000000, alpha: 0)
    let to = Color(hex: 0xFFFFFF)
    #expect(from.mixed(with: to, by: 0) == from && from.mixed(with: to, by: -3) == from)
    #expect(from.mixed(with: to, by: .nan) == from)
    #expect(from.mixed(with: to, by: 1) == to && from.mixed(with: to, by: .infinity) == to)
    #expect(from.mixed(with: to, by: 0.5) == Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5))
    #expect(to.opacity(0.25).alpha == 0.25)
  }
}
