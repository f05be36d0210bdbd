import ArgumentParser
import Session

/// `segclock ctl stop`.
struct StopVerb: ControlVerb {
  static let name = "stop"
  static let abstract = "Stop what runs in the mode that is shown."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    guard desk.model.hasTime else {
      return .refused("\(desk.model.mode.rawValue) mode has nothing to stop")
    }
    return .commands(desk.model.isRunning ? [.stop] : [])
  }
}
