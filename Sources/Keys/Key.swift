import Wording

/// A key by its character or name, the same on every keyboard layout.
package enum Key: Hashable, Sendable {
  /// A letter in lower case even with Shift, or another character as typed.
  case character(Unicode.Scalar)
  case space, `return`, escape, tab, backspace, delete, insert
  case home, end, pageUp, pageDown, up, down, left, right
  case menu, pause, print, scrollLock
  /// F1...F35.
  case function(Int)
  /// A media key or the like by X's name, as in `XF86AudioPlay`.
  case special(String)

  /// As the configuration has them, and as keyboards are labelled.
  private static let names: [Key: (name: String, label: Phrase)] = [
    // TRANSLATORS: Names of keys, as they are printed on the keyboards of your language; short.
    .space: ("Space", markc("key", "Space")), .return: ("Return", markc("key", "Return")),
    .escape: ("Escape", markc("key", "Escape")), .tab: ("Tab", markc("key", "Tab")),
    .backspace: ("Backspace", markc("key", "Backspace")),
    .delete: ("Delete", markc("key", "Delete")), .insert: ("Insert", markc("key", "Insert")),
    .home: ("Home", markc("key", "Home")), .end: ("End", markc("key", "End")),
    .pageUp: ("Page Up", markc("key", "Page Up")),
    .pageDown: ("Page Down", markc("key", "Page Down")),
    // TRANSLATORS: The arrow keys; an arrow such as ↑ is fine.
    .up: ("Up", markc("key", "Up")), .down: ("Down", markc("key", "Down")),
    .left: ("Left", markc("key", "Left")), .right: ("Right", markc("key", "Right")),
    .menu: ("Menu", markc("key", "Menu")), .pause: ("Pause", markc("key", "Pause")),
    .print: ("Print", markc("key", "Print")),
    .scrollLock: ("Scroll Lock", markc("key", "Scroll Lock")),
  ]

  /// All but characters, function keys and special ones.
  package static var named: [Key] { Array(names.keys) }

  /// Parses a `description`, ignoring spaces, and case except in a name of X.
  init?(_ text: String) {
    let folded = Key.folded(text)
    if let key = Key.names.first(where: { Key.folded($0.value.name) == folded })?.key {
      self = key
    } else if let number = Int(folded.dropFirst()), (1...35).contains(number),
      folded == "f\(number)"
    {
      self = .function(number)
    } else if text.hasPrefix("XF86"), text.utf8.count > 4,
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    {
      self = .special(text)
    } else if let scalar = folded.unicodeScalars.first, folded.unicodeScalars.count == 1,
      Key.isTyped(scalar)
    {
      self = .character(scalar)
    } else {
      return nil
    }
  }

  private static func folded(_ text: String) -> String { text.lowercased().filter { $0 != " " } }

  private static func isTyped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
      .unassigned, .privateUse:
      false
    default: true
    }
  }
}

extension Key: CustomStringConvertible {
  package var description: String {
    switch self {
    case .character(let scalar):
      // Some capitals are two letters, as that of ß, or those of another letter. Strings would be compared by
      // canonical equivalence.
      String(scalar).uppercased().lowercased().unicodeScalars.elementsEqual([scalar])
        && scalar.properties.uppercaseMapping.unicodeScalars.count == 1
        ? String(scalar).uppercased() : String(scalar)
    case .function(let number): "F\(number)"
    case .special(let name): name
    default: Key.names[self]?.name ?? ""
    }
  }

  fileprivate var label: String { Key.names[self]?.label.text ?? description }
}

/// Modifiers of a key; CapsLock and NumLock are ignored.
package struct Modifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let shift = Modifiers(rawValue: 1)
  package static let control = Modifiers(rawValue: 2)
  /// Alt or Meta.
  package static let alt = Modifiers(rawValue: 4)
  package static let `super` = Modifiers(rawValue: 8)

  /// What is before the name of a key, in the configuration and on keyboards.
  fileprivate static let prefixes: [(text: String, label: Phrase, modifier: Modifiers)] = [
    // TRANSLATORS: Before the name of another key, as in Ctrl+Z.
    ("Ctrl+", markc("key", "Ctrl+"), .control), ("Alt+", markc("key", "Alt+"), .alt),
    ("Super+", markc("key", "Super+"), .super), ("Shift+", markc("key", "Shift+"), .shift),
  ]
}

package struct Chord: Hashable, Sendable, CustomStringConvertible {
  package var key: Key
  package var modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Parses a `description`, ignoring case and spaces.
  package init?(_ text: String) {
    var name = text.filter { $0 != " " }
    var modifiers: Modifiers = []
    while let (prefix, _, modifier) = Modifiers.prefixes.first(where: {
      name.count > $0.text.count && name.lowercased().hasPrefix($0.text.lowercased())
    }) {
      guard modifiers.insert(modifier).inserted else { return nil }
      name.removeFirst(prefix.count)
    }
    guard let key = Key(name) else { return nil }
    self.init(key, modifiers)
  }

  package var description: String {
    let prefixes = Modifiers.prefixes.filter { modifiers.contains($0.modifier) }
    return prefixes.map(\.text).joined() + key.description
  }

  /// As keyboards are labelled in the language of the user.
  package var label: String {
    let prefixes = Modifiers.prefixes.filter { modifiers.contains($0.modifier) }
    return prefixes.map(\.label.text).joined() + key.label
  }

  /// Whether it can be a global key: one that neither types nor moves a cursor.
  package var isGlobal: Bool {
    if !modifiers.isDisjoint(with: [.control, .alt, .super]) { return true }
    switch key {
    case .function, .special, .pause, .print, .scrollLock: return true
    default: return false
    }
  }
}
