package import Keys

extension [KeyRow] {
  /// The command of `key` while `entry` is typed; nil on repeats of an action that does not repeat.
  ///
  /// Alt and Super are reserved for the desktop.
  package func command(
    for key: Key, modifiers: Modifiers, isRepeat: Bool, during entry: Entry? = nil
  ) -> Command? {
    if let edit = entry?.edit(for: key, modifiers: modifiers) { return .edit(edit) }
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

  package func hint(for command: Command) -> String? {
    lazy.flatMap(\.actions).first { $0.command == command }?.keys.first?.description
  }
}

extension Model {
  /// The command of the key that does the same as `command`: the digits set the rings, unless they type a time.
  package func keyCommand(for command: Command) -> Command {
    guard case .setRings(let turns) = command, turns < 1,
      mode.definition.allows(.digit(0), self) == nil
    else { return command }
    return .digit(Int((turns * 10).rounded()))
  }

  package func help(of row: KeyRow) -> String? {
    if row.label.isEmpty { return nil }
    if let words = row.otherHelp[mode] { return words }
    let definition = mode.definition
    switch row.actions.first?.command {
    case .toggle: return hasTime ? row.help : nil
    case .edit(.begin(.lapName)):
      return definition.allows(.nameLap(nil, ""), self) == nil ? "Name the selected ring" : row.help
    case .lap, .skip, .back, .reset, .edit:
      return row.actions[0].command.flatMap { definition.allows($0, self) }.map { _ in row.help }
    case .scrollList: return hasList ? row.help : nil
    default: return row.help
    }
  }
}
