package import Keys

/// Which key does what: the rows of a table, ready to be looked up.
package struct KeyBindings: Equatable, Sendable {
  package let rows: [KeyRow]
  private let table: [Chord: Action]

  /// The bindings of `rows`; a later row wins over an earlier one.
  package init(_ rows: [KeyRow] = KeyRow.standard) {
    self.rows = rows
    var table: [Chord: Action] = [:]
    for action in rows.flatMap(\.actions) {
      for chord in action.keys { table[chord] = action }
    }
    self.table = table
  }

  /// The keys of a window that was not told of others.
  package static let standard = KeyBindings()

  /// What pressing `key` does, or nil; a held key repeats only where that makes sense.
  ///
  /// Alt and Super are left to the desktop.
  package func command(for key: Key, modifiers: Modifiers, isRepeat: Bool) -> Command? {
    guard modifiers.isDisjoint(with: [.alt, .super]) else { return nil }
    let exact = table[Chord(key, modifiers)]
    // A digit, a question mark or a slash needs Shift on some layouts and not on others.
    let isPunctuation =
      if case .character(let scalar) = key { !scalar.properties.isAlphabetic } else { false }
    let unshifted = isPunctuation ? table[Chord(key, modifiers.subtracting(.shift))] : nil
    guard let action = exact ?? unshifted else { return nil }
    return isRepeat && !action.repeats ? nil : action.command
  }

  /// What pressing `key` does while a name is typed: most keys are text then, and no shortcut.
  package static func edit(for key: Key, modifiers: Modifiers) -> Command? {
    guard modifiers.isSubset(of: .shift) else { return nil }
    switch key {
    case .return: return .editName(.confirm)
    case .escape: return .editName(.cancel)
    case .backspace: return .editName(.erase)
    case .space: return .editName(.type(" "))
    case .character(let scalar):
      // A key names a letter in lower case, whether Shift is held or not.
      let typed =
        modifiers.contains(.shift)
        ? scalar.properties.uppercaseMapping.unicodeScalars.first : scalar
      return typed.map { .editName(.type($0)) }
    default: return nil
    }
  }

  /// The name of the first key that gives `command`, as a button shows it; nil where none does.
  package func hint(for command: Command) -> String? {
    rows.lazy.flatMap(\.actions).first { $0.command == command }?.keys.first?.description
  }
}
