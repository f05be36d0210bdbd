package import Keys
package import Wording

/// An action of a key, the menu or `segclock ctl do`.
package struct Action: Equatable, Sendable {
  /// For `ctl` and the configuration.
  package let name: String
  package let command: InputCommand
  /// The menu title, unless the model has a more specific one.
  package let title: Phrase
  package fileprivate(set) var keys: [Chord]

  /// Creates an action with its default keys, as in `"L, Return"`.
  package init(_ name: String, _ command: Command, _ title: Phrase, _ keys: String) {
    self.init(name, of: .model(command), title, keys)
  }

  init(_ name: String, window command: WindowCommand, _ title: Phrase, _ keys: String) {
    self.init(name, of: .window(command), title, keys)
  }

  private init(_ name: String, of command: InputCommand, _ title: Phrase, _ keys: String) {
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
  package static let show = Action("show", window: .raise, mark("Show the window"), "")

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
  package let help: Phrase
  let otherHelp: [Mode: Phrase]
  private var shortLabel: Phrase?

  /// `help` is by default the title of the first action.
  package init(
    label: Phrase? = nil, help: Phrase? = nil, in otherHelp: [Mode: Phrase] = [:],
    _ actions: Action...
  ) {
    self.init(label: label, help: help, in: otherHelp, actions)
  }

  private init(label: Phrase?, help: Phrase?, in otherHelp: [Mode: Phrase], _ actions: [Action]) {
    (self.actions, self.otherHelp, shortLabel) = (actions, otherHelp, label)
    self.help = help ?? actions.first?.title ?? Phrase(verbatim: "")
  }

  /// The keys as shown in the help; the manual lists all.
  package var label: String {
    shortLabel?.text ?? actions.flatMap(\.keys).prefix(2).map(\.label).joined(separator: ", ")
  }

  /// The actions with their default keys; a row without keys is not in the help. Where an action is in two rows, the first one counts.
  package static let standard: [KeyRow] = [
    // TRANSLATORS: From here on: what keys and entries of the menu do. Those of the help are in two columns: at most about 30
    // letters.
    KeyRow(
      in: [.counter: mark("Count + 1")],
      Action("start-stop", .toggle, mark("Start / stop"), "Space")),
    KeyRow(Action("lap", .lap, mark("Lap"), "L, Return")),
    KeyRow(
      help: mark("Name the lap or ring"),
      Action("name-lap", .edit(.begin(.lapName(nil))), mark("Name the newest lap"), "F2")),
    KeyRow(
      help: mark("Reset, when stopped"), in: [.counter: mark("Reset")],
      Action("reset", .reset, mark("Reset"), "R, Backspace, Delete")),
    KeyRow(Action("next-step", .skip, mark("Next step of the plan"), "N")),
    KeyRow(Action("previous-step", .back, mark("Back in the plan"), "B")),
    KeyRow(
      help: mark("Edit the plan's steps"),
      Action("edit-plan", .edit(.begin(.plan)), mark("Edit steps…"), "E")),
    KeyRow(Action("undo", .undo, mark("Undo"), "Ctrl+Z")),
    KeyRow(
      label: Phrase(verbatim: "0 … 9"), help: mark("Rings 0 % … 90 %"),
      in: [.timer: mark("Type a time, when stopped")],
      (0...9).map {
        Action("digit-\($0)", .digit($0), mark("Rings {0} %, timer: {1}", 10 * $0, $0), "\($0)")
      }),
    KeyRow(
      help: mark("Rings 0 %, 100 %"), Action("ring-0", .setRings(0), mark("Rings 0 %"), "Home"),
      Action("ring-100", .setRings(1), mark("Rings 100 %"), "End")),
    KeyRow(
      help: mark("Rings ± 1 %"), in: [.timer: mark("Timer ± 1 min"), .counter: mark("Count ± 1")],
      // TRANSLATORS: Count up or down: the rings, the timer or the counter; in a menu.
      Action("up", .step(1), mark("Up"), "Up"),
      Action("down", .step(-1), mark("Down"), "Down")),
    KeyRow(
      label: markc("key", "Page Up, Down"), help: mark("Rings ± 10 %"),
      in: [.timer: mark("Timer ± 10 min"), .counter: mark("Count ± 10")],
      Action("page-up", .step(10), mark("Up by ten"), "Page Up"),
      Action("page-down", .step(-10), mark("Down by ten"), "Page Down")),
    KeyRow(
      label: markc("key", "Shift+Page Up"), help: mark("Scroll the list"),
      Action(
        "scroll-up", window: .scrollList(.pageUp), mark("Scroll the list up"), "Shift+Page Up"),
      Action(
        "scroll-down", window: .scrollList(.pageDown), mark("Scroll the list down"),
        "Shift+Page Down"),
      Action(
        "scroll-home", window: .scrollList(.home), mark("Back to the newest lap"), "Shift+Home"),
      Action("scroll-end", window: .scrollList(.end), mark("To the end of the list"), "Shift+End")),
    KeyRow(
      label: markc("key", "Tab"), help: mark("Next button or ring"),
      Action("next-focus", window: .moveFocus(.forward), mark("Next button or ring"), "Tab"),
      Action(
        "previous-focus", window: .moveFocus(.backward), mark("Previous button or ring"),
        "Shift+Tab")),
    KeyRow(
      help: mark("Button in its row"),
      Action(
        "previous-button", window: .moveFocus(.backward, inGroup: true),
        mark("Previous in its row"),
        "Left"),
      Action(
        "next-button", window: .moveFocus(.forward, inGroup: true), mark("Next in its row"), "Right"
      )
    ),
    KeyRow(
      label: Phrase(verbatim: "M"),
      Action("next-mode", .cycleMode(.forward), mark("Next mode"), "M"),
      Action("previous-mode", .cycleMode(.backward), mark("Previous mode"), "Shift+M")),
    KeyRow(
      label: Phrase(verbatim: "T"),
      Action("next-theme", .cycleTheme(.forward), mark("Next theme"), "T"),
      Action("previous-theme", .cycleTheme(.backward), mark("Previous theme"), "Shift+T")),
    KeyRow(Action("month", .day(.toggleMonth), mark("Month of days"), "D")),
    KeyRow(Action("clock-hours", .toggleHours, mark("12 or 24 hours"), "")),
    KeyRow(Action("clock-seconds", .toggleSeconds, mark("Show seconds"), "")),
    KeyRow(Action("clock-zone", .edit(.begin(.zone)), mark("Time zone…"), "")),
    KeyRow(Action("above", window: .toggleAbove, mark("Always on top"), "A")),
    KeyRow(Action("click-through", window: .setClickThrough(nil), mark("Let clicks through"), "X")),
    KeyRow(Action("copy", window: .copy, mark("Copy time and laps"), "C, Ctrl+C")),
    KeyRow(Action("full-screen", window: .toggleFullScreen, mark("Full screen"), "F, F11")),
    KeyRow(
      label: markc("key", "Menu"), help: mark("Menu (or right button)"),
      Action("menu", window: .showMenu, mark("Menu"), "Menu, Shift+F10")),
    KeyRow(help: mark("This help"), Action("help", .toggleHelp, mark("Help"), "?, F1")),
    KeyRow(
      help: mark("Close help or full screen"),
      Action("leave", window: .leave, mark("Close"), "Escape")),
    KeyRow(Action("quit", window: .quit, mark("Quit"), "Q, Ctrl+Q, Ctrl+W")),
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

  /// The first key of `command` as keyboards are labelled.
  package func hint(for command: InputCommand) -> String? {
    lazy.flatMap(\.actions).first { $0.command == command }?.keys.first?.label
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

  package func help(of row: KeyRow) -> String? { words(of: row)?.text }

  private func words(of row: KeyRow) -> Phrase? {
    if row.label.isEmpty { return nil }
    if let words = row.otherHelp[base.mode] { return words }
    switch row.actions.first?.command {
    case .model(let command): return help(of: command, row.help)
    case .window(.scrollList): return base.hasList ? row.help : nil
    case .window, nil: return row.help
    }
  }

  private func help(of command: Command, _ words: Phrase) -> Phrase? {
    let definition = base.mode.definition
    switch command {
    case .toggle: return hasTime ? words : nil
    case .edit(.begin(.lapName)):
      return definition.allows(.nameLap(nil, ""), self) == nil
        ? mark("Name the selected ring") : words
    case .lap, .skip, .back, .reset, .edit:
      return definition.allows(command, self).map { _ in words }
    default: return words
    }
  }
}
