import Geometry
package import Session

extension Theme {
  /// The built-in look called `name`.
  package static func named(_ name: ThemeName) -> Theme {
    switch name {
    case .neumorphicLight: neumorphicLight
    case .neumorphicDark: neumorphicDark
    case .neon: neon
    case .flatLight: flatLight
    case .flatDark: flatDark
    }
  }

  /// How far a lit segment is tinted toward the text colour by default: 0 is relief alone. At 0.8 the digits have
  /// a contrast of more than 5 : 1 and still look like part of the surface.
  static let defaultInk: Float = 0.8

  private static let ringStarts: [UInt32] = [0xFA114F, 0x72DB00, 0x00BDD6, 0xF39C12, 0x9B59B6, 0x3498DB]
  private static let ringEnds: [UInt32] = [0xFF588C, 0xC0FF34, 0x41F4E7, 0xFFD452, 0xCF9BE6, 0x7CC4F5]
  /// The same colours dark enough for text on a light background: at least 3 : 1, what WCAG asks of large text.
  private static let ringInks: [UInt32] = [0xF0104B, 0x4C9900, 0x0092A6, 0xB97309, 0x8E44AD, 0x2980B9]

  private static func rings(onLight: Bool) -> [RingColors] {
    ringStarts.indices.map { index in
      RingColors(
        start: Color(hex: ringStarts[index]), end: Color(hex: ringEnds[index]),
        text: Color(hex: onLight ? ringInks[index] : ringEnds[index]))
    }
  }

  /// Soft light relief.
  static let neumorphicLight: Theme = {
    let background = Color(red: 240 / 255, green: 240 / 255, blue: 243 / 255)
    let text = Color(hex: 0x363846)
    let dark = Color(red: 174 / 255, green: 174 / 255, blue: 192 / 255, alpha: 0.4)
    return Theme(
      name: .neumorphicLight, background: background, text: text, secondaryText: Color(hex: 0x6A6C79),
      digits: DigitLook(
        unlit: background.mixed(with: text, by: 0.04), lit: background.mixed(with: text, by: defaultInk),
        shadows: [
          RelativeShadow(color: dark, radius: 4, offset: 4),
          RelativeShadow(color: .white, radius: 2, offset: -2),
        ], outline: .clear, outlineWidth: 0, cornerRadius: 0),
      plateShadows: [
        RelativeShadow(color: dark.opacity(1.6), radius: 2.4, offset: 2.4),
        RelativeShadow(color: .white, radius: 2, offset: -2),
      ],
      plate: background, plateBorder: .clear, majorTick: text, minorTick: text.opacity(0.4),
      hand: Color(hex: 0xFF9500), lapHand: Color(hex: 0x007AFF),
      handShadow: RelativeShadow(color: Color(hex: 0x5A5A78, alpha: 0.32), radius: 0.55, offset: 0.7),
      rings: rings(onLight: true), trackOpacity: 0.15,
      buttonShadows: [
        RelativeShadow(color: dark.opacity(1.6), radius: 10, offset: 9),
        RelativeShadow(color: .white, radius: 8, offset: -8),
      ],
      button: ButtonLook(
        face: background, hover: Color(hex: 0xF6F6F9), pressed: Color(hex: 0xE4E4EA), border: .clear,
        text: text),
      stopButton: ButtonLook(
        face: Color(hex: 0xF0D9DB), hover: Color(hex: 0xF4E0E2), pressed: Color(hex: 0xE6C6C9),
        border: .clear, text: Color(hex: 0xA81B22)),
      startButton: ButtonLook(
        face: Color(hex: 0xD9EBDD), hover: Color(hex: 0xE1F1E5), pressed: Color(hex: 0xC6DFCC),
        border: .clear, text: Color(hex: 0x0F6A30)),
      best: Color(hex: 0x167A3A), worst: Color(hex: 0xC9252D), veil: background.opacity(0.97))
  }()

  /// Soft dark relief.
  static let neumorphicDark: Theme = {
    let background = Color(hex: 0x282A30)
    let text = Color(hex: 0xE6E7EE)
    let dark = Color(hex: 0x0A0B10, alpha: 0.62)
    let light = Color(hex: 0x4A4F5E, alpha: 0.55)
    return Theme(
      name: .neumorphicDark, background: background, text: text, secondaryText: Color(hex: 0x9799A6),
      digits: DigitLook(
        unlit: background.mixed(with: text, by: 0.05), lit: background.mixed(with: text, by: defaultInk),
        shadows: [
          RelativeShadow(color: dark, radius: 4, offset: 4),
          RelativeShadow(color: light, radius: 2, offset: -2),
        ], outline: .clear, outlineWidth: 0, cornerRadius: 0),
      plateShadows: [
        RelativeShadow(color: dark, radius: 2.4, offset: 2.4),
        RelativeShadow(color: light, radius: 2, offset: -2),
      ],
      plate: background, plateBorder: .clear, majorTick: text, minorTick: text.opacity(0.4),
      hand: Color(hex: 0xFF9F0A), lapHand: Color(hex: 0x2A93FF),
      handShadow: RelativeShadow(color: Color(hex: 0x000000, alpha: 0.45), radius: 0.55, offset: 0.7),
      rings: rings(onLight: false), trackOpacity: 0.16,
      buttonShadows: [
        RelativeShadow(color: dark, radius: 10, offset: 9),
        RelativeShadow(color: light, radius: 8, offset: -8),
      ],
      button: ButtonLook(
        face: background, hover: Color(hex: 0x30333A), pressed: Color(hex: 0x212329), border: .clear,
        text: text),
      stopButton: ButtonLook(
        face: Color(hex: 0x452A2F), hover: Color(hex: 0x503137), pressed: Color(hex: 0x3A2227),
        border: .clear, text: Color(hex: 0xFF7D75)),
      startButton: ButtonLook(
        face: Color(hex: 0x26402F), hover: Color(hex: 0x2C4B37), pressed: Color(hex: 0x1F3527),
        border: .clear, text: Color(hex: 0x4CD97B)),
      best: Color(hex: 0x4CD97B), worst: Color(hex: 0xFF6961), veil: background.opacity(0.97))
  }()

