import CTOML
import Wording

/// A TOML text as values with their places.
struct Document {
  struct Item {
    var value: Value
    /// The place of the key.
    var place: Place
  }

  enum Value {
    case text(String), integer(Int), number(Double), truth(Bool), moment
    case list([Item])
    case table(Table)
  }

  /// Keys in the order of the text.
  struct Table {
    var items: [(key: String, item: Item)] = []

    subscript(key: String) -> Item? { items.first { $0.key == key }?.item }
  }

  /// The maximum size of a text.
  static let maxBytes = 1 << 18
  private(set) var root = Table()
  private(set) var faults: [SettingFault] = []

  /// The maximum number of passes over a text that is not valid TOML, to find the mistakes behind the first.
  private static let maxPasses = 20

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = Array(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    if let fault = Document.encodingFault(in: bytes) {
      faults = [fault]
      return
    }
    // toml++ stops at the first mistake. The next pass leaves out its line or, where that is empty, as at the end of a list
    // that is not closed, the line before.
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
      Array.init)
    for _ in 0..<Document.maxPasses {
      guard let fault = read(Array(lines.joined(separator: [UInt8(ascii: "\n")]))) else { return }
      if faults.last?.problem != fault.problem || faults.last?.place.line != fault.place.line {
        faults.append(fault)
      }
      let wrong = min(fault.place.line, lines.count) - 1
      guard wrong >= 0,
        let line = lines[...wrong].lastIndex(where: { !$0.allSatisfy(Document.isBlank) })
      else { return }
      lines[line] = []
    }
  }

  /// Reads UTF-8; returns the first mistake.
  private mutating func read(_ bytes: [UInt8]) -> SettingFault? {
    if let index = KeyLength.firstTooLong(in: bytes) {
      return SettingFault(
        Document.place(of: index, in: bytes),
        "a key has too many parts; write up to \(KeyLength.maxParts) with points between")
    }
    let (table, fault) = DocumentBuilder.read(bytes)
    root = table
    return fault.map { Document.withHint($0, in: bytes) }
  }

  /// Says what to write, where the value of the line is a word without quotes.
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
    return SettingFault(
      fault.place, key: fault.key, "a text without quotes; write it in quotes, as in \"\(value)\"")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

  private static func place(of index: Int, in bytes: [UInt8]) -> Place {
    let start = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = bytes[..<index].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return Place(line: line, column: index - start + 1)
  }

  /// The first reason why the bytes are not a text of ours.
  private static func encodingFault(in bytes: [UInt8]) -> SettingFault? {
    guard bytes.count <= maxBytes else {
      return SettingFault(
        place(of: maxBytes, in: bytes), "larger than the limit of \(maxBytes >> 10) KiB")
    }
    if let index = bytes.firstIndex(of: 0) {
      return SettingFault(place(of: index, in: bytes), "a zero byte; write a text in UTF-8")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let wrong = zip(bytes, text.utf8).enumerated().first { $1.0 != $1.1 }?.offset
    guard let index = wrong ?? (text.utf8.count == bytes.count ? nil : bytes.count) else {
      return nil
    }
    return SettingFault(place(of: index, in: bytes), "not valid UTF-8; write a text in UTF-8")
  }
}

/// Builds a document from what toml++ finds, one item after the other.
private final class DocumentBuilder {
  private struct Level {
    var key: String
    var place: Place
    var isList: Bool
    var items: [(key: String, item: Document.Item)] = []
  }

  private var levels = [Level(key: "", place: Place(line: 1, column: 1), isList: false)]
  private var fault: SettingFault?

  /// The maximum length of a message of toml++, which may quote a text of any length, in characters.
  private static let maxProblemLength = 200

