package import Keys

/// An action of a key, the menu or `segclock ctl do`.
package struct Action: Equatable, Sendable {
  package let name: String
  /// nil raises the window.
  package let command: Command?
  /// The menu title, unless the model has a more specific one.
  let title: String
  package fileprivate(set) var keys: [Chord]
  /// Whether holding a key down repeats it.
  package let repeats: Bool

  package init(
    _ name: String, _ command: Command?, _ title: String, _ keys: Chord..., repeats: Bool = false
  ) {
    (self.name, self.command, self.title) = (name, command, title)
    (self.keys, self.repeats) = (keys, repeats)
  }

  package static let all: [Action] = KeyRow.standard.flatMap(\.actions).reduce(into: []) {
    all, action in
    if !all.contains(where: { $0.name == action.name }) { all.append(action) }
  }

  /// Raises the window; only for global keys and `ctl`.
  package static let show = Action("show", nil, "Show the window")

  /// Shorter names of one action.
  private static let otherNames = ["start": "start-stop", "toggle": "start-stop"]

  package static let names = (all + [show]).map(\.name) + otherNames.keys.sorted()

  package init?(named name: String) {
    let name = Action.otherNames[name] ?? name
    guard let action = (Action.all + [.show]).first(where: { $0.name == name }) else { return nil }
    self = action
  }
}

package enum MenuSection: CaseIterable, Sendable {
  case run, plan, steps, rings, chosenRing, list, buttons, view, window, program
}

