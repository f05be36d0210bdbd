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

extension Document.Item {
  /// Limits the search for similar keys, because an open window reads the file between two frames.
  private static let maxSearches = 50

  subscript(key: String) -> Document.Item? { children.first { $0.key == key } }

  var elements: [Document.Item] { kind == .list ? children : [self] }

  func note(_ problem: String, in faults: inout [SettingFault]) {
    faults.append(SettingFault(place: place, key: path, problem: problem))
  }

  func noting<Value>(_ faults: inout [SettingFault], _ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      note("\(error)", in: &faults)
      return nil
    }
  }

  func value<Value>(_ parser: TextParser<Value>, _ faults: inout [SettingFault]) -> Value? {
    noting(&faults) { try parser.parse(try text) }
  }

  func isTable(_ faults: inout [SettingFault]) -> Bool {
    if kind != .table { note("not a table; write [\(path)]", in: &faults) }
    return kind == .table
  }

  /// Reads a table into a `Root`; returns whether it is a table. Others read the keys `besides`.
  @discardableResult
  func read<Root>(
    _ fields: [TableField<Root>], besides: [String] = [], hint: String? = nil,
    into value: inout Root, _ faults: inout [SettingFault]
  ) -> Bool {
    guard isTable(&faults) else { return false }
    for field in fields {
      if let item = self[field.key] { field.read(item, &value, &faults) }
    }
    let keys = besides + fields.map(\.key)
    refuseOthers(than: keys, hint ?? "write \(keys.alternatives)", &faults)
    return true
  }

  func refuseOthers(than known: [String], _ hint: String, _ faults: inout [SettingFault]) {
    let others = children.filter { !known.contains($0.key) }
    for (index, item) in others.enumerated() {
      let near = index < Document.Item.maxSearches ? known : []
      item.note(SettingFault.unknown(item.key, among: near, hint: hint), in: &faults)
    }
  }

  /// The value as an option has it: the elements of a list with commas between.
  var text: String {
    get throws(TextError) {
      switch kind {
      case .text, .plain: return content
      case .list:
        guard !children.contains(where: { $0.kind == .list }) else {
          throw TextError("a nested list; write one list")
        }
        var texts: [String] = []
        for item in children { texts.append(try item.text) }
        return texts.joined(separator: ",")
      case .table: throw TextError("a table; write a text or a number")
      case .moment: throw TextError("a date; write a text in quotes")
      }
    }
  }
}
