import ArgumentParser
import Session
import Settings

/// `segclock ctl mode MODE`.
struct ModeVerb: ControlVerb {
  static let name = "mode"
  static let abstract = "Show another mode. What runs in the others runs on."

  @Argument(
    help: "stopwatch, timer, plan, clock or counter.",
    completion: .list(Mode.allCases.map(\.rawValue)))
  var mode: String

  func words(_ parent: Segclock) throws -> [String] {
    [try (Parsers.name("a mode").parse(mode) as Mode).rawValue]
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...1)
    return .commands([.mode(try Parsers.name("a mode").parse(words[0]))])
  }
}
