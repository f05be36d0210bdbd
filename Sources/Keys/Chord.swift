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
  /// The logo key.
  package static let `super` = Modifiers(rawValue: 8)
}

package struct Chord: Hashable, Sendable {
  package var key: Key
  package var modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

extension Chord: CustomStringConvertible {
  package var description: String {
    let names: [(Modifiers, String)] = [
      (.control, "Ctrl+"), (.alt, "Alt+"), (.super, "Super+"), (.shift, "Shift+"),
    ]
    return names.filter { modifiers.contains($0.0) }.map(\.1).joined() + key.description
  }
}
