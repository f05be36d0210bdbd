extension Chord {
  /// The keys that have a name of more than one character, as `description` has them.
  private static let named: [Key] = [
    .space, .return, .escape, .tab, .backspace, .delete, .insert, .home, .end, .pageUp, .pageDown,
    .up, .down,
    .left, .right, .menu,
  ]
  private static let prefixes: [(name: String, modifier: Modifiers)] = [
    ("ctrl+", .control), ("shift+", .shift), ("alt+", .alt), ("super+", .super),
  ]

  /// The chord that `description` writes as `text`, in upper or lower case and with or without blanks; nil where it is
  /// none.
  package init?(_ text: String) {
    var rest = String(text.lowercased().filter { $0 != " " })
    var modifiers: Modifiers = []
    while let prefix = Chord.prefixes.first(where: { rest.hasPrefix($0.name) && rest != $0.name }) {
      guard modifiers.insert(prefix.modifier).inserted else { return nil }
      rest.removeFirst(prefix.name.count)
    }
    if let key = Chord.named.first(where: {
      $0.description.lowercased().filter { $0 != " " } == rest
    }) {
      self.init(key, modifiers)
    } else if let number = Int(rest.dropFirst()), rest.first == "f", (1...35).contains(number),
      rest == "f\(number)"
    {
      self.init(.function(number), modifiers)
    } else if let special = SpecialKey(folded: rest) {
      self.init(.special(special), modifiers)
    } else {
      let scalars = rest.unicodeScalars
      guard scalars.count == 1, let scalar = scalars.first, Chord.isTyped(scalar) else {
        return nil
      }
      self.init(.character(scalar), modifiers)
    }
  }

  /// Whether a key can have this character on it.
  private static func isTyped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
      .unassigned,
      .privateUse:
      false
    default: true
    }
  }
}
