/// The modifiers that tell two uses of a key apart; CapsLock and NumLock are none of them.
package struct Modifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let shift = Modifiers(rawValue: 1)
  package static let control = Modifiers(rawValue: 2)
  /// Alt or Meta.
  package static let alt = Modifiers(rawValue: 4)
  /// Super, the key with a logo.
  package static let `super` = Modifiers(rawValue: 8)
}

/// A key with the modifiers that are held.
package struct Chord: Hashable, Sendable {
  package var key: Key
  package var modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

extension Chord: CustomStringConvertible {
  /// Its name, as in "Ctrl+Z".
  package var description: String {
    let names: [(Modifiers, String)] = [
      (.control, "Ctrl+"), (.alt, "Alt+"), (.super, "Super+"), (.shift, "Shift+"),
    ]
    return names.filter { modifiers.contains($0.0) }.map(\.1).joined() + key.description
  }
}
