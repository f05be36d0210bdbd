import ArgumentParser
import Session

/// `segclock ctl reset`.
struct ResetVerb: ControlVerb {
  static let name = "reset"
  static let abstract = "Set what is stopped back to where it starts."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    if desk.model.isRunning { return .refused("it runs; stop it first") }
    return .commands(desk.model.allows(.reset) ? [.reset] : [])
  }
}
