/// A table that is read key by key, with what is wrong in it.
struct TableReading {
  let table: Document.Table
  /// The place of the table, and the keys that lead to it.
  let place: Place
  let path: [String]
  private(set) var faults: [SettingFault] = []
  private var known: [String] = []

  /// How many keys that there are not are told of one by one: an open window reads a file between two frames.
  private static let mostUnknown = 50

  init(_ table: Document.Table, _ place: Place, path: [String]) {
    (self.table, self.place, self.path) = (table, place, path)
  }

  /// The value of `key`, if there is one.
  mutating func item(_ key: String) -> Document.Item? {
    known.append(key)
    return table[key]
  }

  /// The value of `key` as `read` makes it of its text; nil where there is none, or it is wrong.
  mutating func value<Value>(_ key: String, _ read: (String) throws -> Value) -> Value? {
    item(key).flatMap { value(of: $0, key, read) }
  }

  /// What `read` makes of the text of `item`; nil where it is wrong.
  mutating func value<Value>(
    of item: Document.Item, _ key: String, _ read: (String) throws -> Value
  ) -> Value? {
    do {
      return try read(try item.text)
    } catch {
      note((error as? ArgumentProblem)?.description ?? "\(error)", at: item.place, key)
      return nil
    }
  }

  /// The table that is the value of `key`.
  mutating func inner(_ key: String) -> TableReading? {
    item(key).flatMap { inner($0, key) }
  }

  /// The table that `item` is.
  mutating func inner(_ item: Document.Item, _ key: String) -> TableReading? {
    guard case .table(let table) = item.value else {
      note("a table is needed here", at: item.place, key)
      return nil
    }
    return TableReading(table, item.place, path: path + [key])
  }

  /// The elements of the list that is the value of `key`, as many as `counts` allows.
  mutating func list(_ key: String, _ counts: ClosedRange<Int>) -> [Document.Item]? {
    guard let item = item(key) else { return nil }
    guard case .list(let items) = item.value, counts.contains(items.count) else {
      note(
        "a list of \(counts.lowerBound) to \(counts.upperBound) is needed here", at: item.place, key
      )
      return nil
    }
    return items
  }

  /// Notes what is wrong with `key`, or with the table where there is no key.
  mutating func note(_ problem: String, at place: Place? = nil, _ key: String? = nil) {
    let keys = path + (key.map { [$0] } ?? [])
    faults.append(SettingFault(place ?? self.place, key: keys.joined(separator: "."), problem))
  }

  /// Takes the faults of what was read in it.
  mutating func take(_ inner: TableReading) { faults += inner.faults }

  /// Notes the keys that were not asked for: of many, as in a file that is something else, how many more there are.
  mutating func refuseOthers(_ otherwise: String) {
    let others = table.items.filter { !known.contains($0.key) }
    for (key, item) in others.prefix(TableReading.mostUnknown) {
      note(SettingFault.unknown(key, among: known, otherwise: otherwise), at: item.place, key)
    }
    guard others.count > TableReading.mostUnknown else { return }
    let next = others[TableReading.mostUnknown]
    let count = others.count - TableReading.mostUnknown
    note(
      "\(count) more keys from here on that there are not; \(otherwise)", at: next.item.place,
      next.key)
  }
}

extension Document.Item {
  /// It as an option would have it.
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
            throw ArgumentProblem(description: "a list in a list has no meaning here")
          }
          texts.append(try item.text)
        }
        return texts.joined(separator: ",")
      case .table:
        throw ArgumentProblem(
          description: "a table has no meaning here; allowed is a text or a number")
      case .moment:
        throw ArgumentProblem(description: "a date has no meaning here; a text stands in quotes")
      }
    }
  }
}
