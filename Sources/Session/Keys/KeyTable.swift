package import Keys

/// Keys that do one thing.
package struct KeyBinding: Equatable, Sendable {
  package let chords: [Chord]
  package let command: Command
  /// Whether holding a key down repeats it.
  package let repeats: Bool

  package init(_ chords: [Chord], repeats: Bool = false, does command: Command) {
    self.chords = chords
    self.command = command
    self.repeats = repeats
  }
}

/// A row of the table of keys. The lookup, the help, the hints on the buttons and the manual's
/// table follow from it; a test compares that table.
package struct KeyRow: Equatable, Sendable {
  package let bindings: [KeyBinding]
  /// What the keys do, in a few words for the help.
  package let help: String
  /// The same in full, for those who read.
  package let description: String
  /// The keys as the help names them; the manual names all.
  package let label: String

  /// A row of `bindings`. The help names the first two keys unless it is given a `label`.
  package init(_ bindings: [KeyBinding], label: String? = nil, help: String, _ description: String)
  {
    self.bindings = bindings
    self.help = help
    self.description = description
    self.label =
      label ?? bindings.flatMap(\.chords).prefix(2).map(\.description).joined(separator: ", ")
  }

  /// A row of keys that all do the same.
  package init(
    _ chords: Chord..., does command: Command, repeats: Bool = false, label: String? = nil,
    help: String,
    _ description: String
  ) {
    self.init(
      [KeyBinding(chords, repeats: repeats, does: command)], label: label, help: help, description)
  }

  /// All of its keys, as in "L, Return".
  package var keys: String {
    let digits = (0...9).map { Chord(.character(Unicode.Scalar(UInt8(ascii: "0") + $0))) }
    let chords = bindings.flatMap(\.chords)
    return chords == digits ? "0 … 9" : chords.map(\.description).joined(separator: ", ")
  }
}

extension KeyRow {
  /// The keys of a window that was not told of others.
  package static let standard: [KeyRow] = [
    KeyRow(Chord(.space), does: .toggle, help: "Start / stop", "start / stop"),
    KeyRow(Chord(.character("l")), Chord(.return), does: .lap, help: "Lap", "lap"),
    KeyRow(
      Chord(.function(2)), does: .editName(.begin), help: "Name the newest lap",
      "name the newest lap: type it, then Return; Escape leaves it as it was"),
    KeyRow(
      Chord(.character("r")), Chord(.backspace), Chord(.delete), does: .reset,
      help: "Reset, when stopped",
      "reset, when stopped: to zero, the timer to its length, the plan to its beginning; the counter at any time"
    ),
    KeyRow(
      Chord(.character("n")), does: .skip, help: "Next step of the plan",
      "in plan mode, on to the next step"),
    KeyRow(
      Chord(.character("b")), does: .back, help: "Back in the plan",
      "in plan mode, back to the beginning of the step; in its first 3 seconds, to the step before"),
    KeyRow(
      Chord(.character("z"), .control), does: .undo, repeats: true, help: "Undo reset, lap, stop",
      "undo the newest change of the shown mode: a reset, a lap, a stop (with the time in between), a set timer, a step of the plan, or a set ring"
    ),
    KeyRow(
      (0...9).map { digit in
        KeyBinding(
          [Chord(.character(Unicode.Scalar(UInt8(ascii: "0") + digit)))],
          does: .setRings(Double(digit) / 10))
      }, label: "0 … 9", help: "Rings 0 % … 90 %", "0 % … 90 % on the chosen rings"),
    KeyRow(
      [
        KeyBinding([Chord(.home)], does: .setRings(0)),
        KeyBinding([Chord(.end)], does: .setRings(1)),
      ],
      help: "Rings 0 %, 100 %", "0 %, 100 % on the chosen rings"),
    KeyRow(
      [
        KeyBinding([Chord(.up)], repeats: true, does: .step(.up)),
        KeyBinding([Chord(.down)], repeats: true, does: .step(.down)),
      ], help: "Rings ± 1 %, counter ± 1", "rings ± 1 %; in counter mode ± 1, in timer mode ± 1 min"
    ),
    KeyRow(
      [
        KeyBinding([Chord(.pageUp)], repeats: true, does: .step(.pageUp)),
        KeyBinding([Chord(.pageDown)], repeats: true, does: .step(.pageDown)),
      ], label: "Page Up, Down", help: "Rings ± 10 %, counter ± 10",
      "rings ± 10 %; in counter mode ± 10, in timer mode ± 10 min"),
    KeyRow(
      [
        KeyBinding([Chord(.pageUp, .shift)], repeats: true, does: .scrollList(.pageUp)),
        KeyBinding([Chord(.pageDown, .shift)], repeats: true, does: .scrollList(.pageDown)),
        KeyBinding([Chord(.home, .shift)], does: .scrollList(.home)),
        KeyBinding([Chord(.end, .shift)], does: .scrollList(.end)),
      ], label: "Shift+Page Up", help: "Scroll the list, with the wheel too",
      "scroll the list of laps or steps by what is shown; to the newest lap or the present step, to the oldest or last"
    ),
    KeyRow(
      [
        KeyBinding([Chord(.tab)], repeats: true, does: .chooseRing(.forward)),
        KeyBinding([Chord(.tab, .shift)], repeats: true, does: .chooseRing(.backward)),
      ], label: "Tab", help: "Choose ring: all, then each", "next / previous ring: all, then each"),
    KeyRow(
      [
        KeyBinding([Chord(.left)], repeats: true, does: .focusButton(.backward)),
        KeyBinding([Chord(.right)], repeats: true, does: .focusButton(.forward)),
      ], help: "Choose a button; Return presses",
      "previous / next button, which Return then presses; Escape, or a press of the mouse, lets it go"
    ),
    KeyRow(
      [
        KeyBinding([Chord(.character("m"))], does: .cycleMode(.forward)),
        KeyBinding([Chord(.character("m"), .shift)], does: .cycleMode(.backward)),
      ], label: "M", help: "Next mode", "next / previous mode"),
    KeyRow(
      [
        KeyBinding([Chord(.character("t"))], does: .cycleTheme(.forward)),
        KeyBinding([Chord(.character("t"), .shift)], does: .cycleTheme(.backward)),
      ], label: "T", help: "Next theme", "next / previous theme"),
    KeyRow(Chord(.character("a")), does: .toggleAbove, help: "Always on top", "always on top"),
    KeyRow(
      Chord(.character("x")), does: .setClickThrough(nil), help: "Let clicks through",
      "let clicks go through the window, or have them again"),
    KeyRow(
      Chord(.character("c")), Chord(.character("c"), .control), does: .copy,
      help: "Copy time and laps",
      "copy time and laps as text, separated by tabs"),
    KeyRow(
      Chord(.character("f")), Chord(.function(11)), does: .toggleFullScreen, help: "Full screen",
      "full screen"),
    KeyRow(
      Chord(.menu), Chord(.function(10), .shift), does: .showMenu,
      help: "Menu, as by the right button",
      "a menu of every function, with its key; so does the right button of the mouse"),
    KeyRow(
      Chord(.character("?")), Chord(.function(1)), does: .toggleHelp, help: "This help", "help"),
    KeyRow(
      Chord(.escape), does: .leave, help: "Leave help, full screen",
      "leave the help, then full screen"),
    KeyRow(
      Chord(.character("q")), Chord(.character("q"), .control), Chord(.character("w"), .control),
      does: .quit,
      help: "Quit", "quit"),
  ]
}
