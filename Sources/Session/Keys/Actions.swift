package import Keys

/// An action of a key, the menu or `segclock ctl do`.
package struct Action: Equatable, Sendable {
  package let name: String
  package let command: InputCommand
  /// The menu title, unless the model has a more specific one.
  package let title: String
  package fileprivate(set) var keys: [Chord]

  /// Creates an action with its default keys, as in `"L, Return"`.
  package init(_ name: String, _ command: Command, _ title: String, _ keys: String) {
    self.init(name, of: .model(command), title, keys)
  }

  init(_ name: String, window command: WindowCommand, _ title: String, _ keys: String) {
    self.init(name, of: .window(command), title, keys)
  }

  private init(_ name: String, of command: InputCommand, _ title: String, _ keys: String) {
    (self.name, self.command, self.title) = (name, command, title)
    self.keys = keys.split(separator: ",").compactMap { Chord(String($0)) }
  }

  package var repeats: Bool {
    switch command {
    case .model(.undo), .model(.step), .window(.moveFocus), .window(.scrollList(.pageUp)),
      .window(.scrollList(.pageDown)):
      true
    default: false
    }
  }

  /// Whether it works while a time is typed: the `m` of `12m30s` must not switch the mode.
  var changesTypedTime: Bool {
    switch command {
    case .model(.digit), .model(.step), .model(.toggle): true
    default: false
    }
  }

  package static let all: [Action] = KeyRow.standard.flatMap(\.actions).reduce(into: []) {
    all, action in
    if !all.contains(where: { $0.name == action.name }) { all.append(action) }
  }

  /// Only for global keys and `ctl`.
  package static let show = Action("show", window: .raise, "Show the window", "")

  private static let otherNames = ["start": "start-stop", "toggle": "start-stop"]

  package static let names = (all + [show]).map(\.name) + otherNames.keys.sorted()

  package init?(named name: String) {
    let name = Action.otherNames[name] ?? name
    guard let action = (Action.all + [.show]).first(where: { $0.name == name }) else { return nil }
    self = action
  }
}

/// A row of the help. The lookup, titles and hints are derived from the rows; a test compares the manual with them.
package struct KeyRow: Equatable, Sendable {
  package private(set) var actions: [Action]
  package let help: String
  let otherHelp: [Mode: String]
  private var shortLabel: String?

  /// `help` is by default the title of the first action.
  package init(
    label: String? = nil, help: String? = nil, in otherHelp: [Mode: String] = [:],
    _ actions: Action...
  ) {
    self.init(label: label, help: help, in: otherHelp, actions)
  }

  private init(label: String?, help: String?, in otherHelp: [Mode: String], _ actions: [Action]) {
    (self.actions, self.otherHelp, shortLabel) = (actions, otherHelp, label)
    self.help = help ?? actions.first?.title ?? ""
  }

  /// The keys as shown in the help; the manual lists all.
  package var label: String {
    shortLabel ?? actions.flatMap(\.keys).prefix(2).map(\.description).joined(separator: ", ")
  }

  /// The actions with their default keys; a row without keys is not in the help. Where an action is in two rows, the first one counts.
  package static let standard: [KeyRow] = [
    KeyRow(
      in: [.counter: "Count + 1"], Action("start-stop", .toggle, "Start / stop", "Space")),
    KeyRow(Action("lap", .lap, "Lap", "L, Return")),
    KeyRow(
      help: "Name the lap or ring",
      Action("name-lap", .edit(.begin(.lapName(nil))), "Name the newest lap", "F2")),
    KeyRow(
      help: "Reset, when stopped", in: [.counter: "Reset"],
      Action("reset", .reset, "Reset", "R, Backspace, Delete")),
    KeyRow(Action("next-step", .skip, "Next step of the plan", "N")),
    KeyRow(Action("previous-step", .back, "Back in the plan", "B")),
    KeyRow(
      help: "Edit the plan's steps",
      Action("edit-plan", .edit(.begin(.plan)), "Edit steps…", "E")),
    KeyRow(Action("undo", .undo, "Undo", "Ctrl+Z")),
    KeyRow(
      label: "0 … 9", help: "Rings 0 % … 90 %",
      in: [.timer: "Type a time, when stopped"],
      (0...9).map {
        Action("digit-\($0)", .digit($0), "Rings \(10 * $0) %, timer: \($0)", "\($0)")
      }),
    KeyRow(
      help: "Rings 0 %, 100 %", Action("ring-0", .setRings(0), "Rings 0 %", "Home"),
      Action("ring-100", .setRings(1), "Rings 100 %", "End")),
    KeyRow(
      help: "Rings ± 1 %", in: [.timer: "Timer ± 1 min", .counter: "Count ± 1"],
      Action("up", .step(1), "Up", "Up"),
      Action("down", .step(-1), "Down", "Down")),
    KeyRow(
      label: "Page Up, Down", help: "Rings ± 10 %",
      in: [.timer: "Timer ± 10 min", .counter: "Count ± 10"],
      Action("page-up", .step(10), "Up by ten", "Page Up"),
      Action("page-down", .step(-10), "Down by ten", "Page Down")),
    KeyRow(
      label: "Shift+Page Up", help: "Scroll the list",
      Action("scroll-up", window: .scrollList(.pageUp), "Scroll the list up", "Shift+Page Up"),
      Action(
        "scroll-down", window: .scrollList(.pageDown), "Scroll the list down", "Shift+Page Down"),
      Action("scroll-home", window: .scrollList(.home), "Back to the newest lap", "Shift+Home"),
      Action("scroll-end", window: .scrollList(.end), "To the end of the list", "Shift+End")),
    KeyRow(
      label: "Tab", help: "Next button or ring",
      Action("next-focus", window: .moveFocus(.forward), "Next button or ring", "Tab"),
      Action(
        "previous-focus", window: .moveFocus(.backward), "Previous button or ring", "Shift+Tab")),
    KeyRow(
      help: "Button in its row",
      Action(
        "previous-button", window: .moveFocus(.backward, inGroup: true), "Previous in its row",
        "Left"),
      Action("next-button", window: .moveFocus(.forward, inGroup: true), "Next in its row", "Right")
    ),
    KeyRow(
      label: "M", Action("next-mode", .cycleMode(.forward), "Next mode", "M"),
      Action("previous-mode", .cycleMode(.backward), "Previous mode", "Shift+M")),
    KeyRow(
      label: "T", Action("next-theme", .cycleTheme(.forward), "Next theme", "T"),
      Action("previous-theme", .cycleTheme(.backward), "Previous theme", "Shift+T")),
    KeyRow(Action("clock-hours", .toggleHours, "12 or 24 hours", "")),
    KeyRow(Action("clock-seconds", .toggleSeconds, "Show seconds", "")),
    KeyRow(Action("clock-zone", .edit(.begin(.zone)), "Time zone…", "")),
    KeyRow(Action("above", window: .toggleAbove, "Always on top", "A")),
    KeyRow(Action("click-through", window: .setClickThrough(nil), "Let clicks through", "X")),
    KeyRow(Action("copy", window: .copy, "Copy time and laps", "C, Ctrl+C")),
    KeyRow(Action("full-screen", window: .toggleFullScreen, "Full screen", "F, F11")),
    KeyRow(
      label: "Menu", help: "Menu (or right button)",
      Action("menu", window: .showMenu, "Menu", "Menu, Shift+F10")),
    KeyRow(help: "This help", Action("help", .toggleHelp, "Help", "?, F1")),
    KeyRow(help: "Close help or full screen", Action("leave", window: .leave, "Close", "Escape")),
    KeyRow(Action("quit", window: .quit, "Quit", "Q, Ctrl+Q, Ctrl+W")),
  ]

  /// The rows with some keys replaced, by action name. A row without keys is removed.
  package static func standard(with chosen: [String: [Chord]]) -> [KeyRow] {
    var given: Set<String> = []
    return standard.compactMap { row in
      guard row.actions.contains(where: { chosen[$0.name] != nil }) else { return row }
      var row = row
      row.shortLabel = nil
      row.actions = row.actions.compactMap { action in
        guard let keys = chosen[action.name] else { return action }
        guard given.insert(action.name).inserted, !keys.isEmpty else { return nil }
        var action = action
        action.keys = keys
        return action
      }
      return row.actions.isEmpty ? nil : row
    }
  }

  package static func chords(of rows: [KeyRow]) -> [String: [Chord]] {
    var chords: [String: [Chord]] = [:]
    for action in rows.flatMap(\.actions) { chords[action.name, default: []] += action.keys }
    return chords
  }
}

