import ArgumentParser

/// `segclock ctl sync`.
struct SyncVerb: ControlVerb {
  static let name = "sync"
  static let abstract = "Wait until the screen shows what all earlier commands have done."
  static let discussion = """
    Where nothing of the window can be seen, that is at once.
    """

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    return .sync
  }
}
