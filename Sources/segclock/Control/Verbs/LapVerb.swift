import ArgumentParser
import Session
import Timekeeping

/// `segclock ctl lap [NAME]`.
struct LapVerb: ControlVerb {
  static let name = "lap"
  static let abstract = "Mark a lap of the stopwatch, in whatever mode is shown."

  @Argument(help: "What the lap is to be called.") var title: String?

  func words(_ parent: Segclock) -> [String] { title.map { [$0] } ?? [] }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...1)
    guard desk.model.stopwatch.isRunning else { return .refused("the stopwatch does not run") }
    return .commands([.within(.stopwatch, words.first.map { .lapNamed($0) } ?? .lap)])
  }
}
