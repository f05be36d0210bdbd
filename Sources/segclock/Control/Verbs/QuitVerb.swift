import ArgumentParser
import Session

/// `segclock ctl quit`.
struct QuitVerb: ControlVerb {
  static let name = "quit"
  static let abstract = "Close the window."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    return .commands([.quit])
  }
}
