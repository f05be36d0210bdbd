import ArgumentParser
import Session
import Settings

/// `segclock ctl click-through on|off`.
struct ClickThroughVerb: ControlVerb {
  static let name = "click-through"
  static let abstract = "Let clicks go through the window to what lies below, or have them again."

  @Argument(help: "on or off.", completion: .list(Switch.allCases.map(\.rawValue)))
  var state: String

  func words(_ parent: Segclock) throws -> [String] {
    guard let state = Switch(rawValue: state) else {
      throw ArgumentProblem(state, write: "on or off")
    }
    return [state.rawValue]
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...1)
    return .commands([.setClickThrough(try Parsers.toggle.parse(words[0]) == .on)])
  }
}
