import ArgumentParser
import Session

/// `segclock ctl toggle`.
struct ToggleVerb: ControlVerb {
  static let name = "toggle"
  static let abstract = "Start what stands, stop what runs."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    guard desk.model.hasTime else {
      return .refused("\(desk.model.mode.rawValue) mode has nothing to start")
    }
    return desk.model.allows(.toggle)
      ? .commands([.toggle]) : .refused("there is nothing left to run")
  }
}
