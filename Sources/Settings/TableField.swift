import Geometry
import Wording

/// A key of a table: how it is read into a `Root`, and how its value is written.
struct TableField<Root>: Sendable {
  let key: String
  let read: @Sendable (Document.Item, inout Root, inout [SettingFault]) -> Void
  /// nil if the line is left out.
  var write: @Sendable (Root) -> String? = { _ in nil }

  static func value<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    _ parser: TextParser<Value>, write: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> TableField {
    TableField(key: key) { item, root, faults in
      root[keyPath: property] = item.value(parser, &faults) ?? root[keyPath: property]
    } write: {
      write($0[keyPath: property])
    }
  }

  static func color(
    _ key: String, _ property: any WritableKeyPath<Root, Color> & Sendable,
    _ parser: TextParser<Color> = Parsers.color
  ) -> TableField {
    value(key, property, parser) { $0.text.json }
  }

  static func table<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    _ fields: [TableField<Value>]
  ) -> TableField {
    TableField(key: key) { item, root, faults in
      item.read(fields, into: &root[keyPath: property], &faults)
    } write: { root in
      fields.inline(root[keyPath: property])
    }
  }

  /// A list of tables. Missing keys come from `base(index, oldList)`.
  static func list<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, [Value]> & Sendable,
    _ counts: ClosedRange<Int>, _ fields: [TableField<Value>],
    base: @escaping @Sendable (Int, [Value]) -> Value
  ) -> TableField {
    TableField(key: key) { list, root, faults in
      guard list.kind == .list, counts.contains(list.children.count) else {
        return list.note(
          "not a list of \(counts.lowerBound) to \(counts.upperBound); write [ and ] around it",
          in: &faults)
      }
      let old = root[keyPath: property]
      root[keyPath: property] = list.children.enumerated().map { index, item in
        var value = base(index, old)
        item.read(fields, into: &value, &faults)
        return value
      }
    } write: { root in
      let lines = root[keyPath: property].map { "  \(fields.inline($0)),\n" }
      return lines.isEmpty ? "[]" : "[\n\(lines.joined())]"
    }
  }
}

extension Array {
  func lines<Root>(of value: Root) -> [String] where Element == TableField<Root> {
    pairs(of: value).map { "\($0)\n" }
  }

  fileprivate func inline<Root>(_ value: Root) -> String where Element == TableField<Root> {
    "{ \(pairs(of: value).joined(separator: ", ")) }"
  }

  private func pairs<Root>(of value: Root) -> [String] where Element == TableField<Root> {
    compactMap { field in field.write(value).map { "\(field.key) = \($0)" } }
  }
}
