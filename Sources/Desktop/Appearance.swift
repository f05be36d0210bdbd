/// How a desktop wants programs to look; nil is what it has no preference on.
package struct Appearance: Equatable, Sendable {
  /// Whether dark, not light.
  package var isDark: Bool?
  /// Whether of high contrast.
  package var isHighContrast: Bool?
  /// Whether nothing is to move that need not.
  package var isStill: Bool?

  /// No preference at all.
  package init() {}

  /// As a settings manager has it that names a theme, and says whether anything may move.
  package init(themeName: String?, enablesAnimations: Bool?) {
    isStill = enablesAnimations.map { !$0 }
    guard let themeName else { return }
    let words = themeName.split { !$0.isLetter }
    let isContrast = words.contains { $0.hasPrefix("HighContrast") }
    isHighContrast = isContrast ? true : nil
    // "Adwaita-dark", "Adwaita:dark", "Arc-Dark", "BreezeDark", and the one of high contrast that is dark.
    isDark =
      words.contains {
        $0.lowercased() == "dark" || $0.contains("Dark") || $0 == "HighContrastInverse"
      }
  }

  /// What `other` prefers where this has no preference.
  package func filled(by other: Appearance) -> Appearance {
    var filled = self
    filled.isDark = isDark ?? other.isDark
    filled.isHighContrast = isHighContrast ?? other.isHighContrast
    filled.isStill = isStill ?? other.isStill
    return filled
  }
}
