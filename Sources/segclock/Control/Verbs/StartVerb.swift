import ArgumentParser
import Session

/// `segclock ctl start`.
struct StartVerb: ControlVerb {
  static let name = "start"
  static let abstract = "Start the stopwatch, or the timer or the plan in their modes."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    if desk.model.isRunning { return .commands([]) }
    guard desk.model.allows(.start) else {
      return .refused(
        desk.model.hasTime
          ? "there is nothing left to run" : "\(desk.model.mode.rawValue) mode has nothing to start"
      )
    }
    return .commands([.start])
  }
}
