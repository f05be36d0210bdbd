/// The name of a look: a built-in one, or one of the person's own, which may be gone by now.
package struct ThemeName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  /// nil unless `rawValue` has 1 to 64 letters a to z, digits, hyphens and underscores.
  package init?(rawValue: String) {
    let isPlain = rawValue.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, (1...64).contains(rawValue.utf8.count) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ builtIn: StaticString) { rawValue = String(describing: builtIn) }

  package static let neumorphicLight = ThemeName("neumorphic-light")
  package static let neumorphicDark = ThemeName("neumorphic-dark")
  package static let neon = ThemeName("neon")
  package static let flatLight = ThemeName("flat-light")
  package static let highContrast = ThemeName("high-contrast")
  package static let flatDark = ThemeName("flat-dark")

  /// Whichever look suits the desktop; none by itself, so that it is not among the looks that there are.
  package static let automatic = ThemeName("auto")

  /// The built-in looks; the first is that of a window that was not told of another.
  package static let builtIn = [
    neumorphicLight, neumorphicDark, neon, highContrast, flatLight, flatDark,
  ]

  /// What a window can be told to look like where these are the looks that there are.
  package static func choices(among names: [ThemeName] = builtIn) -> [ThemeName] {
    [automatic] + names
  }

  /// The name after or before this one among `names`, around the end; after one that is none of them, the first or last.
  func next(_ direction: Direction, among names: [ThemeName]) -> ThemeName {
    guard !names.isEmpty else { return self }
    let start = direction == .forward ? -1 : 0
    let index = names.firstIndex(of: self) ?? start
    return names[(index + direction.rawValue + names.count) % names.count]
  }
}
