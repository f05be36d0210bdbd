import Wording

/// A position in a text, counted from 1.
package struct Place: Equatable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package static func < (left: Place, right: Place) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// An error in a configuration: `3:9: theme: "nein" is not a theme; write …`.
package struct SettingFault: Error, Equatable, Sendable, CustomStringConvertible {
  package var place: Place
  /// The dotted path of keys; empty if the error is not in a key.
  package var key: String
  package var problem: String

  package init(_ place: Place, key: String = "", _ problem: String) {
    self.place = place
    self.key = key
    self.problem = problem
  }

  /// In a message, in characters.
  private static let maxKeyLength = 48

  package var description: String {
    let name = key.isEmpty ? "" : "\(key.escaped.elided(to: SettingFault.maxKeyLength)): "
    return "\(place.line):\(place.column): \(name)\(problem)"
  }

  /// The message for an unknown key: a similar one of `known`, or else `hint`.
  static func unknown(_ key: String, among known: [String], hint: String) -> String {
    let folded = key.lowercased()
    let near = known.map { (name: $0, distance: distance(folded, $0)) }.min {
      $0.distance < $1.distance
    }
    guard let near, near.distance <= max(1, near.name.count / 3) else {
      return "unknown key; \(hint)"
    }
    return "unknown key; write \(near.name)?"
  }

  /// The edit distance, where a swap of neighbours counts as one.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8.prefix(maxKeyLength)), Array(right.utf8))
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

final class FaultList {
  var faults: [SettingFault] = []
}

/// Reads a table key by key and collects errors.
final class TableReader {
  let items: [Document.Item]
  /// The position of the table, and the keys that lead to it.
  let place: Place
  let path: [String]
  private let faultList: FaultList
  private var known: [String] = []

  /// Limits unknown keys in messages, because an open window reads the file between two frames.
  private static let maxUnknown = 50

  init(_ items: [Document.Item], _ place: Place, path: [String] = [], into list: FaultList) {
    (self.items, self.place, self.path, faultList) = (items, place, path, list)
  }

  subscript(key: String) -> Document.Item? { items.first { $0.key == key } }

  func item(_ key: String) -> Document.Item? {
    known.append(key)
    return self[key]
  }

  func value<Value>(_ key: String, _ parser: TextParser<Value>) -> Value? {
    item(key).flatMap { value(of: $0, key, parser) }
  }

  func value<Value>(
    of item: Document.Item, _ key: String, _ parser: TextParser<Value>
  ) -> Value? {
    noting(item, key) { () throws(ArgumentProblem) in try parser.parse(try item.text) }
  }

  /// Returns the result of `body`, or records the error it throws at `item`.
  func noting<Value>(
    _ item: Document.Item, _ key: String, _ body: () throws(ArgumentProblem) -> Value
  ) -> Value? {
    do throws(ArgumentProblem) {
      return try body()
    } catch {
      note(error.description, at: item.place, key)
      return nil
    }
  }

  func read<Root>(
    _ fields: [TableField<Root>], of item: Document.Item, _ key: String, into value: inout Root
  ) {
    guard let inner = inner(item, key) else { return }
    for field in fields { field.read(inner, &value) }
    inner.refuseOthers("write \(fields.map(\.key).alternatives)")
  }

  func inner(_ key: String) -> TableReader? {
    item(key).flatMap { inner($0, key) }
  }

  func inner(_ item: Document.Item, _ key: String) -> TableReader? {
    guard case .table(let items) = item.value else {
      note("not a table; write [\((path + [key]).joined(separator: "."))]", at: item.place, key)
      return nil
    }
    return TableReader(items, item.place, path: path + [key], into: faultList)
  }

  func list(_ key: String, _ counts: ClosedRange<Int>) -> [Document.Item]? {
    guard let item = item(key) else { return nil }
    guard case .list(let items) = item.value, counts.contains(items.count) else {
      note(
        "not a list of \(counts.lowerBound) to \(counts.upperBound); write [ and ] around it",
        at: item.place, key)
      return nil
    }
    return items
  }

  /// Records an error at `key`, or of the whole table.
  func note(_ problem: String, at place: Place? = nil, _ key: String? = nil) {
    let keys = path + (key.map { [$0] } ?? [])
    faultList.faults.append(
      SettingFault(place ?? self.place, key: keys.joined(separator: "."), problem))
  }

  /// Records unknown keys up to a limit, then the number of others.
  func refuseOthers(_ hint: String) {
    let others = items.filter { !known.contains($0.key) }
    for item in others.prefix(TableReader.maxUnknown) {
      note(SettingFault.unknown(item.key, among: known, hint: hint), at: item.place, item.key)
    }
    guard others.count > TableReader.maxUnknown else { return }
    let next = others[TableReader.maxUnknown]
    let count = others.count - TableReader.maxUnknown
    note("\(count) more unknown keys from here on; \(hint)", at: next.place, next.key)
  }
}

extension Document.Item {
  var text: String {
    get throws(ArgumentProblem) {
      switch value {
      case .text(let text): return text
      case .integer(let number): return String(number)
      case .number(let number): return String(describing: number)
      case .truth(let isOn): return isOn ? "on" : "off"
      case .list(let items):
        var texts: [String] = []
        for item in items {
          if case .list = item.value {
            throw ArgumentProblem(description: "a nested list; write one list")
          }
          texts.append(try item.text)
        }
        return texts.joined(separator: ",")
      case .table: throw ArgumentProblem(description: "a table; write a text or a number")
      case .moment: throw ArgumentProblem(description: "a date; write a text in quotes")
      }
    }
  }
}
