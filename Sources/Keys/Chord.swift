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

  fileprivate static let prefixes: [(text: String, modifier: Modifiers)] = [
    ("Ctrl+", .control), ("Alt+", .alt), ("Super+", .super), ("Shift+", .shift),
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
    while let (prefix, modifier) = Modifiers.prefixes.first(where: {
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

  /// Whether it can be a global key: one that neither types nor moves a cursor.
  package var isGlobal: Bool {
    if !modifiers.isDisjoint(with: [.control, .alt, .super]) { return true }
    switch key {
    case .function, .special, .pause, .print, .scrollLock: return true
    default: return false
    }
  }
}
