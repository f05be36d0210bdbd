package import Geometry
package import Session

// A theme is a base and its differences. A new theme needs only this file.
extension Theme {
  /// The first is the default.
  package static let builtIn = [
    neumorphicLight, neumorphicDark, neon, highContrast, flatLight, flatDark,
  ]

  package static func named(_ name: ThemeName) -> Theme { ThemeCatalog.builtIn.theme(named: name) }

  static let neumorphicLight: Theme = {
    let background = Color(hex: 0xF0F0F3)
    let text = Color(hex: 0x363846)
    var theme = Theme(
      name: .neumorphicLight, background: background, font: nil, text: text,
      secondaryText: Color(hex: 0x6A6C79),
      // With this ink digits have a contrast of more than 5 : 1 and still look like relief.
      digits: DigitStyle(
        unlit: background.mixed(with: text, by: 0.04).inBytes, lit: background, ink: 0.8,
        shadows: [], outline: .clear, outlineWidth: 0, cornerRadius: 0),
      plateShadows: [], plate: background, plateBorder: .clear, majorTick: text,
      minorTick: text.opacity(0.4), hand: Color(hex: 0xE46200), lapHand: Color(hex: 0x007AFF),
      handShadow: RelativeShadow(
        color: Color(hex: 0x5A5A78, alpha: 0.32), radius: 0.55, offset: 0.7),
      rings: mutedRings, trackOpacity: 0.15, trackOutline: 0, trackShadows: [], buttonShadows: [],
      button: buttonStyle(0xF0F0F3, 0xFAFAFD, 0xE6E6EB, text: 0x363846),
      stopButton: buttonStyle(0xF0D9DB, 0xF9E6E8, 0xE6C9CC, text: 0xA81B22),
      startButton: buttonStyle(0xD9EBDD, 0xE5F6E9, 0xC9E0CF, text: 0x0F6A30),
      best: Color(hex: 0x167A3A), worst: Color(hex: 0xC9252D), veil: background)
    theme.setRelief(
      dark: Color(hex: 0xAEAEC0, alpha: 0.4), depth: 1.6, light: .white, sheen: 0.07)
    return theme
  }()

  static let neumorphicDark = Theme(.neumorphicDark, from: neumorphicLight) { theme in
    theme.setColors(
      background: Color(hex: 0x282A30), text: Color(hex: 0xE6E7EE), secondary: 0x9799A6)
    theme.digits.unlit = theme.background.mixed(with: theme.text, by: 0.05).inBytes
    theme.setRelief(
      dark: Color(hex: 0x0A0B10, alpha: 0.62), depth: 1, light: Color(hex: 0x4A4F5E, alpha: 0.55),
      sheen: 0.18)
    theme.setBrightHands()
    theme.handShadow.color = Color(hex: 0x000000, alpha: 0.45)
    theme.button = buttonStyle(0x282A30, 0x353840, 0x23252B, text: 0xE6E7EE)
    theme.stopButton = buttonStyle(0x452A2F, 0x573539, 0x3A2227, text: 0xFF9189)
    theme.startButton = buttonStyle(0x26402F, 0x30523C, 0x1F3527, text: 0x4CD97B)
    (theme.best, theme.worst) = (Color(hex: 0x4CD97B), Color(hex: 0xFF6961))
    theme.trackOpacity = 0.16
  }

  static let flatLight = Theme(.flatLight, from: neumorphicLight) { theme in
    theme.setColors(background: .white, text: Color(hex: 0x212121), secondary: 0x707070)
    theme.digits = DigitStyle(
      unlit: Color(hex: 0xEDEDED), lit: theme.text, ink: 0, shadows: [], outline: .clear,
      outlineWidth: 0, cornerRadius: 10)
    theme.plateBorder = theme.digits.unlit
    theme.rings = vividRings
    theme.handShadow = RelativeShadow(color: .clear, radius: 0, offset: 0)
    (theme.plateShadows, theme.trackShadows, theme.buttonShadows) = ([], [], [])
    theme.button = buttonStyle(0xF2F2F2, 0xE8E8E8, 0xD8D8D8, text: 0x212121)
    theme.setTints(best: Color(hex: 0x156A2C), worst: Color(hex: 0xAD1A1A))
  }

