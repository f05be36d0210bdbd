import ArgumentParser
import Session

/// `segclock ctl theme THEME`.
struct ThemeVerb: ControlVerb {
  static let name = "theme"
  static let abstract = "Give the window another look."

  @Argument(
    help: "The look: neumorphic-light, neumorphic-dark, neon, flat-light or flat-dark.",
    completion: .list(ThemeName.allCases.map(\.rawValue)))
  var theme: String

  func words(_ parent: Segclock) throws -> [String] {
    [try ArgumentText.name(ThemeName.self, "a theme", theme).rawValue]
  }

  static func effect(of words: [String], on desk: ControlDesk.View) throws -> ControlEffect {
    try checkCount(words, 1...1)
    return .commands([.theme(try ArgumentText.name(ThemeName.self, "a theme", words[0]))])
  }
}
