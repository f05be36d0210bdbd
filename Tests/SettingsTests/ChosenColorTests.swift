import Geometry
import Scene
import Session
import Testing

@testable import Settings

@Suite("Colours of one's own")
struct ChosenColorTests {
  @Test("rings whose colours were chosen have them, and a per cent that can be read, in every look")
  func paints() {
    for theme in Theme.builtIn {
      for hex: UInt32 in [0x000000, 0xFFFFFF, 0x808080, 0xFF0000, 0x0000FF, 0xC0C000] {
        let paint = RingPaint(start: Color(hex: 0x123456), end: Color(hex: hex))
        let colors = theme.colors(of: paint)
        #expect(colors.start == paint.start && colors.end == paint.end)
        #expect(colors.text.contrast(with: theme.background) >= 3, "\(theme.name.rawValue) \(hex)")
      }
    }
  }

  @Test("the glowing look can glow in any colour, and what has to be read can be read")
  func glow() {
    #expect(Theme.neon(Theme.neonGlow) == Theme.named(.neon))
    for (_, pair) in Color.namedPairs {
      let glow = Color(hex: pair.end)
      let theme = Theme.neon(glow)
      #expect(theme.digits.shadows.allSatisfy { $0.color.opacity(1 / $0.color.alpha) == glow })
      #expect(theme.digits.lit.contrast(with: theme.background) >= 4.5)
      #expect(theme.secondaryText.contrast(with: theme.background) >= 4.5)
      #expect(theme.digits.unlit.contrast(with: theme.background) < 1.3)
      // It can be printed and read again, too.
      #expect(read(theme.toml).settings.themes == [theme])
    }
  }
}
