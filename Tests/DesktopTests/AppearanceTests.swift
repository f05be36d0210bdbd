import Testing

@testable import Desktop

@Suite("What a desktop says of looks")
struct AppearanceTests {
  @Test(
    "a theme's name tells whether it is dark",
    arguments: [
      ("Adwaita", false, nil), ("Adwaita-dark", true, nil), ("Adwaita:dark", true, nil),
      ("Breeze-Dark", true, nil),
      ("Mint-Y-Dark-Aqua", true, nil), ("Materia-dark-compact", true, nil),
      ("BreezeDark", true, nil),
      ("HighContrast", false, true), ("HighContrastInverse", true, true),
      ("Numix-darkblue", false, nil),
      ("", false, nil),
    ] as [(String, Bool, Bool?)])
  func names(name: String, isDark: Bool, isHighContrast: Bool?) {
    let appearance = Appearance(themeName: name, enablesAnimations: nil)
    #expect(appearance.isDark == isDark && appearance.isHighContrast == isHighContrast)
    #expect(appearance.isStill == nil)
  }

  @Test("what one has no preference on, the other says")
  func filled() {
    var portal = Appearance()
    let manager = Appearance(themeName: "HighContrast-dark", enablesAnimations: true)
    #expect(portal.filled(by: manager) == manager && manager.filled(by: portal) == manager)
    (portal.isDark, portal.isStill) = (false, true)
    let both = portal.filled(by: manager)
    #expect(both.isDark == false && both.isStill == true && both.isHighContrast == true)
    #expect(Appearance(themeName: nil, enablesAnimations: false).isStill == true)
  }
}