  static let flatDark = Theme(.flatDark, from: flatLight) { theme in
    theme.setColors(
      background: Color(hex: 0x121212), text: Color(hex: 0xEDEDED), secondary: 0x9E9E9E)
    (theme.digits.unlit, theme.digits.lit) = (Color(hex: 0x212121), theme.text)
    theme.plateBorder = theme.digits.unlit
    theme.setBrightHands()
    theme.button = buttonStyle(0x1F1F1F, 0x2B2B2B, 0x383838, text: 0xEDEDED)
    theme.setTints(best: Color(hex: 0x5BD882), worst: Color(hex: 0xFF6F66))
  }

  /// Lines and bright shapes on black, all at 7 : 1 and more: WCAG's enhanced contrast.
  static let highContrast = Theme(.highContrast, from: flatDark) { theme in
    theme.setColors(background: .black, text: .white, secondary: 0xE0E0E0)
    (theme.digits.unlit, theme.digits.lit) = (Color(hex: 0x202020), theme.text)
    theme.plateBorder = .white
    theme.minorTick = Color(hex: 0xB0B0B0)
    (theme.hand, theme.lapHand) = (Color(hex: 0xFFD60A), Color(hex: 0x5CD0FF))
    (theme.trackOpacity, theme.trackOutline) = (0.3, 2)
    theme.night = Color(hex: 0x3A57D6)
    (theme.best, theme.worst) = (Color(hex: 0x66F08A), Color(hex: 0xFF5F5A))
    theme.button = buttonStyle(0x000000, 0x262626, 0x4A4A4A, border: .white, text: 0xFFFFFF)
    theme.startButton = buttonStyle(
      0x00290E, 0x003D15, 0x00591F, border: theme.best, text: 0x66F08A)
    theme.stopButton = buttonStyle(
      0x330000, 0x4A0000, 0x660A05, border: theme.worst, text: 0xFF9F96)
  }

  package static let neonGlow = Color(hex: 0xFF7A1A)

  static let neon = neon(neonGlow)

  package static func neon(_ glow: Color) -> Theme {
    let isDefault = glow == neonGlow
    let background = Color(hex: 0x08080C)
    func shade(_ share: Float) -> Color { background.mixed(with: glow, by: share).inBytes }
    func tint(_ share: Float) -> Color { glow.mixed(with: .white, by: share).inBytes }
    return Theme(.neon, from: flatDark) { theme in
      theme.setColors(background: background, text: Color(hex: 0xEFE7DA), secondary: 0)
      theme.secondaryText = tint(0.3).mixed(with: background, by: 0.12).shade(
        toward: theme.text, by: Contrast.text, on: background)
      theme.digits = DigitStyle(
        unlit: shade(0.07), lit: isDefault ? Color(hex: 0xFFF3D6) : tint(0.86), ink: 0,
        shadows: [
          RelativeShadow(color: glow.opacity(0.55), radius: 15, offset: 0),
          RelativeShadow(color: glow, radius: 5, offset: 0),
        ], litEdges: [RelativeShadow(color: glow, radius: 4, offset: 0)],
        outline: glow.opacity(0.75), outlineWidth: 2.5, cornerRadius: 2)
      (theme.plate, theme.plateBorder) = (.clear, glow.opacity(0.7))
      (theme.majorTick, theme.minorTick) = (tint(0.7), glow.opacity(0.9))
      theme.hand = isDefault ? Color(hex: 0xFF5A1F) : glow
      // Hues from 120 to 240 degrees have the least red. Magenta, at 300, and cyan, at 180, are at
      // least 60 degrees from the hues that they are used with.
      let isCool = glow.red <= min(glow.green, glow.blue)
      theme.lapHand = Color(hex: isCool ? 0xFF5CFF : isDefault ? 0x22C4FF : 0x1FE0E0)
      theme.handShadow = RelativeShadow(color: theme.hand, radius: 1, offset: 0)
      (theme.night, theme.trackOpacity) = (Color(hex: 0x3450E0), 0.14)
      (theme.best, theme.worst) = (Color(hex: 0x4FE083), Color(hex: 0xFF6257))
      theme.button = ButtonStyle(
        face: background, hover: shade(0.1), pressed: shade(0.2), border: shade(0.7),
        text: theme.text)
      theme.stopButton = buttonStyle(
        0x240C0E, 0x351013, 0x46161A, border: Color(hex: 0x9A3A2E), text: 0xFF6257)
      theme.startButton = buttonStyle(
        0x0B1D12, 0x102A1A, 0x163723, border: Color(hex: 0x2F7A48), text: 0x4FE083)
    }
  }

