/// The desktop's preferences; nil for none.
package struct Appearance: Equatable, Sendable {
  package var isDark: Bool?
  package var isHighContrast: Bool?
  package var isStill: Bool?

  package init() {}

  package init(themeName: String?, enablesAnimations: Bool?) {
    isStill = enablesAnimations.map { !$0 }
    guard let themeName else { return }
    let words = themeName.split { !$0.isLetter }
    let isContrast = words.contains { $0.hasPrefix("HighContrast") }
    isHighContrast = isContrast ? true : nil
    // "Adwaita-dark", "Adwaita:dark", "Arc-Dark", "BreezeDark", and the dark high-contrast theme.
    isDark =
      words.contains {
        $0.lowercased() == "dark" || $0.contains("Dark") || $0 == "HighContrastInverse"
      }
  }

  package func filled(by other: Appearance) -> Appearance {
    var filled = self
    filled.isDark = isDark ?? other.isDark
    filled.isHighContrast = isHighContrast ?? other.isHighContrast
    filled.isStill = isStill ?? other.isStill
    return filled
  }
}
