import Wording

/// A position in a text, counted from 1.
package struct Place: Equatable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package static func < (left: Place, right: Place) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  static let start = Place(line: 1, column: 1)
}

/// An error in a configuration: `3:9: theme: "nein" is not a theme; write …`.
package struct SettingFault: Error, Equatable, Sendable, CustomStringConvertible {
  package var place: Place
  /// The dotted path of keys; empty if the error is not in a key.
  package var key = ""
  package var problem: String

  private static let maxKeyLength = 48

  package var description: String {
    let name = key.isEmpty ? "" : "\(key.escaped.elided(to: SettingFault.maxKeyLength)): "
    return "\(place.line):\(place.column): \(name)\(problem)"
  }

  /// The message for an unknown key: a similar one of `known`, or else `hint`.
  static func unknown(
    _ key: String, _ kind: String = "key", among known: [String], hint: String
  ) -> String {
    let key = key.lowercased().prefix(maxKeyLength)
    let near = known.map { (name: $0, distance: key.difference(from: $0.lowercased()).count) }.min {
      $0.distance < $1.distance
    }
    guard let near, near.distance <= max(2, near.name.count / 3) else {
      return "unknown \(kind); \(hint)"
    }
    return "unknown \(kind); write \(near.name)?"
  }
}