  private init(_ name: ThemeName, from base: Theme, _ change: (inout Theme) -> Void) {
    self = base
    self.name = name
    change(&self)
  }

  private mutating func setColors(background: Color, text: Color, secondary: UInt32) {
    (self.background, plate, digits.lit) = (background, background, background)
    (veil, self.text, majorTick, minorTick) = (background, text, text, text.opacity(0.4))
    secondaryText = Color(hex: secondary)
  }

  /// Raised shapes cast a dark and a light shadow; `depth` darkens those of large shapes. Unlit
  /// segments are engraved; lit ones are lighter at the top, by `sheen`, and at the upper left edge.
  private mutating func setRelief(dark: Color, depth: Float, light: Color, sheen: Float) {
    func relief(_ dark: Color, _ radius: Double, _ offset: Double, _ lightRadius: Double)
      -> [RelativeShadow]
    {
      [
        RelativeShadow(color: dark, radius: radius, offset: offset),
        RelativeShadow(color: light, radius: lightRadius, offset: -lightRadius),
      ]
    }
    let deep = dark.opacity(depth)
    digits.shadows = relief(deep, 4, 4, 2)
    digits.unlitEdges = relief(dark, 2.5, 2.5, 1)
    digits.litEdges = [RelativeShadow(color: .white.opacity(5 * sheen), radius: 0, offset: 1)]
    digits.sheen = .white.opacity(sheen)
    plateShadows = relief(deep, 2.4, 2.4, 2)
    trackShadows = relief(deep, 0.9, 0.8, 0.7)
    buttonShadows = relief(deep, 10, 9, 8)
  }

  private mutating func setBrightHands() {
    (hand, lapHand) = (Color(hex: 0xFF9F0A), Color(hex: 0x2A93FF))
    night = Color(hex: 0x3F58B0)
  }

  private mutating func setTints(best: Color, worst: Color) {
    let background = background
    func tinted(_ tint: Color) -> ButtonStyle {
      ButtonStyle(
        face: background.mixed(with: tint, by: 0.12).inBytes,
        hover: background.mixed(with: tint, by: 0.18).inBytes,
        pressed: background.mixed(with: tint, by: 0.24).inBytes, border: .clear, text: tint)
    }
    (self.best, self.worst) = (best, worst)
    (startButton, stopButton) = (tinted(best), tinted(worst))
  }

  private static func buttonStyle(
    _ face: UInt32, _ hover: UInt32, _ pressed: UInt32, border: Color = .clear, text: UInt32
  ) -> ButtonStyle {
    ButtonStyle(
      face: Color(hex: face), hover: Color(hex: hover), pressed: Color(hex: pressed),
      border: border, text: Color(hex: text))
  }

  private static let vividRings = rings([
    (0xFA114F, 0xFF588C), (0x72DB00, 0xC0FF34), (0x00BDD6, 0x41F4E7), (0xF39C12, 0xFFD452),
    (0x9B59B6, 0xCF9BE6), (0x3498DB, 0x7CC4F5),
  ])

  /// The same hues, as soft as the relief.
  private static let mutedRings = rings([
    (0xD6456B, 0xEC8AA4), (0x74A840, 0xAFD382), (0x2F9BAA, 0x7CCCD0), (0xD2923C, 0xECC680),
    (0x8C66A6, 0xBDA1D1), (0x4E86B8, 0x94BBDC),
  ])

  private static func rings(_ colors: [(start: UInt32, end: UInt32)]) -> [RingColors] {
    colors.map { RingColors(start: Color(hex: $0.start), end: Color(hex: $0.end)) }
  }
}

extension ThemeName {
  package static let builtIn = Theme.builtIn.map(\.name)

  /// Returns the user's choices: the desktop's theme, or one of `names`.
  package static func choices(among names: [ThemeName] = builtIn) -> [ThemeName] {
    [automatic] + names
  }

  package static let list = builtIn.map(\.rawValue).joined(separator: ", ")
}
