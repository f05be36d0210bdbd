import Keys
import Session

extension TableReading {
  /// The keys that the table gives to actions, by their names.
  mutating func keys() -> [String: [Chord]] {
    var chosen: [String: [Chord]] = [:]
    for action in KeyAction.all {
      guard let item = item(action.name) else { continue }
      chosen[action.name] = item.elements.compactMap {
        value(of: $0, action.name, TableReading.chord)
      }
    }
    refuseOthers("the manual lists the actions")
    noteConflicts(KeyRow.chords(of: KeyRow.standard(with: chosen)), chosen)
    return chosen
  }

  /// The keys that the table `global` in it gives to actions wherever the keys go; nil where it gives none.
  mutating func globalKeys() -> [GlobalKey]? {
    guard var global = inner("global") else { return nil }
    var keys: [GlobalKey] = []
    for name in GlobalAction.names {
      guard let item = global.item(name), let action = GlobalAction(named: name) else { continue }
      for element in item.elements {
        guard let chord = global.value(of: element, name, KeyText.globalChord) else { continue }
        if keys.contains(where: { $0.chord == chord }) {
          global.note(
            "\(chord) is there twice; a global key does one thing", at: element.place, name)
        }
        keys.append(GlobalKey(action, chord))
      }
    }
    if keys.count > GlobalKey.mostKeys, let problem = KeyText.globalProblem(keys) {
      global.note(problem.description)
    }
    global.refuseOthers("the manual lists the actions")
    take(global)
    return keys.isEmpty ? nil : keys
  }

  private static func chord(_ text: String) throws(ArgumentProblem) -> Chord {
    let chord = try KeyText.chord(text)
    guard chord.modifiers.isSubset(of: [.control, .shift]) else {
      throw ArgumentProblem(
        description: "Alt and Super are left to the desktop; allowed are Ctrl and Shift")
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
          ? "\(chord) is there twice"
          : "\(chord) is for \(other) already; give that another key, or none: []"
        note(problem, at: table[key]?.place, key)
      }
    }
  }
}

extension Document.Item {
  /// The elements of the list that it is, or itself alone.
  fileprivate var elements: [Document.Item] {
    if case .list(let items) = value { items } else { [self] }
  }
}
