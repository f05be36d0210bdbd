package import Geometry
package import Session

extension Theme {
  /// The built-in looks, in the order of their names.
  package static let builtIn = [
    neumorphicLight, neumorphicDark, neon, highContrast, flatLight, flatDark,
  ]

  /// The built-in look called `name`, or the first of them.
  package static func named(_ name: ThemeName) -> Theme { ThemeCatalog.builtIn.theme(named: name) }

  /// How far a lit segment is tinted toward the text colour by default: 0 is relief alone. At 0.8 the digits have
  /// a contrast of more than 5 : 1 and still look like part of the surface.
  static let defaultInk: Float = 0.8

  private static let ringStarts: [UInt32] = [
    0xFA114F, 0x72DB00, 0x00BDD6, 0xF39C12, 0x9B59B6, 0x3498DB,
  ]
  private static let ringEnds: [UInt32] = [
    0xFF588C, 0xC0FF34, 0x41F4E7, 0xFFD452, 0xCF9BE6, 0x7CC4F5,
  ]
  /// The same colours dark enough for text on a light background: at least 3 : 1, what WCAG asks of large text.
  private static let ringInks: [UInt32] = [
    0xF0104B, 0x4C9900, 0x0092A6, 0xB97309, 0x8E44AD, 0x2980B9,
  ]

  private static func rings(onLight: Bool) -> [RingColors] {
    ringStarts.indices.map { index in
      RingColors(
        start: Color(hex: ringStarts[index]), end: Color(hex: ringEnds[index]),
        text: Color(hex: onLight ? ringInks[index] : ringEnds[index]))
    }
  }

  /// Soft light relief.
  static let neumorphicLight = neumorphic(
    .neumorphicLight, background: Color(red: 240 / 255, green: 240 / 255, blue: 243 / 255),
    text: Color(hex: 0x363846), secondary: 0x6A6C79, unlit: 0.04,
    dark: Color(red: 174 / 255, green: 174 / 255, blue: 192 / 255, alpha: 0.4), depth: 1.6,
    light: .white,
    hand: 0xE46200, lapHand: 0x007AFF, handShadow: Color(hex: 0x5A5A78, alpha: 0.32),
    button: (0xFAFAFD, 0xE6E6EB), stop: look(0xF0D9DB, 0xF9E6E8, 0xE6C9CC, text: 0xA81B22),
    start: look(0xD9EBDD, 0xE5F6E9, 0xC9E0CF, text: 0x0F6A30), best: 0x167A3A, worst: 0xC9252D,
    trackOpacity: 0.15, onLight: true)

  /// Soft dark relief.
  static let neumorphicDark = neumorphic(
    .neumorphicDark, background: Color(hex: 0x282A30), text: Color(hex: 0xE6E7EE),
    secondary: 0x9799A6,
    unlit: 0.05, dark: Color(hex: 0x0A0B10, alpha: 0.62), depth: 1,
    light: Color(hex: 0x4A4F5E, alpha: 0.55),
    hand: 0xFF9F0A, lapHand: 0x2A93FF, handShadow: Color(hex: 0x000000, alpha: 0.45),
    button: (0x353840, 0x23252B), stop: look(0x452A2F, 0x573539, 0x3A2227, text: 0xFF9189),
    start: look(0x26402F, 0x30523C, 0x1F3527, text: 0x4CD97B), best: 0x4CD97B, worst: 0xFF6961,
    trackOpacity: 0.16, onLight: false)

