/// The name of a theme: a built-in one, or one of the configuration, which may be gone by now.
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

  /// A name that is known to be valid.
  package init(_ name: StaticString) { rawValue = String(describing: name) }

  package static let neumorphicLight = ThemeName("neumorphic-light")
  package static let neumorphicDark = ThemeName("neumorphic-dark")
  package static let neon = ThemeName("neon")
  package static let flatLight = ThemeName("flat-light")
  package static let highContrast = ThemeName("high-contrast")
  package static let flatDark = ThemeName("flat-dark")

  /// Whichever theme suits the desktop; not a theme by itself.
  package static let automatic = ThemeName("auto")

  /// The name after or before this one among `names`, around the end; after one that is none of them, the first or last.
  func next(_ direction: Direction, among names: [ThemeName]) -> ThemeName {
    guard !names.isEmpty else { return self }
    let start = direction == .forward ? -1 : 0
    let index = names.firstIndex(of: self) ?? start
    return names[(index + direction.rawValue + names.count) % names.count]
  }
}