/// A row of the help. The lookup, menu, button hints and the manual's table are derived from the rows.
package struct KeyRow: Equatable, Sendable {
  package let section: MenuSection
  package let actions: [Action]
  package let help: String
  package let description: String
  /// The keys as shown in the help; the manual lists all.
  package let label: String

  package init(
    _ section: MenuSection, _ actions: [Action], label: String? = nil, help: String,
    _ description: String
  ) {
    (self.section, self.actions) = (section, actions)
    (self.help, self.description) = (help, description)
    self.label =
      label ?? actions.flatMap(\.keys).prefix(2).map(\.description).joined(separator: ", ")
  }

  /// All keys, as in "L, Return".
  package var keys: String {
    let chords = actions.flatMap(\.keys)
    return chords == (0...9).map(KeyRow.digit)
      ? "0 … 9" : chords.map(\.description).joined(separator: ", ")
  }

  private static func digit(_ digit: UInt8) -> Chord {
    Chord(.character(Unicode.Scalar(UInt8(ascii: "0") + digit)))
  }

  /// The default keys. Where an action is in two rows, the first one counts.
  package static let standard: [KeyRow] = [
    KeyRow(
      .run, [Action("start-stop", .toggle, "Start / stop", Chord(.space))],
      help: "Start / stop", "start / stop"),
    KeyRow(
      .run, [Action("lap", .lap, "Lap", Chord(.character("l")), Chord(.return))],
      help: "Lap", "lap"),
    KeyRow(
      .run, [Action("name-lap", .editName(.begin), "Name the newest lap", Chord(.function(2)))],
      help: "Name the newest lap",
      "name the newest lap: type the name, then Return; Escape cancels"),
    KeyRow(
      .run,
      [
        Action("reset", .reset, "Reset", Chord(.character("r")), Chord(.backspace), Chord(.delete))
      ],
      help: "Reset, when stopped",
      "reset, when stopped: to zero, the timer to its length, the plan to its beginning; the counter at any time"
    ),
    KeyRow(
      .plan, [Action("next-step", .skip, "Next step of the plan", Chord(.character("n")))],
      help: "Next step of the plan", "in plan mode, go to the next step"),
    KeyRow(
      .plan, [Action("previous-step", .back, "Back in the plan", Chord(.character("b")))],
      help: "Back in the plan",
      "in plan mode, go to the beginning of the step; in its first 3 seconds, to the step before"),
    KeyRow(
      .run, [Action("undo", .undo, "Undo", Chord(.character("z"), .control), repeats: true)],
      help: "Undo reset, lap, stop",
      "undo the newest change of the shown mode: a reset, a lap, a stop (with the time in between), a set timer, a count, a step of the plan, or a set ring"
    ),
    KeyRow(
      .rings,
      (0...9).map { (number: UInt8) -> Action in
        Action(
          "ring-\(number)\(number > 0 ? "0" : "")", .setRings(Double(number) / 10),
          "Rings \(Int(number) * 10) %", digit(number))
      }, label: "0 … 9", help: "Rings 0 % … 90 %", "set the selected rings to 0 % … 90 %"),
    KeyRow(
      .rings,
      [
        Action("ring-0", .setRings(0), "Rings 0 %", Chord(.home)),
        Action("ring-100", .setRings(1), "Rings 100 %", Chord(.end)),
      ], help: "Rings 0 %, 100 %", "set the selected rings to 0 %, 100 %"),
    KeyRow(
      .steps,
      [
        Action("up", .step(.up), "Up", Chord(.up), repeats: true),
        Action("down", .step(.down), "Down", Chord(.down), repeats: true),
      ], help: "Rings ± 1 %, counter ± 1", "rings ± 1 %; in counter mode ± 1, in timer mode ± 1 min"
    ),
    KeyRow(
      .steps,
      [
        Action("page-up", .step(.pageUp), "Up by ten", Chord(.pageUp), repeats: true),
        Action("page-down", .step(.pageDown), "Down by ten", Chord(.pageDown), repeats: true),
      ], label: "Page Up, Down", help: "Rings ± 10 %, counter ± 10",
      "rings ± 10 %; in counter mode ± 10, in timer mode ± 10 min"),
    KeyRow(
      .list,
      [
        Action(
          "scroll-up", .scrollList(.pageUp), "Scroll the list up", Chord(.pageUp, .shift),
          repeats: true),
        Action(
          "scroll-down", .scrollList(.pageDown), "Scroll the list down", Chord(.pageDown, .shift),
          repeats: true),
        Action("scroll-home", .scrollList(.home), "Back to the newest lap", Chord(.home, .shift)),
        Action("scroll-end", .scrollList(.end), "To the end of the list", Chord(.end, .shift)),
      ], label: "Shift+Page Up", help: "Scroll the list, with the wheel too",
      "scroll the list of laps or steps by a page; to its start, to its end"
    ),
    KeyRow(
      .chosenRing,
      [
        Action(
          "next-ring", .chooseRing(.forward), "Choose the next ring", Chord(.tab), repeats: true),
        Action(
          "previous-ring", .chooseRing(.backward), "Choose the previous ring", Chord(.tab, .shift),
          repeats: true),
      ], label: "Tab", help: "Choose ring: all, then each",
      "select the next / previous ring: all, then each"),
    KeyRow(
      .buttons,
      [
        Action(
          "previous-button", .focusButton(.backward), "Go to the previous button", Chord(.left),
          repeats: true),
        Action(
          "next-button", .focusButton(.forward), "Go to the next button", Chord(.right),
          repeats: true),
      ], help: "Choose a button; Return presses",
      "select the previous / next button; Return presses it, Escape deselects it"
    ),
    KeyRow(
      .view,
      [
        Action("next-mode", .cycleMode(.forward), "Next mode", Chord(.character("m"))),
        Action(
          "previous-mode", .cycleMode(.backward), "Previous mode", Chord(.character("m"), .shift)),
      ], label: "M", help: "Next mode", "next / previous mode"),
    KeyRow(
      .view,
      [
        Action("next-theme", .cycleTheme(.forward), "Next theme", Chord(.character("t"))),
        Action(
          "previous-theme", .cycleTheme(.backward), "Previous theme", Chord(.character("t"), .shift)
        ),
      ], label: "T", help: "Next theme", "next / previous theme"),
    KeyRow(
      .window, [Action("above", .toggleAbove, "Always on top", Chord(.character("a")))],
      help: "Always on top", "always on top"),
    KeyRow(
      .window,
      [
        Action("click-through", .setClickThrough(nil), "Let clicks through", Chord(.character("x")))
      ],
      help: "Let clicks through", "pass clicks to the window below, or accept them again"),
    KeyRow(
      .program,
      [
        Action(
          "copy", .copy, "Copy time and laps", Chord(.character("c")),
          Chord(.character("c"), .control))
      ], help: "Copy time and laps", "copy time and laps as text, separated by tabs"),
    KeyRow(
      .window,
      [
        Action(
          "full-screen", .toggleFullScreen, "Full screen", Chord(.character("f")),
          Chord(.function(11)))
      ], help: "Full screen", "full screen"),
    KeyRow(
      .program,
      [Action("menu", .showMenu, "Close this menu", Chord(.menu), Chord(.function(10), .shift))],
      help: "Menu, as by the right button",
      "open the menu, as the right mouse button does"),
    KeyRow(
      .program, [Action("help", .toggleHelp, "Keys", Chord(.character("?")), Chord(.function(1)))],
      help: "This help", "help"),
    KeyRow(
      .program, [Action("leave", .leave, "Close", Chord(.escape))],
      help: "Leave help, full screen", "leave the help, then full screen"),
    KeyRow(
      .program,
      [
        Action(
          "quit", .quit, "Quit", Chord(.character("q")), Chord(.character("q"), .control),
          Chord(.character("w"), .control))
      ], help: "Quit", "quit"),
  ]

  /// The rows with some keys replaced, by action name. A row without keys is removed.
  package static func standard(with chosen: [String: [Chord]]) -> [KeyRow] {
    var given: Set<String> = []
    return standard.compactMap { row in
      guard row.actions.contains(where: { chosen[$0.name] != nil }) else { return row }
      let actions = row.actions.compactMap { action -> Action? in
        guard let keys = chosen[action.name] else { return action }
        guard given.insert(action.name).inserted, !keys.isEmpty else { return nil }
        var action = action
        action.keys = keys
        return action
      }
      return actions.isEmpty ? nil : KeyRow(row.section, actions, help: row.help, row.description)
    }
  }

  package static func chords(of rows: [KeyRow]) -> [String: [Chord]] {
    var chords: [String: [Chord]] = [:]
    for action in rows.flatMap(\.actions) { chords[action.name, default: []] += action.keys }
    return chords
  }
}

/// A key that works in all windows.
package struct GlobalKey: Equatable, Sendable {
  package let action: Action
  package let chord: Chord

  package init(_ action: Action, _ chord: Chord) {
    (self.action, self.chord) = (action, chord)
  }

  /// A limit, because each is grabbed with every combination of the locks.
  package static let mostKeys = 64

  package static func conflict(in keys: [GlobalKey]) -> Chord? {
    var seen: Set<Chord> = []
    return keys.first { !seen.insert($0.chord).inserted }?.chord
  }
}
