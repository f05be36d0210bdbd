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
    let key = key.lowercased().prefix(maxKeyLength)
    let near = known.map { (name: $0, distance: key.difference(from: $0).count) }.min {
      $0.distance < $1.distance
    }
    guard let near, near.distance <= max(2, near.name.count / 3) else {
      return "unknown key; \(hint)"
    }
    return "unknown key; write \(near.name)?"
  }
}

final class FaultList {
  var faults: [SettingFault] = []
}

/// Reads a table key by key and collects errors.
struct TableReader {
  let table: Document.Item
  /// The keys that lead to the table.
  private let path: [String]
  private let list: FaultList

  /// Limits the search for similar keys, because an open window reads the file between two frames.
  private static let maxSearches = 50

  init(_ table: Document.Item, path: [String] = [], into list: FaultList) {
    (self.table, self.path, self.list) = (table, path, list)
  }

  subscript(key: String) -> Document.Item? { table.children.first { $0.key == key } }

  func value<Value>(_ key: String, _ parser: TextParser<Value>) -> Value? {
    self[key].flatMap { value(of: $0, key, parser) }
  }

  func value<Value>(of item: Document.Item, _ key: String, _ parser: TextParser<Value>) -> Value? {
    noting(item, key) { () throws(ArgumentProblem) in try parser.parse(try item.text) }
  }

  /// Returns the result of `body`, or records the error it throws at `item`.
  func noting<Value>(
    _ item: Document.Item?, _ key: String, _ body: () throws(ArgumentProblem) -> Value
  ) -> Value? {
    do throws(ArgumentProblem) {
      return try body()
    } catch {
      note(error.description, at: item, key)
      return nil
    }
  }

  func table(_ key: String) -> TableReader? { self[key].flatMap { table($0, key) } }

  func table(_ item: Document.Item, _ key: String) -> TableReader? {
    guard item.kind == .table else {
      note("not a table; write [\((path + [key]).joined(separator: "."))]", at: item, key)
      return nil
    }
    return TableReader(item, path: path + [key], into: list)
  }

  /// Reads a table as a `Root`; returns its reader if it is a table.
  @discardableResult
  func read<Root>(
    _ fields: [TableField<Root>], of item: Document.Item, _ key: String, into value: inout Root
  ) -> TableReader? {
    guard let inner = table(item, key) else { return nil }
    for field in fields { field.read(inner, &value) }
    let keys = fields.map(\.key)
    inner.refuseOthers(than: keys, "write \(keys.alternatives)")
    return inner
  }

  /// Records an error at `key`, or of the whole table.
  func note(_ problem: String, at item: Document.Item? = nil, _ key: String? = nil) {
    let keys = path + (key.map { [$0] } ?? [])
    list.faults.append(
      SettingFault((item ?? table).place, key: keys.joined(separator: "."), problem))
  }

  /// Records keys other than `known`.
  func refuseOthers(than known: [String], _ hint: String) {
    let others = table.children.filter { !known.contains($0.key) }
    for (index, item) in others.enumerated() {
      let near = index < TableReader.maxSearches ? known : []
      note(SettingFault.unknown(item.key, among: near, hint: hint), at: item, item.key)
    }
  }
}

extension Document.Item {
  /// The elements of a list, or this value alone.
  var elements: [Document.Item] { kind == .list ? children : [self] }

  /// The value as an option has it: the elements of a list with commas between.
  var text: String {
    get throws(ArgumentProblem) {
      switch kind {
      case .text, .plain: return content
      case .list:
        guard !children.contains(where: { $0.kind == .list }) else {
          throw ArgumentProblem(description: "a nested list; write one list")
        }
        var texts: [String] = []
        for item in children { texts.append(try item.text) }
        return texts.joined(separator: ",")
      case .table: throw ArgumentProblem(description: "a table; write a text or a number")
      case .moment: throw ArgumentProblem(description: "a date; write a text in quotes")
      }
    }
  }
}