  /// Reads UTF-8: the root, and the first mistake.
  static func read(_ bytes: [UInt8]) -> (Document.Table, SettingFault?) {
    let builder = DocumentBuilder()
    var walk = ctoml_walk(
      context: Unmanaged.passUnretained(builder).toOpaque(),
      item: { context, item in
        if let context, let item { DocumentBuilder.of(context).append(item.pointee) }
      },
      end: { context in
        if let context { DocumentBuilder.of(context).end() }
      },
      fault: { context, problem, length, line, column in
        guard let context else { return }
        let words = DocumentBuilder.text(problem, length).escaped.elided(
          to: DocumentBuilder.maxProblemLength)
        DocumentBuilder.of(context).fault = SettingFault(
          DocumentBuilder.place(line, column), "not valid TOML: \(words)")
      })
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      ctoml_read(base.assumingMemoryBound(to: CChar.self), buffer.count, &walk)
    }
    return (builder.table(of: builder.levels[0]), builder.fault)
  }

  private static func of(_ context: UnsafeMutableRawPointer) -> DocumentBuilder {
    Unmanaged<DocumentBuilder>.fromOpaque(context).takeUnretainedValue()
  }

  private static func place(_ line: UInt32, _ column: UInt32) -> Place {
    Place(line: max(1, Int(line)), column: max(1, Int(column)))
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length),
      as: UTF8.self)
  }

  private func append(_ item: ctoml_item) {
    let key = DocumentBuilder.text(item.key, item.key_length)
    let place = DocumentBuilder.place(item.line, item.column)
    refuseZero(in: key, at: place)
    let value: Document.Value
    switch Int(item.kind) {
    case CTOML_TABLE, CTOML_LIST:
      levels.append(Level(key: key, place: place, isList: Int(item.kind) == CTOML_LIST))
      return
    case CTOML_TEXT:
      let text = DocumentBuilder.text(item.text, item.text_length)
      refuseZero(in: text, at: place)
      value = .text(text)
    case CTOML_INTEGER: value = .integer(Int(item.integer))
    case CTOML_NUMBER: value = .number(item.number)
    case CTOML_TRUTH: value = .truth(item.truth)
    default: value = .moment
    }
    levels[levels.count - 1].items.append((key, Document.Item(value: value, place: place)))
  }

  private func refuseZero(in text: String, at place: Place) {
    guard text.utf8.contains(0) else { return }
    fault = fault ?? SettingFault(place, "a zero character; remove it")
  }

  private func end() {
    guard levels.count > 1, let level = levels.popLast() else { return }
    let value: Document.Value =
      level.isList ? .list(level.items.map(\.item)) : .table(table(of: level))
    levels[levels.count - 1].items.append(
      (level.key, Document.Item(value: value, place: level.place)))
  }

  /// The keys in the order of the text; toml++ has them in that of the alphabet.
  private func table(of level: Level) -> Document.Table {
    Document.Table(items: level.items.sorted { ($0.item.place, $0.key) < ($1.item.place, $1.key) })
  }
}

/// Finds keys of too many parts before toml++ reads a text: each part is a table in another, and it destroys those one
/// within the other, on the stack.
///
/// Points count in keys alone, so texts and comments are skipped as TOML has them. In a text that is not valid, both agree up
/// to the first mistake.
private struct KeyLength {
  static let maxParts = 32

  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The index of the point that makes a key too long.
  static func firstTooLong(in bytes: [UInt8]) -> Int? {
    var scan = KeyLength(bytes)
    return scan.firstTooLong()
  }

  private mutating func firstTooLong() -> Int? {
    var points = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "."):
        points += 1
        if points >= KeyLength.maxParts { return index }
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText(bytes[index])
      case UInt8(ascii: "#"):
        index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      default:
        if "\n=,[]{}".utf8.contains(bytes[index]) { points = 0 }
        index += 1
      }
    }
    return nil
  }

  /// The number of quotes from `index` on, up to `limit`.
  private func run(of quote: UInt8, limit: Int) -> Int {
    bytes[index...].prefix(limit).prefix { $0 == quote }.count
  }

  /// Skips the text that begins here. One that is not closed ends with its line or, of several lines, with the last.
  private mutating func skipText(_ quote: UInt8) {
    let opening = run(of: quote, limit: 3)
    index += opening
    // Two are an empty text.
    guard opening != 2 else { return }
    let isLong = opening == 3
    while index < bytes.count {
      switch bytes[index] {
      case quote:
        // Up to two quotes of the text itself may come before the three that close it.
        let closing = isLong ? run(of: quote, limit: 5) : 1
        index += closing
        if !isLong || closing >= 3 { return }
      case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""): index = min(index + 2, bytes.count)
      case UInt8(ascii: "\n") where !isLong: return
      default: index += 1
      }
    }
  }
}
