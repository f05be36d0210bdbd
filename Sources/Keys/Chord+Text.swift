extension Chord {
  private static let named: [Key] = [
    .space, .return, .escape, .tab, .backspace, .delete, .insert, .home, .end, .pageUp, .pageDown,
    .up, .down,
    .left, .right, .menu,
  ]
  private static let prefixes: [(name: String, modifier: Modifiers)] = [
    ("ctrl+", .control), ("shift+", .shift), ("alt+", .alt), ("super+", .super),
  ]

  /// Parses a `description`, ignoring case and spaces.
  package init?(_ text: String) {
    var remaining = String(text.lowercased().filter { $0 != " " })
    var modifiers: Modifiers = []
    while let prefix = Chord.prefixes.first(where: {
      remaining.hasPrefix($0.name) && remaining != $0.name
    }) {
      guard modifiers.insert(prefix.modifier).inserted else { return nil }
      remaining.removeFirst(prefix.name.count)
    }
    if let key = Chord.named.first(where: {
      $0.description.lowercased().filter { $0 != " " } == remaining
    }) {
      self.init(key, modifiers)
    } else if let number = Int(remaining.dropFirst()), remaining.first == "f",
      (1...35).contains(number),
      remaining == "f\(number)"
    {
      self.init(.function(number), modifiers)
    } else if let special = SpecialKey(folded: remaining) {
      self.init(.special(special), modifiers)
    } else {
      let scalars = remaining.unicodeScalars
      guard scalars.count == 1, let scalar = scalars.first, Chord.isTyped(scalar) else {
        return nil
      }
      self.init(.character(scalar), modifiers)
    }
  }

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
