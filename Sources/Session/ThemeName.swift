/// A built-in theme, or one of the configuration that may no longer exist.
package struct ThemeName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  /// nil unless `rawValue` has 1 to 64 letters a to z, digits, hyphens and underscores.
  package init?(rawValue: String) {
    let isPlain = rawValue.allSatisfy { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
    }
    guard isPlain, (1...64).contains(rawValue.utf8.count) else { return nil }
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

  /// The next or previous of `names`, wrapping around. From a name that is not in the list: the first or the last.
  func next(_ direction: Direction, among names: [ThemeName]) -> ThemeName {
    guard !names.isEmpty else { return self }
    let start = direction == .forward ? -1 : 0
    let index = names.firstIndex(of: self) ?? start
    return names[(index + direction.rawValue + names.count) % names.count]
  }
}
