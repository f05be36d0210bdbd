package import Keys

package struct KeyBindings: Equatable, Sendable {
  package let rows: [KeyRow]

  /// A later row wins.
  package init(_ rows: [KeyRow] = KeyRow.standard) { self.rows = rows }

  package static let standard = KeyBindings()

  /// The command of `key`; nil on repeats of an action that does not repeat.
  ///
  /// Alt and Super are reserved for the desktop.
  package func command(for key: Key, modifiers: Modifiers, isRepeat: Bool) -> Command? {
    guard modifiers.isDisjoint(with: [.alt, .super]) else { return nil }
    let exact = action(of: Chord(key, modifiers))
    // Some layouts need Shift for digits and punctuation.
    let isPunctuation =
      if case .character(let scalar) = key { !scalar.properties.isAlphabetic } else { false }
    let plain = Chord(key, modifiers.subtracting(.shift))
    guard let action = exact ?? (isPunctuation ? action(of: plain) : nil) else { return nil }
    return isRepeat && !action.repeats ? nil : action.command
  }

  private func action(of chord: Chord) -> Action? {
    rows.lazy.flatMap(\.actions).last { $0.keys.contains(chord) }
  }

  /// The edit of `key` while a name is typed; most keys are text then.
  package static func edit(for key: Key, modifiers: Modifiers) -> Command? {
    guard modifiers.isSubset(of: .shift) else { return nil }
    switch key {
    case .return: return .editName(.confirm)
    case .escape: return .editName(.cancel)
    case .backspace: return .editName(.erase)
    case .space: return .editName(.type(" "))
    case .character(let scalar):
      // A `Key` has its letter in lower case even with Shift.
      let typed =
        modifiers.contains(.shift)
        ? scalar.properties.uppercaseMapping.unicodeScalars.first : scalar
      return typed.map { .editName(.type($0)) }
    default: return nil
    }
  }

  package func hint(for command: Command) -> String? {
    rows.lazy.flatMap(\.actions).first { $0.command == command }?.keys.first?.description
  }
}