package struct GlobalKey: Equatable, Sendable {
  package let action: Action
  package let chord: Chord

  package init(_ action: Action, _ chord: Chord) {
    (self.action, self.chord) = (action, chord)
  }

  /// A limit, because each is grabbed with every combination of the locks.
  package static let maxCount = 64
}

extension [KeyRow] {
  /// The command of `key` while `entry` is typed; nil on repeats of an action that does not repeat.
  ///
  /// Alt and Super are reserved for the desktop.
  package func command(
    for key: Key, modifiers: Modifiers, isRepeat: Bool, during entry: Entry? = nil
  ) -> InputCommand? {
    if let edit = entry?.edit(for: key, modifiers: modifiers) { return .model(.edit(edit)) }
    if entry?.isText == true { return nil }
    guard modifiers.isDisjoint(with: [.alt, .super]) else { return nil }
    let exact = action(of: Chord(key, modifiers))
    // Some layouts need Shift for digits and punctuation.
    let isPunctuation =
      if case .character(let scalar) = key { !scalar.properties.isAlphabetic } else { false }
    let plain = Chord(key, modifiers.subtracting(.shift))
    guard let action = exact ?? (isPunctuation ? action(of: plain) : nil),
      entry == nil || modifiers.contains(.control) || action.changesTypedTime
    else { return nil }
    return isRepeat && !action.repeats ? nil : action.command
  }

  /// A later row wins.
  private func action(of chord: Chord) -> Action? {
    lazy.flatMap(\.actions).last { $0.keys.contains(chord) }
  }

  package func hint(for command: InputCommand) -> String? {
    lazy.flatMap(\.actions).first { $0.command == command }?.keys.first?.description
  }
}

extension ModelAt {
  /// The command of the key that does the same as `command`: the digits set the rings, unless they type a time.
  package func keyCommand(for command: Command) -> Command {
    guard case .setRings(let turns) = command, turns < 1,
      base.mode.definition.allows(.digit(0), self) == nil
    else { return command }
    return .digit(Int((turns * 10).rounded()))
  }

  package func help(of row: KeyRow) -> String? {
    if row.label.isEmpty { return nil }
    if let words = row.otherHelp[base.mode] { return words }
    switch row.actions.first?.command {
    case .model(let command): return help(of: command, row.help)
    case .window(.scrollList): return base.hasList ? row.help : nil
    case .window, nil: return row.help
    }
  }

  private func help(of command: Command, _ words: String) -> String? {
    let definition = base.mode.definition
    switch command {
    case .toggle: return hasTime ? words : nil
    case .edit(.begin(.lapName)):
      return definition.allows(.nameLap(nil, ""), self) == nil ? "Name the selected ring" : words
    case .lap, .skip, .back, .reset, .edit:
      return definition.allows(command, self).map { _ in words }
    default: return words
    }
  }
}
