package import Keys

/// Something that keys can be chosen for, by the name that a configuration has for it.
package struct KeyAction: Equatable, Sendable {
  package let name: String
  package let command: Command
  /// What it does, in a few words for the menu, where the model has none that say it better.
  let title: String

  /// All that the keys do, as the menu lists it: what belongs together, in its order.
  package static let groups: [[KeyAction]] = [
    [
      KeyAction("start-stop", .toggle, "Start / stop"), KeyAction("lap", .lap, "Lap"),
      KeyAction("name-lap", .editName(.begin), "Name the newest lap"),
      KeyAction("reset", .reset, "Reset"),
      KeyAction("undo", .undo, "Undo"),
    ],
    [
      KeyAction("next-step", .skip, "Next step of the plan"),
      KeyAction("previous-step", .back, "Back in the plan"),
    ],
    [
      KeyAction("up", .step(.up), "Up"), KeyAction("down", .step(.down), "Down"),
      KeyAction("page-up", .step(.pageUp), "Up by ten"),
      KeyAction("page-down", .step(.pageDown), "Down by ten"),
    ],
    (0...9).map { KeyAction("ring-\($0 * 10)", .setRings(Double($0) / 10), "Rings \($0 * 10) %") }
      + [
        KeyAction("ring-100", .setRings(1), "Rings 100 %")
      ],
    [
      KeyAction("next-ring", .chooseRing(.forward), "Choose the next ring"),
      KeyAction("previous-ring", .chooseRing(.backward), "Choose the previous ring"),
    ],
    [
      KeyAction("scroll-up", .scrollList(.pageUp), "Scroll the list up"),
      KeyAction("scroll-down", .scrollList(.pageDown), "Scroll the list down"),
      KeyAction("scroll-home", .scrollList(.home), "Back to the newest lap"),
      KeyAction("scroll-end", .scrollList(.end), "To the end of the list"),
    ],
    [
      KeyAction("next-button", .focusButton(.forward), "Go to the next button"),
      KeyAction("previous-button", .focusButton(.backward), "Go to the previous button"),
    ],
    [
      KeyAction("next-mode", .cycleMode(.forward), "Next mode"),
      KeyAction("previous-mode", .cycleMode(.backward), "Previous mode"),
      KeyAction("next-theme", .cycleTheme(.forward), "Next theme"),
      KeyAction("previous-theme", .cycleTheme(.backward), "Previous theme"),
    ],
    [
      KeyAction("above", .toggleAbove, "Always on top"),
      KeyAction("click-through", .setClickThrough(nil), "Let clicks through"),
      KeyAction("full-screen", .toggleFullScreen, "Full screen"),
    ],
    [
      KeyAction("copy", .copy, "Copy time and laps"), KeyAction("help", .toggleHelp, "Keys"),
      KeyAction("menu", .showMenu, "Close this menu"), KeyAction("leave", .leave, "Leave"),
      KeyAction("quit", .quit, "Quit"),
    ],
  ]

  /// All of them, one after another.
  package static let all = groups.flatMap { $0 }

  private init(_ name: String, _ command: Command, _ title: String) {
    (self.name, self.command, self.title) = (name, command, title)
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
      guard let action = KeyAction.all.first(where: { $0.command == binding.command }) else {
        continue
      }
      chords[action.name, default: []] += binding.chords
    }
    return chords
  }
}
