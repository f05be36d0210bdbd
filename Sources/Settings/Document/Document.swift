import TOMLKit
import Wording

/// A TOML text as values that know where they stand.
struct Document {
  /// A value, and where its key is.
  struct Item {
    var value: Value
    var place: Place
  }

  enum Value {
    case text(String), integer(Int), number(Double), truth(Bool), moment
    case list([Item])
    case table(Table)
  }

  /// The keys of a table in the order in which they stand.
  struct Table {
    var items: [(key: String, item: Item)] = []

    subscript(key: String) -> Item? { items.first { $0.key == key }?.item }
  }

  /// The most bytes of a text.
  static let mostBytes = 1 << 18
  /// The most faults of syntax that are told.
  private static let mostFaults = 20

  private(set) var root = Table()
  private(set) var faults: [SettingFault] = []
  private var places: [String: Place] = [:]

  /// What `bytes` say. A statement that is no TOML is a fault and is left out.
  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var bytes = Array(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    if let fault = Document.fault(in: bytes) {
      faults = [fault]
      return
    }
    while faults.count < Document.mostFaults {
      let scanner = PlaceScanner(bytes)
      guard let fault = scanner.fault ?? parse(bytes, scanner) else { return }
      faults.append(fault)
      guard Document.blank(&bytes, scanner, upTo: fault.place.line) else { return }
    }
  }

  /// What makes a text none that the parser could be given.
  private static func fault(in bytes: [UInt8]) -> SettingFault? {
    func place(_ index: Int) -> Place {
      let start = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      return Place(
        line: bytes[..<index].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }, column: index - start + 1
      )
    }
    guard bytes.count <= mostBytes else {
      return SettingFault(
        place(mostBytes), "the file is larger than \(mostBytes >> 10) KiB, which are allowed")
    }
    if let index = bytes.firstIndex(of: 0) {
      return SettingFault(place(index), "a zero byte: this is no text")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let index = zip(bytes, text.utf8).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return SettingFault(place(index), "this is no UTF-8: a configuration is text")
    }
    if text.utf8.count != bytes.count {
      return SettingFault(place(bytes.count), "this is no UTF-8: a configuration is text")
    }
    // The parser's texts end at a zero character.
    for escape in ["\\u0000", "\\U00000000"] {
      if let index = index(of: Array(escape.utf8), in: bytes) {
        return SettingFault(place(index), "the character zero has no place in a configuration")
      }
    }
    return nil
  }

  private static func index(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
  }

  /// Reads all of it; what is no TOML, if there is such.
  private mutating func parse(_ bytes: [UInt8], _ scanner: PlaceScanner) -> SettingFault? {
    do {
      let table = try TOMLTable(string: String(decoding: bytes, as: UTF8.self))
      places = scanner.places
      root = self.table(table, at: "", Place(line: 1, column: 1))
      return nil
    } catch let error as TOMLParseError {
      let place = Place(line: max(error.source.begin.line, 1), column: max(error.source.begin.column, 1))
      return SettingFault(place, "this is no TOML: \(Document.shortened(error.description))")
    } catch {
      return SettingFault(Place(line: 1, column: 1), "this is no TOML")
    }
  }

  /// What the parser says, in a line.
  private static func shortened(_ words: String) -> String {
    let words = words.hasPrefix("Error while ") ? String(words.dropFirst("Error while ".count)) : words
    return words.escaped.elided(to: 110)
  }

  /// Makes the statement blank that ends at `line`, with all of a table whose head it is; false where nothing is left of it.
  private static func blank(_ bytes: inout [UInt8], _ scanner: PlaceScanner, upTo line: Int) -> Bool {
    let start = scanner.statements.last { $0.line <= line }
    let first = start?.line ?? line
    let isHead = start?.isHead ?? false
    var current = 1
    var hasChanged = false
    var isLineStart = true
    for index in bytes.indices {
      if isLineStart, current > line, !isHead || bytes[index] == UInt8(ascii: "[") { break }
      isLineStart = bytes[index] == UInt8(ascii: "\n")
      if isLineStart {
        current += 1
      } else if current >= first {
        hasChanged = hasChanged || bytes[index] != UInt8(ascii: " ")
        bytes[index] = UInt8(ascii: " ")
      }
    }
    return hasChanged
  }

  private func table(_ table: TOMLTable, at path: String, _ place: Place) -> Table {
    // The parser has them by their names, and asked for one by a name it may not find it.
    let items = zip(table.keys, table.values).map { key, value in
      (key: key, item: item(value, at: PlaceScanner.path(path, key), in: place))
    }
    return Table(items: items.sorted { $0.item.place < $1.item.place })
  }

  private func item(_ value: TOMLValue, at path: String, in outer: Place) -> Item {
    let place = places[path] ?? outer
    let result: Value
    if let text = value.string {
      result = .text(text)
    } else if let truth = value.bool {
      result = .truth(truth)
    } else if let integer = value.int {
      result = .integer(integer)
    } else if let number = value.double {
      result = .number(number)
    } else if let list = value.array {
      result = .list(
        (0..<list.count).map { item(list[$0].tomlValue, at: PlaceScanner.path(path, String($0)), in: place) })
    } else if let inner = value.table {
      result = .table(table(inner, at: path, place))
    } else {
      result = .moment
    }
    return Item(value: result, place: place)
  }
}
