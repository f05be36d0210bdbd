import ArgumentParser
import Session

/// `segclock ctl undo`.
struct UndoVerb: ControlVerb {
  static let name = "undo"
  static let abstract =
    "Undo the newest change of the shown mode: a reset, lap, name, stop, set timer, count, step or ring."

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 0...0)
    return desk.model.allows(.undo) ? .commands([.undo]) : .refused("there is nothing to undo")
  }
}
