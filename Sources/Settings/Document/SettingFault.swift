import Wording

/// A place in a text, both counted from 1.
package struct Place: Equatable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package static func < (left: Place, right: Place) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// What is wrong in a configuration: where, with which key, and what is allowed.
package struct SettingFault: Error, Equatable, Sendable, CustomStringConvertible {
  package var place: Place
  /// The keys that lead to it, with points between; empty where the fault is no key's.
  package var key: String
  /// What is wrong, and what is allowed.
  package var problem: String

  package init(_ place: Place, key: String = "", _ problem: String) {
    self.place = place
    self.key = key
    self.problem = problem
  }

  /// The longest key that a message names, in characters.
  private static let longestKey = 48

  /// The place, the key and what is wrong, as in `3:9: theme: a theme is one of …`.
  package var description: String {
    let name = key.isEmpty ? "" : "\(key.escaped.elided(to: SettingFault.longestKey)): "
    return "\(place.line):\(place.column): \(name)\(problem)"
  }

  /// What an unknown `name` is answered with: the one of `known` that it is nearly, or else `otherwise`.
  static func unknown(_ name: String, among known: [String], otherwise: String) -> String {
    let folded = name.lowercased()
    let near = known.map { (name: $0, distance: distance(folded, $0)) }.min {
      $0.distance < $1.distance
    }
    guard let near, near.distance <= max(1, near.name.count / 3) else {
      return "there is no such key; \(otherwise)"
    }
    return "there is no such key; did you mean \(near.name)?"
  }

  /// How many letters have to be added, taken away, changed or swapped to make the one text of the other.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8.prefix(longestKey)), Array(right.utf8))
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
