import ArgumentParser

/// `segclock ctl show`.
struct ShowVerb: ControlVerb {
  static let name = "show"
  static let abstract = "Bring a hidden window back."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    return .show
  }
}
