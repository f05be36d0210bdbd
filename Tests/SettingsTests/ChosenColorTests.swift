import Geometry
import Scene
import Session
import Testing

@testable import Settings

@Suite("Colours of one's own")
struct ChosenColorTests {
  @Test("rings whose colours were chosen have them, in every look")
  func paints() {
    for theme in Theme.builtIn {
      let own = [0x000000, 0xFFFFFF, 0x808080, 0xFF0000, 0x0000FF, 0xC0C000].map {
        RingColor(0x123456, $0)
      }
      for color in own + RingColor.named.map(\.value) {
        let colors = theme.colors(ofRing: 0, color)
        #expect(colors.start == Color(hex: color.start) && colors.end == Color(hex: color.end))
      }
      #expect(theme.colors(ofRing: 7, nil) == theme.rings[1])
    }
  }

  @Test("the glowing look can glow in any colour, and what has to be read can be read")
  func glow() {
    #expect(Theme.neon(Theme.neonGlow) == Theme.named(.neon))
    for (_, pair) in RingColor.named {
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
