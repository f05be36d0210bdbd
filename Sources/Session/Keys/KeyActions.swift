package import Keys

/// Something that keys can be chosen for, by the name that a configuration has for it.
package struct KeyAction: Equatable, Sendable {
  package let name: String
  package let command: Command

  /// All that the keys do.
  package static let all: [KeyAction] =
    [
      KeyAction("start-stop", .toggle), KeyAction("lap", .lap), KeyAction("name-lap", .editName(.begin)),
      KeyAction("reset", .reset), KeyAction("next-step", .skip), KeyAction("previous-step", .back),
      KeyAction("undo", .undo),
    ] + (0...9).map { KeyAction("ring-\($0 * 10)", .setRings(Double($0) / 10)) } + [
      KeyAction("ring-100", .setRings(1)), KeyAction("up", .step(.up)), KeyAction("down", .step(.down)),
      KeyAction("page-up", .step(.pageUp)), KeyAction("page-down", .step(.pageDown)),
      KeyAction("scroll-up", .scrollList(.pageUp)), KeyAction("scroll-down", .scrollList(.pageDown)),
      KeyAction("scroll-home", .scrollList(.home)), KeyAction("scroll-end", .scrollList(.end)),
      KeyAction("next-ring", .chooseRing(.forward)), KeyAction("previous-ring", .chooseRing(.backward)),
      KeyAction("next-mode", .cycleMode(.forward)), KeyAction("previous-mode", .cycleMode(.backward)),
      KeyAction("next-theme", .cycleTheme(.forward)), KeyAction("previous-theme", .cycleTheme(.backward)),
      KeyAction("above", .toggleAbove), KeyAction("click-through", .setClickThrough(nil)),
      KeyAction("copy", .copy), KeyAction("full-screen", .toggleFullScreen),
      KeyAction("help", .toggleHelp), KeyAction("leave", .leave), KeyAction("quit", .quit),
    ]

  private init(_ name: String, _ command: Command) {
    (self.name, self.command) = (name, command)
  }
}

extension KeyRow {
  /// The keys of a window that gives these actions, by their names, these keys instead of their own. A row that has none
  /// left is gone.
  package static func standard(with chosen: [String: [Chord]]) -> [KeyRow] {
    guard !chosen.isEmpty else { return standard }
    return standard.compactMap { row in
      var hasChanged = false
      var given: Set<String> = []
      let bindings = row.bindings.compactMap { binding -> KeyBinding? in
        guard let action = KeyAction.all.first(where: { $0.command == binding.command }),
          let chords = chosen[action.name]
        else { return binding }
        hasChanged = true
        // What several bindings do is done by the first of them alone.
        let isFirst = row.isFirst(toDo: binding.command) && given.insert(action.name).inserted
        guard isFirst, !chords.isEmpty else { return nil }
        return KeyBinding(chords, repeats: binding.repeats, does: binding.command)
      }
      if !hasChanged { return row }
      return bindings.isEmpty ? nil : KeyRow(bindings, help: row.help, row.description)
    }
  }

  /// Whether no row before this one does `command`.
  private func isFirst(toDo command: Command) -> Bool {
    KeyRow.standard.first { $0.bindings.contains { $0.command == command } } == self
  }

  /// The keys that `rows` have for each action that has any.
  package static func chords(of rows: [KeyRow]) -> [String: [Chord]] {
    var chords: [String: [Chord]] = [:]
    for binding in rows.flatMap(\.bindings) {
      guard let action = KeyAction.all.first(where: { $0.command == binding.command }) else { continue }
      chords[action.name, default: []] += binding.chords
    }
    return chords
  }
}
