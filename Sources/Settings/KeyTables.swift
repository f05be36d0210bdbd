import Keys
import Session
import Wording

extension Parsers {
  fileprivate static let chord = TextParser<Chord>(
    isNot: "a key of the window",
    write: """
      a character, F1 to F35, a name like Space, Return, Page Up, Left or Menu, or X's name of a media key, without Alt \
      and Super, as in Ctrl+Shift+L
      """
  ) { text in
    Chord(text).flatMap { $0.modifiers.isSubset(of: [.control, .shift]) ? $0 : nil }
  }

  /// One that other programs do not need for typing.
  fileprivate static let globalChord = TextParser<Chord>(
    isNot: "a key for all windows",
    write: """
      a key with Ctrl, Alt or Super, F1 to F35, Pause, Print, Scroll Lock or a media key, as in Ctrl+Alt+L or \
      XF86AudioPlay
      """
  ) { text in Chord(text).flatMap { $0.isGlobal ? $0 : nil } }

  static let globalKeys = TextParser<[GlobalKey]>(
    .list(Action.names.map { "\($0)=" } + ["none"]),
    readAll: { texts in
      if texts == ["none"] { return [] }
      let keys = try texts.map { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let action = Action(named: String(parts[0])) else {
          throw TextError(
            text, isNot: "a global key",
            write:
              "ACTION=KEY, as in lap=Ctrl+Alt+L, with start-stop, lap, reset, show or an action of [keys]"
          )
        }
        return GlobalKey(action, try globalChord.parse(String(parts[1])))
      }
      try check(keys)
      return keys
    })

  fileprivate static func check(_ keys: [GlobalKey]) throws(TextError) {
    if keys.count > GlobalKey.maxCount {
      throw TextError("\(keys.count) global keys are too many; write up to \(GlobalKey.maxCount)")
    }
    var chords: Set<Chord> = []
    if let twice = keys.first(where: { !chords.insert($0.chord).inserted }) {
      throw TextError("\(twice.chord) is given twice; write another key")
    }
  }
}

extension Document.Item {
  func keys(_ faults: inout [SettingFault]) -> [String: [Chord]] {
    var chosen: [String: [Chord]] = [:]
    let names = Action.all.map(\.name)
    for name in names {
      chosen[name] = self[name]?.elements.compactMap { $0.value(Parsers.chord, &faults) }
    }
    refuseOthers(than: names + ["global"], "segclock config default lists the actions", &faults)
    noteConflicts(KeyRow.chords(of: KeyRow.standard(with: chosen)), chosen, &faults)
    return chosen
  }

  func globalKeys(_ faults: inout [SettingFault]) -> [GlobalKey] {
    guard let global = self["global"], global.isTable(&faults) else { return [] }
    var keys: [GlobalKey] = []
    for name in Action.names {
      guard let action = Action(named: name) else { continue }
      for element in global[name]?.elements ?? [] {
        guard let chord = element.value(Parsers.globalChord, &faults) else { continue }
        keys.append(GlobalKey(action, chord))
        if element.noting(&faults, { try Parsers.check(keys) }) == nil { return keys }
      }
    }
    global.refuseOthers(than: Action.names, "segclock config default lists the actions", &faults)
    return keys
  }

  private func noteConflicts(
    _ chords: [String: [Chord]], _ chosen: [String: [Chord]], _ faults: inout [SettingFault]
  ) {
    var owners: [Chord: String] = [:]
    // Actions with their usual keys first: a conflict is reported where the file has it.
    let names = Action.all.map(\.name)
    for name in names.filter({ chosen[$0] == nil }) + names.filter({ chosen[$0] != nil }) {
      for chord in chords[name, default: []] {
        let owner = owners[chord, default: name]
        if owners.updateValue(owner, forKey: chord) == nil { continue }
        let problem =
          owner == name
          ? "\(chord) is given twice; write it once"
          : "\(chord) is the key of \(owner); give that another key, or none: []"
        (self[name] ?? self).note(problem, in: &faults)
      }
    }
  }
}
