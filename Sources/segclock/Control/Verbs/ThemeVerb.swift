import ArgumentParser
import Scene
import Session
import Settings

/// `segclock ctl theme THEME`.
struct ThemeVerb: ControlVerb {
  static let name = "theme"
  static let abstract = "Give the window another look."

  @Argument(
    help:
      "The look: \(ThemeName.list), one of the configuration, or auto: the desktop's.",
    completion: NameCompletion.themes.ofWindow)
  var theme: String

  func words(_ parent: Segclock) throws -> [String] {
    [try Parsers.theme.parse(theme).rawValue]
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...1)
    let theme = try Parsers.theme.parse(words[0])
    let names = ThemeName.choices(among: desk.themes)
    guard names.contains(theme) else {
      throw ArgumentProblem(unknownTheme: words[0], among: names)
    }
    return .commands([.theme(theme)])
  }
}
