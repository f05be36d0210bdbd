import ArgumentParser

/// `segclock ctl restore`.
struct RestoreVerb: ControlVerb {
  static let name = "restore"
  static let abstract = "Take up a past session of the stopwatch again."
  static let discussion =
    "`segclock history` lists them. What the stopwatch has now becomes a past session."

  @Argument(help: "The number of the session.") var session: String

  func words(_ parent: Segclock) throws -> [String] { [String(try Export.session(session))] }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...1)
    return .restore(try Export.session(words[0]))
  }
}
