import ArgumentParser

/// `segclock ctl raise`.
struct RaiseVerb: ControlVerb {
  static let name = "raise"
  static let abstract = "Bring the window to the front."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    return .raise
  }
}
