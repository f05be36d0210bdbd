import CTOML
import Wording

struct Document {
  struct Item {
    enum Kind { case value, moment, list, table }

    var key = ""
    /// The dotted keys that lead to it; those of the list for an element.
    var path = ""
    var kind = Kind.table
    /// The position of the key, or of a list's value.
    var place = Place.start
    var content = ""
    /// Keys of a table are in the order of the text.
    var children: [Item] = []
  }

  private(set) var root = Item()
  private(set) var faults: [SettingFault] = []

  /// The maximum number of passes to find further mistakes in invalid TOML.
  private static let maxPasses = 20
  /// The maximum number of points in a line: each makes a nested table, and toml++ destroys these recursively.
  private static let maxPoints = 250

  init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
      Array.init)
    for line in lines.indices
    where lines[line].count(where: { $0 == UInt8(ascii: ".") }) > Document.maxPoints {
      faults.append(
        SettingFault(
          place: Place(line: line + 1, column: 1),
          problem: "the line has too many points; write up to \(Document.maxPoints)"))
      lines[line] = []
    }
    // toml++ stops at the first mistake. The next pass removes its line, or if empty (an open list) the one before.
    for _ in 0..<Document.maxPasses {
      var builder = DocumentBuilder(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
      root = builder.close()
      guard let fault = builder.fault else { return }
      if faults.last?.problem != fault.problem || faults.last?.place.line != fault.place.line {
        faults.append(fault)
      }
      let end = min(fault.place.line, lines.count)
      guard let line = lines[..<end].lastIndex(where: { !$0.allSatisfy(Document.isBlank) }) else {
        return
      }
      lines[line] = []
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
}

private struct DocumentBuilder {
  /// The open tables and lists, outermost first, with their items so far.
  private var open = [Document.Item()]
  private(set) var fault: SettingFault?

  init(_ bytes: [UInt8]) {
    withUnsafeMutablePointer(to: &self) { builder in
      bytes.withUnsafeBytes { buffer in
        ctoml_read(
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, builder
        ) { context, item in
          guard let context, let item else { return }
          context.assumingMemoryBound(to: DocumentBuilder.self).pointee.handle(item.pointee)
        }
      }
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length),
      as: UTF8.self)
  }

  private mutating func handle(_ item: ctoml_item) {
    var found = Document.Item(key: DocumentBuilder.text(item.key, item.key_length), kind: .value)
    let parents = [open[open.count - 1].path, found.key].filter { !$0.isEmpty }
    found.path = parents.joined(separator: ".")
    found.place = Place(line: max(1, Int(item.line)), column: max(1, Int(item.column)))
    found.content = DocumentBuilder.text(item.text, item.text_length)
    switch Int(item.kind) {
    case CTOML_FAULT:
      fault = SettingFault(place: found.place, problem: DocumentBuilder.problem(found.content))
      return
    case CTOML_TABLE, CTOML_LIST:
      found.kind = Int(item.kind) == CTOML_TABLE ? .table : .list
      return open.append(found)
    case CTOML_END: found = close()
    case CTOML_VALUE: break
    default: found.kind = .moment
    }
    if fault == nil, (found.key + found.content).utf8.contains(0) {
      fault = SettingFault(place: found.place, problem: "contains a NUL character; remove it")
    }
    open[open.count - 1].children.append(found)
  }

  private static func problem(_ text: String) -> String {
    if text.contains("redefine") { return "defined twice; remove one of them" }
    if text.contains("utf-8") { return "not valid UTF-8; write a text in UTF-8" }
    return
      "not valid TOML; write KEY = VALUE, with texts in quotes, as in \"neon\", and lists in [ and ]"
  }

  /// Closes a table or a list. Restores the order of the text: toml++ sorts keys alphabetically.
  mutating func close() -> Document.Item {
    var item = open.removeLast()
    if item.kind == .table { item.children.sort { ($0.place, $0.key) < ($1.place, $1.key) } }
    return item
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
      case .value: return content
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