  /// A relief of the background's own colour: every raised thing casts a dark shadow and a light one. `depth` is by how
  /// much the dark one is stronger under large things.
  private static func neumorphic(
    _ name: ThemeName, background: Color, text: Color, secondary: UInt32, unlit: Float, dark: Color,
    depth: Float, light: Color, hand: UInt32, lapHand: UInt32, handShadow: Color,
    button: (hover: UInt32, pressed: UInt32), stop: ButtonStyle, start: ButtonStyle, best: UInt32,
    worst: UInt32, trackOpacity: Float, onLight: Bool
  ) -> Theme {
    func relief(_ dark: Color, _ radius: Double, _ offset: Double, _ lightRadius: Double)
      -> [RelativeShadow]
    {
      [
        RelativeShadow(color: dark, radius: radius, offset: offset),
        RelativeShadow(color: light, radius: lightRadius, offset: -lightRadius),
      ]
    }
    let deep = dark.opacity(depth)
    return Theme(
      name: name, background: background, font: nil, text: text,
      secondaryText: Color(hex: secondary),
      digits: DigitStyle(
        unlit: background.mixed(with: text, by: unlit).inBytes, lit: background, ink: defaultInk,
        shadows: relief(dark, 4, 4, 2), outline: .clear, outlineWidth: 0, cornerRadius: 0),
      plateShadows: relief(deep, 2.4, 2.4, 2), plate: background, plateBorder: .clear,
      majorTick: text,
      minorTick: text.opacity(0.4), hand: Color(hex: hand), lapHand: Color(hex: lapHand),
      handShadow: RelativeShadow(color: handShadow, radius: 0.55, offset: 0.7),
      rings: rings(onLight: onLight), trackOpacity: trackOpacity,
      trackShadows: relief(deep, 0.9, 0.8, 0.7),
      buttonShadows: relief(deep, 10, 9, 8),
      button: ButtonStyle(
        face: background, hover: Color(hex: button.hover), pressed: Color(hex: button.pressed),
        border: .clear, text: text), stopButton: stop, startButton: start, best: Color(hex: best),
      worst: Color(hex: worst), veil: background.opacity(0.97))
  }

  private static func look(
    _ face: UInt32, _ hover: UInt32, _ pressed: UInt32, border: Color = .clear, text: UInt32
  ) -> ButtonStyle {
    ButtonStyle(
      face: Color(hex: face), hover: Color(hex: hover), pressed: Color(hex: pressed),
      border: border,
      text: Color(hex: text))
  }

  /// The colour of the glow that is built in.
  package static let neonGlow = Color(hex: 0xFF7A1A)

  /// The glowing look in another colour: all that is orange in `neon` is a shade of `glow`.
  package static func neon(_ glow: Color) -> Theme {
    var theme = neon
    guard glow != neonGlow else { return theme }
    let background = theme.background
    func shade(_ share: Float) -> Color { background.mixed(with: glow, by: share).inBytes }
    func tint(_ share: Float) -> Color { glow.mixed(with: .white, by: share).inBytes }
    theme.secondaryText = tint(0.2).mixed(with: background, by: 0.2).shade(
      toward: theme.text, by: 4.5, on: background)
    theme.digits.unlit = shade(0.07)
    theme.digits.lit = tint(0.55)
    for index in theme.digits.shadows.indices {
      theme.digits.shadows[index].color = glow.opacity(theme.digits.shadows[index].color.alpha)
    }
    theme.digits.outline = tint(0.35).opacity(theme.digits.outline.alpha)
    theme.plateBorder = shade(0.35)
    theme.minorTick = tint(0.1).opacity(theme.minorTick.alpha)
    theme.hand = glow
    theme.handShadow.color = glow.opacity(theme.handShadow.color.alpha)
    theme.button.hover = shade(0.1)
    theme.button.pressed = shade(0.2)
    theme.button.border = shade(0.55)
    return theme
  }

  /// Glowing segments on black.
  static let neon: Theme = {
    let background = Color(hex: 0x08080C)
    let text = Color(hex: 0xEFE7DA)
    let glow = neonGlow
    return Theme(
      name: .neon, background: background, font: nil, text: text,
      secondaryText: Color(hex: 0xB08055),
      digits: DigitStyle(
        unlit: Color(hex: 0x1B1210), lit: Color(hex: 0xFFC978), ink: 0,
        shadows: [
          RelativeShadow(color: glow.opacity(0.5), radius: 15, offset: 0),
          RelativeShadow(color: glow, radius: 5, offset: 0),
        ], outline: Color(hex: 0xFFB45C, alpha: 0.75), outlineWidth: 4, cornerRadius: 2),
      plateShadows: [], plate: .clear, plateBorder: Color(hex: 0x5A381B), majorTick: text,
      minorTick: Color(hex: 0xC8803C, alpha: 0.45), hand: Color(hex: 0xFF5A1F),
      lapHand: Color(hex: 0x22C4FF),
      handShadow: RelativeShadow(color: Color(hex: 0xFF5A1F, alpha: 0.28), radius: 0.8, offset: 0),
      rings: rings(onLight: false), trackOpacity: 0.14, trackShadows: [],
      buttonShadows: [],
      button: look(0x08080C, 0x1B130E, 0x2C1C10, border: Color(hex: 0x8A5424), text: 0xEFE7DA),
      stopButton: look(0x240C0E, 0x351013, 0x46161A, border: Color(hex: 0x9A3A2E), text: 0xFF6257),
      startButton: look(0x0B1D12, 0x102A1A, 0x163723, border: Color(hex: 0x2F7A48), text: 0x4FE083),
      best: Color(hex: 0x4FE083), worst: Color(hex: 0xFF6257), veil: background.opacity(0.97))
  }()

