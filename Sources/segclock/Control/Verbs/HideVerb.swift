import ArgumentParser

/// `segclock ctl hide`.
struct HideVerb: ControlVerb {
  static let name = "hide"
  static let abstract = "Take the window off the screen; its time runs on."
  static let discussion = """
    `segclock ctl show` brings it back, and so does starting segclock again.
    """

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    return .hide
  }
}
