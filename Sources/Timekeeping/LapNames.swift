/// The names of laps by their numbers; most laps have none.
struct LapNames: Hashable, Sendable {
  private(set) var names: [Int: String] = [:]
  /// A number that tells these names from others.
  private(set) var mark: UInt64 = 0

  /// The most characters of a name, and the most bytes, since a character may be of any number of them.
  static let mostCharacters = 32
  static let mostBytes = 256

  /// Gives lap `number` a name, or none where `name` is empty.
  mutating func set(_ name: String, of number: Int) {
    if let old = names[number] { mark &-= LapNames.mark(of: old, number) }
    names[number] = name.isEmpty ? nil : name
    if !name.isEmpty { mark &+= LapNames.mark(of: name, number) }
  }

  /// `text` as a name: one line without control characters and without blanks at its ends, cut where it is too long.
  static func name(_ text: String) -> String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace }
    var name = ""
    for character in text.drop(while: isBlank).prefix(mostCharacters) {
      let isPlain = character.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
      }
      guard name.utf8.count + character.utf8.count <= mostBytes else { break }
      if isPlain { name.append(character) }
    }
    while name.last.map(isBlank) ?? false { name.removeLast() }
    return name
  }

  /// What one name adds to the mark.
  private static func mark(of name: String, _ number: Int) -> UInt64 {
    var hash = FNV1a()
    hash.add(Int64(number))
    hash.add(name.utf8)
    return hash.value
  }
}
