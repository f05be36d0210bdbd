package import Session

/// The looks that there are: the built-in ones, then the person's own.
package struct ThemeCatalog: Equatable, Sendable {
  /// All of them, each name once; the first is the one that stands in for any that is missing.
  package let themes: [Theme]

  /// The built-in looks alone.
  package static let builtIn = ThemeCatalog(own: [])

  /// The built-in looks and `own`; one of `own` that has the name of a built-in one stands in its place. `change` is made to
  /// each.
  package init(own: [Theme], changedBy change: (inout Theme) -> Void = { _ in }) {
    var themes = Theme.builtIn
    for theme in own {
      if let place = themes.firstIndex(where: { $0.name == theme.name }) {
        themes[place] = theme
      } else {
        themes.append(theme)
      }
    }
    for place in themes.indices { change(&themes[place]) }
    self.themes = themes
  }

  /// Their names.
  package var names: [ThemeName] { themes.map(\.name) }

  /// The look called `name`; the first of all where there is none such.
  package func theme(named name: ThemeName) -> Theme {
    themes.first { $0.name == name } ?? themes.first ?? .neumorphicLight
  }
}
