/// A key as a person names it, whatever the keyboard's layout.
public enum Key: Hashable, Sendable {
  /// A character as typed; letters in lower case.
  case character(Character)
  case space, `return`, backspace, delete, tab, escape
  case home, end, up, down, pageUp, pageDown
  /// A function key by its number.
  case function(Int)
}

/// The modifiers that tell two uses of a key apart.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int
  /// The set of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Shift.
  public static let shift = Modifiers(rawValue: 1)
  /// Control.
  public static let control = Modifiers(rawValue: 2)
  /// Alt, Meta, Super or Hyper: left to the desktop.
  public static let system = Modifiers(rawValue: 4)
}

/// One line of the table of keys: what is pressed, what it does, and the words for the help.
public struct KeyBinding: Sendable {
  /// The keys that all do the same.
  public let keys: [Key]
  /// The modifiers that have to be held; for characters that need Shift to be typed, Shift does not count.
  public let modifiers: Modifiers
  /// What they do.
  public let command: Command
  /// Whether holding the key down repeats it.
  public let repeats: Bool

  init(_ keys: Key..., modifiers: Modifiers = [], repeats: Bool = false, does command: Command) {
    self.keys = keys
    self.modifiers = modifiers
    self.command = command
    self.repeats = repeats
  }
}

/// Which key does what.
public struct KeyBindings: Sendable {
  private let table: [Chord: KeyBinding]

  private struct Chord: Hashable {
    var key: Key
    var modifiers: Modifiers
  }

  /// The bindings of `list`; a later line wins over an earlier one.
  public init(_ list: [KeyBinding] = KeyBindings.standard) {
    var table: [Chord: KeyBinding] = [:]
    for binding in list {
      for key in binding.keys { table[Chord(key: key, modifiers: binding.modifiers)] = binding }
    }
    self.table = table
  }

  /// What pressing `key` does, or nil; a held key repeats only where that makes sense.
  public func command(for key: Key, modifiers: Modifiers, isRepeat: Bool) -> Command? {
    guard !modifiers.contains(.system) else { return nil }
    let exact = table[Chord(key: key, modifiers: modifiers)]
    // A digit, a question mark or a slash needs Shift on some layouts and not on others.
    let unshifted = table[Chord(key: key, modifiers: modifiers.subtracting(.shift))]
    let isPunctuation = if case .character(let character) = key { !character.isLetter } else { false }
    guard let binding = exact ?? (isPunctuation ? unshifted : nil) else { return nil }
    return isRepeat && !binding.repeats ? nil : binding.command
  }

  /// The keys of a window that was not told of others.
  public static let standard: [KeyBinding] =
    [
      KeyBinding(.space, does: .toggle),
      KeyBinding(.character("l"), .return, does: .lap),
      KeyBinding(.character("r"), .backspace, .delete, does: .reset),
      KeyBinding(.character("z"), modifiers: .control, repeats: true, does: .undo),
      KeyBinding(.home, does: .setRings(0)),
      KeyBinding(.end, does: .setRings(1)),
      KeyBinding(.up, repeats: true, does: .step(.up)),
      KeyBinding(.down, repeats: true, does: .step(.down)),
      KeyBinding(.pageUp, repeats: true, does: .step(.pageUp)),
      KeyBinding(.pageDown, repeats: true, does: .step(.pageDown)),
      KeyBinding(.tab, repeats: true, does: .chooseRing(.forward)),
      KeyBinding(.tab, modifiers: .shift, repeats: true, does: .chooseRing(.backward)),
      KeyBinding(.character("m"), does: .cycleMode(.forward)),
      KeyBinding(.character("m"), modifiers: .shift, does: .cycleMode(.backward)),
      KeyBinding(.character("t"), does: .cycleTheme(.forward)),
      KeyBinding(.character("t"), modifiers: .shift, does: .cycleTheme(.backward)),
      KeyBinding(.character("a"), does: .toggleAbove),
      KeyBinding(.character("c"), does: .copy),
      KeyBinding(.character("c"), modifiers: .control, does: .copy),
      KeyBinding(.character("f"), .function(11), does: .toggleFullScreen),
      KeyBinding(.character("?"), .function(1), does: .toggleHelp),
      KeyBinding(.escape, does: .leave),
      KeyBinding(.character("q"), does: .quit),
      KeyBinding(.character("q"), .character("w"), modifiers: .control, does: .quit),
    ]
    + (0...9).map { digit in
      KeyBinding(.character(Character("\(digit)")), does: .setRings(Double(digit) / 10))
    }

  /// The lines of the help: the keys, and what they do.
  public static let help: [(keys: String, action: String)] = [
    ("Space", "Start / stop"),
    ("L, Return", "Lap"),
    ("R, Backspace", "Reset, when stopped"),
    ("Ctrl+Z", "Undo reset, lap, stop"),
    ("0 … 9", "Rings 0 % … 90 %"),
    ("Home, End", "Rings 0 %, 100 %"),
    ("Up, Down", "Rings ± 1 %, counter ± 1"),
    ("Page Up, Down", "Rings ± 10 %, counter ± 10"),
    ("Tab", "Choose ring: all, then each"),
    ("M", "Next mode"),
    ("T", "Next theme"),
    ("A", "Always on top"),
    ("C, Ctrl+C", "Copy time and laps"),
    ("F, F11", "Full screen"),
    ("?, F1", "This help"),
    ("Escape", "Leave help, full screen"),
    ("Q, Ctrl+Q", "Quit"),
  ]
}
