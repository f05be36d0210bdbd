import Wording

/// A built-in theme, or one of the configuration that may no longer exist.
package struct ThemeName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  /// nil unless `rawValue` has 1 to 64 letters a to z, digits, hyphens and underscores.
  package init?(rawValue: String) {
    guard rawValue.isPlain(besides: "-_"), (1...64).contains(rawValue.utf8.count) else {
      return nil
    }
    self.rawValue = rawValue
  }

  package init(_ name: StaticString) { rawValue = String(describing: name) }

  package static let neumorphicLight = ThemeName("neumorphic-light")
  package static let neumorphicDark = ThemeName("neumorphic-dark")
  package static let neon = ThemeName("neon")
  package static let flatLight = ThemeName("flat-light")
  package static let highContrast = ThemeName("high-contrast")
  package static let flatDark = ThemeName("flat-dark")

  /// Follows the desktop; not a theme itself.
  package static let automatic = ThemeName("auto")

  /// What the menu calls it: a name of the configuration as it is, but `my-theme` as My theme.
  var label: Phrase {
    switch self {
    // TRANSLATORS: Themes, in a menu. Neumorphic is a style of soft shadows.
    case .neumorphicLight: markc("theme", "Neumorphic light")
    case .neumorphicDark: markc("theme", "Neumorphic dark")
    case .neon: markc("theme", "Neon")
    case .flatLight: markc("theme", "Flat light")
    case .flatDark: markc("theme", "Flat dark")
    case .highContrast: markc("theme", "High contrast")
    // TRANSLATORS: The theme is light or dark as the desktop is.
    case .automatic: markc("theme", "As the desktop")
    default: Phrase(verbatim: title)
    }
  }

  private var title: String {
    rawValue.prefix(1).uppercased()
      + rawValue.dropFirst().map { $0 == "-" ? " " : String($0) }.joined()
  }
}
