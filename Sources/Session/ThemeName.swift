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
}