  /// Glowing segments on black.
  static let neon: Theme = {
    let background = Color(hex: 0x08080C)
    let text = Color(hex: 0xEFE7DA)
    let glow = Color(hex: 0xFF7A1A)
    let line = Color(hex: 0x8A5424)
    func look(_ face: UInt32, _ hover: UInt32, _ pressed: UInt32, border: Color, text: Color) -> ButtonLook {
      ButtonLook(
        face: Color(hex: face), hover: Color(hex: hover), pressed: Color(hex: pressed), border: border,
        text: text)
    }
    return Theme(
      name: .neon, background: background, text: text, secondaryText: Color(hex: 0xB08055),
      digits: DigitLook(
        unlit: Color(hex: 0x1B1210), lit: Color(hex: 0xFFC978),
        shadows: [
          RelativeShadow(color: glow.opacity(0.5), radius: 15, offset: 0),
          RelativeShadow(color: glow, radius: 5, offset: 0),
        ], outline: Color(hex: 0xFFB45C, alpha: 0.75), outlineWidth: 4, cornerRadius: 2),
      plateShadows: [], plate: .clear, plateBorder: Color(hex: 0x5A381B), majorTick: text,
      minorTick: Color(hex: 0xC8803C, alpha: 0.45), hand: Color(hex: 0xFF5A1F), lapHand: Color(hex: 0x22C4FF),
      handShadow: RelativeShadow(color: Color(hex: 0xFF5A1F, alpha: 0.28), radius: 0.8, offset: 0),
      rings: rings(onLight: false), trackOpacity: 0.14, buttonShadows: [],
      button: look(0x08080C, 0x1B130E, 0x2C1C10, border: line, text: text),
      stopButton: look(
        0x240C0E, 0x351013, 0x46161A, border: Color(hex: 0x9A3A2E), text: Color(hex: 0xFF6257)),
      startButton: look(
        0x0B1D12, 0x102A1A, 0x163723, border: Color(hex: 0x2F7A48), text: Color(hex: 0x4FE083)),
      best: Color(hex: 0x4FE083), worst: Color(hex: 0xFF6257), veil: background.opacity(0.97))
  }()

  /// Plain light shapes.
  static let flatLight = flat(
    .flatLight, background: .white, text: Color(hex: 0x212121), secondary: Color(hex: 0x707070),
    unlit: Color(hex: 0xEDEDED), lit: Color(hex: 0x212121), face: Color(hex: 0xF2F2F2),
    hover: Color(hex: 0xE8E8E8), pressed: Color(hex: 0xD8D8D8), onLight: true)

  /// Plain dark shapes.
  static let flatDark = flat(
    .flatDark, background: Color(hex: 0x121212), text: Color(hex: 0xEDEDED), secondary: Color(hex: 0x9E9E9E),
    unlit: Color(hex: 0x212121), lit: Color(hex: 0xEDEDED), face: Color(hex: 0x1F1F1F),
    hover: Color(hex: 0x2B2B2B), pressed: Color(hex: 0x383838), onLight: false)

  private static func flat(
    _ name: ThemeName, background: Color, text: Color, secondary: Color, unlit: Color, lit: Color,
    face: Color,
    hover: Color, pressed: Color, onLight: Bool
  ) -> Theme {
    let stop = Color(hex: onLight ? 0xAD1A1A : 0xFF6F66)
    let start = Color(hex: onLight ? 0x156A2C : 0x5BD882)
    func tinted(_ tint: Color) -> ButtonLook {
      ButtonLook(
        face: background.mixed(with: tint, by: 0.12), hover: background.mixed(with: tint, by: 0.18),
        pressed: background.mixed(with: tint, by: 0.24), border: .clear, text: tint)
    }
    return Theme(
      name: name, background: background, text: text, secondaryText: secondary,
      digits: DigitLook(
        unlit: unlit, lit: lit, shadows: [], outline: .clear, outlineWidth: 0, cornerRadius: 6),
      plateShadows: [], plate: background, plateBorder: unlit, majorTick: text, minorTick: text.opacity(0.4),
      hand: Color(hex: onLight ? 0xFF9500 : 0xFF9F0A), lapHand: Color(hex: onLight ? 0x007AFF : 0x2A93FF),
      handShadow: RelativeShadow(color: .clear, radius: 0, offset: 0), rings: rings(onLight: onLight),
      trackOpacity: 0.15, buttonShadows: [],
      button: ButtonLook(face: face, hover: hover, pressed: pressed, border: .clear, text: text),
      stopButton: tinted(stop), startButton: tinted(start), best: start, worst: stop,
      veil: background.opacity(0.97))
  }
}