  /// Plain light shapes.
  static let flatLight = flat(
    .flatLight, background: .white, text: Color(hex: 0x212121), secondary: Color(hex: 0x707070),
    unlit: Color(hex: 0xEDEDED), lit: Color(hex: 0x212121), face: Color(hex: 0xF2F2F2),
    hover: Color(hex: 0xE8E8E8), pressed: Color(hex: 0xD8D8D8), onLight: true)

  /// Plain dark shapes.
  static let flatDark = flat(
    .flatDark, background: Color(hex: 0x121212), text: Color(hex: 0xEDEDED),
    secondary: Color(hex: 0x9E9E9E),
    unlit: Color(hex: 0x212121), lit: Color(hex: 0xEDEDED), face: Color(hex: 0x1F1F1F),
    hover: Color(hex: 0x2B2B2B), pressed: Color(hex: 0x383838), onLight: false)

  /// Lines and bright shapes on black, everything at 7 : 1 and more: what WCAG calls enhanced.
  static let highContrast: Theme = {
    var theme = flat(
      .highContrast, background: .black, text: .white, secondary: Color(hex: 0xE0E0E0),
      unlit: Color(hex: 0x202020), lit: .white, face: .black, hover: Color(hex: 0x262626),
      pressed: Color(hex: 0x4A4A4A), onLight: false)
    theme.plateBorder = .white
    theme.minorTick = Color(hex: 0xB0B0B0)
    theme.hand = Color(hex: 0xFFD60A)
    theme.lapHand = Color(hex: 0x5CD0FF)
    theme.trackOpacity = 0.3
    theme.best = Color(hex: 0x66F08A)
    theme.worst = Color(hex: 0xFF8F85)
    theme.button.border = .white
    theme.startButton = look(0x00290E, 0x003D15, 0x00591F, border: theme.best, text: 0x66F08A)
    theme.stopButton = look(0x330000, 0x4A0000, 0x660A05, border: theme.worst, text: 0xFF9F96)
    return theme
  }()

  private static func flat(
    _ name: ThemeName, background: Color, text: Color, secondary: Color, unlit: Color, lit: Color,
    face: Color,
    hover: Color, pressed: Color, onLight: Bool
  ) -> Theme {
    let stop = Color(hex: onLight ? 0xAD1A1A : 0xFF6F66)
    let start = Color(hex: onLight ? 0x156A2C : 0x5BD882)
    func tinted(_ tint: Color) -> ButtonStyle {
      ButtonStyle(
        face: background.mixed(with: tint, by: 0.12).inBytes,
        hover: background.mixed(with: tint, by: 0.18).inBytes,
        pressed: background.mixed(with: tint, by: 0.24).inBytes, border: .clear, text: tint)
    }
    return Theme(
      name: name, background: background, font: nil, text: text, secondaryText: secondary,
      digits: DigitStyle(
        unlit: unlit, lit: lit, ink: 0, shadows: [], outline: .clear, outlineWidth: 0,
        cornerRadius: 10),
      plateShadows: [], plate: background, plateBorder: unlit, majorTick: text,
      minorTick: text.opacity(0.4),
      hand: Color(hex: onLight ? 0xE46200 : 0xFF9F0A),
      lapHand: Color(hex: onLight ? 0x007AFF : 0x2A93FF),
      handShadow: RelativeShadow(color: .clear, radius: 0, offset: 0),
      rings: rings(onLight: onLight),
      trackOpacity: 0.15, trackShadows: [], buttonShadows: [],
      button: ButtonStyle(face: face, hover: hover, pressed: pressed, border: .clear, text: text),
      stopButton: tinted(stop), startButton: tinted(start), best: start, worst: stop,
      veil: background.opacity(0.97))
  }
}
