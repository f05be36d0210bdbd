import Keys
import Session

extension TableReading {
  /// The keys that the table gives to actions, by their names.
  mutating func keys() -> [String: [Chord]] {
    var chosen: [String: [Chord]] = [:]
    for action in KeyAction.all {
      guard let item = item(action.name) else { continue }
      let elements: [Document.Item]
      if case .list(let items) = item.value { elements = items } else { elements = [item] }
      chosen[action.name] = elements.compactMap { value(of: $0, action.name, TableReading.chord) }
    }
    refuseOthers("the manual lists the actions")
    noteConflicts(KeyRow.chords(of: KeyRow.standard(with: chosen)), chosen)
    return chosen
  }

  private static func chord(_ text: String) throws(ArgumentProblem) -> Chord {
    guard let chord = Chord(text) else {
      throw ArgumentProblem(
        description: """
          a key is a letter, a digit or a sign, or Space, Return, Escape, Tab, Backspace, Delete, Insert, Home, End, \
          Page Up, Page Down, Up, Down, Left, Right, Menu or F1 to F35, as in Ctrl+Shift+L
          """)
    }
    guard chord.modifiers.isSubset(of: [.control, .shift]) else {
      throw ArgumentProblem(description: "Alt and Super are left to the desktop; allowed are Ctrl and Shift")
    }
    return chord
  }

  /// Notes every key that does two things by now.
  private mutating func noteConflicts(_ chords: [String: [Chord]], _ chosen: [String: [Chord]]) {
    var owners: [Chord: String] = [:]
    for action in KeyAction.all {
      for chord in chords[action.name, default: []] {
        guard let owner = owners[chord] else {
          owners[chord] = action.name
          continue
        }
        // It is told where it was chosen.
        let key = chosen[action.name] != nil ? action.name : owner
        let other = key == owner ? action.name : owner
        let problem =
          owner == action.name
          ? "\(chord) is there twice" : "\(chord) is for \(other) already; give that another key, or none: []"
        note(problem, at: table[key]?.place, key)
      }
    }
  }
}
