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
  private(set) var root = Table()
  private(set) var faults: [SettingFault] = []

  /// What `bytes` say.
  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = Array(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    if let fault = Document.fault(in: bytes) {
      faults = [fault]
      return
    }
    // The first mistake ends a reading. The line that it is told of is left out of the next one; where that is empty, as at
    // the end of a list that is not closed, the mistake lies before.
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
      Array.init)
    for _ in 0..<Document.mostReadings {
      guard let fault = read(Array(lines.joined(separator: [UInt8(ascii: "\n")]))) else { return }
      if faults.last?.problem != fault.problem || faults.last?.place.line != fault.place.line {
        faults.append(fault)
      }
      let told = min(fault.place.line, lines.count) - 1
      guard told >= 0,
        let line = lines[...told].lastIndex(where: { !$0.allSatisfy(Document.isBlank) })
      else {
        return
      }
      lines[line] = []
    }
  }

  /// Takes what `bytes`, which are UTF-8, say; returns what makes it no TOML, if anything does.
  private mutating func read(_ bytes: [UInt8]) -> SettingFault? {
    if let index = KeyLength.firstTooLong(in: bytes) {
      let problem = "a key may have up to \(KeyLength.mostParts) parts with points between"
      return SettingFault(Document.place(of: index, in: bytes), problem)
    }
    let (table, fault) = DocumentBuilder.read(bytes)
    root = table
    return fault.map { Document.withHint($0, in: bytes) }
  }

  /// The fault with what to write, where the value of its line is a word without quotes.
  private static func withHint(_ fault: SettingFault, in bytes: [UInt8]) -> SettingFault {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(fault.place.line - 1) else { return fault }
    let line = lines[fault.place.line - 1]
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return fault }
    let text = String(
      decoding: line[(equals + 1)...].prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let first = words.first, first.first?.isLetter == true,
      !text.contains(where: { "\"'[{=".contains($0) })
    else { return fault }
    let value = words.joined(separator: " ").elided(to: 40)
    return SettingFault(fault.place, key: fault.key, "put text in quotes, as in \"\(value)\"")
  }

  /// How often a text that is no TOML is read, for the mistakes behind the first.
  private static let mostReadings = 20

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

  private static func place(of index: Int, in bytes: [UInt8]) -> Place {
    let start = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = bytes[..<index].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return Place(line: line, column: index - start + 1)
  }

  /// What makes it no text.
  private static func fault(in bytes: [UInt8]) -> SettingFault? {
    guard bytes.count <= mostBytes else {
      return SettingFault(
        place(of: mostBytes, in: bytes),
        "the file is larger than \(mostBytes >> 10) KiB, which are allowed")
    }
    if let index = bytes.firstIndex(of: 0) {
      return SettingFault(place(of: index, in: bytes), "a zero byte: this is no text")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let index = zip(bytes, text.utf8).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return SettingFault(place(of: index, in: bytes), "this is no UTF-8: a configuration is text")
    }
    if text.utf8.count != bytes.count {
      return SettingFault(
        place(of: bytes.count, in: bytes), "this is no UTF-8: a configuration is text")
    }
    return nil
  }
}
