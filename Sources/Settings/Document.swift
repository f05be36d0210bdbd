import CTOML
import Wording

struct Document {
  struct Item {
    var key: String
    var value: Value
    /// The position of the key, or of a list's value.
    var place: Place
  }

  /// Table keys are in the order of the text.
  enum Value {
    case text(String), integer(Int), number(Double), truth(Bool), moment
    case list([Item]), table([Item])
  }

  static let maxBytes = 1 << 18
  private(set) var root: [Item] = []
  private(set) var faults: [SettingFault] = []

  /// The maximum number of passes to find further mistakes in invalid TOML.
  private static let maxPasses = 20

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = Array(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    guard bytes.count <= Document.maxBytes else {
      faults = [
        SettingFault(
          Document.place(of: Document.maxBytes, in: bytes),
          "larger than the limit of \(Document.maxBytes >> 10) KiB")
      ]
      return
    }
    // toml++ stops at the first mistake. The next pass removes its line; if that is empty, as at the end of an open
    // list, the line before.
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

  private mutating func read(_ bytes: [UInt8]) -> SettingFault? {
    if let index = KeyLength.firstTooLong(in: bytes) {
      return SettingFault(
        Document.place(of: index, in: bytes),
        "a key has too many parts; write up to \(KeyLength.maxParts) with points between")
    }
    let builder = DocumentBuilder(bytes)
    root = builder.root
    return builder.fault.map { Document.withHint($0, in: bytes) }
  }

  /// Adds a hint if the line's value is a word without quotes.
  private static func withHint(_ fault: SettingFault, in bytes: [UInt8]) -> SettingFault {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(fault.place.line - 1),
      let value = lines[fault.place.line - 1].split(separator: UInt8(ascii: "="), maxSplits: 1)
        .dropFirst().first
    else { return fault }
    let text = String(decoding: value.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
    guard words.first?.isLetter == true, !words.contains(where: { "\"'[{=".contains($0) }) else {
      return fault
    }
    return SettingFault(
      fault.place,
      "a text without quotes; write it in quotes, as in \"\(words.escaped.elided(to: 40))\"")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

  private static func place(of index: Int, in bytes: [UInt8]) -> Place {
    let start = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = bytes[..<index].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return Place(line: line, column: index - start + 1)
  }
}

private final class DocumentBuilder {
  /// The open tables and lists, outermost first, and their items so far.
  private var open: [(container: Document.Item, items: [Document.Item])] = []
  private(set) var root: [Document.Item] = []
  private(set) var fault: SettingFault?

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      ctoml_read(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
        Unmanaged.passUnretained(self).toOpaque()
      ) { context, item in
        guard let context, let item else { return }
        Unmanaged<DocumentBuilder>.fromOpaque(context).takeUnretainedValue().handle(item.pointee)
      }
    }
    root = DocumentBuilder.sorted(root)
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length),
      as: UTF8.self)
  }

  private func handle(_ item: ctoml_item) {
    let key = DocumentBuilder.text(item.key, item.key_length)
    let text = DocumentBuilder.text(item.text, item.text_length)
    let place = Place(line: max(1, Int(item.line)), column: max(1, Int(item.column)))
    var found = Document.Item(key: key, value: .moment, place: place)
    switch Int(item.kind) {
    case CTOML_FAULT:
      fault = SettingFault(place, DocumentBuilder.problem(text))
      return
    case CTOML_TABLE, CTOML_LIST:
      found.value = Int(item.kind) == CTOML_TABLE ? .table([]) : .list([])
      open.append((found, []))
      return
    case CTOML_END:
      guard let (container, items) = open.popLast() else { return }
      found = container
      if case .list = container.value {
        found.value = .list(items)
      } else {
        found.value = .table(DocumentBuilder.sorted(items))
      }
    case CTOML_TEXT: found.value = .text(text)
    case CTOML_INTEGER: found.value = .integer(Int(item.integer))
    case CTOML_NUMBER: found.value = .number(item.number)
    case CTOML_TRUTH: found.value = .truth(item.truth)
    default: break
    }
    if fault == nil, (found.key + text).utf8.contains(0) {
      fault = SettingFault(found.place, "contains a NUL character; remove it")
    }
    if open.isEmpty {
      root.append(found)
    } else {
      open[open.count - 1].items.append(found)
    }
  }

  private static func problem(_ text: String) -> String {
    if text.contains("redefine") { return "defined twice; remove one of them" }
    if text.contains("utf-8") { return "not valid UTF-8; write a text in UTF-8" }
    return "not valid TOML; write KEY = VALUE, with texts in quotes and lists in [ and ]"
  }

  /// Restores the order of the text; toml++ sorts keys alphabetically.
  private static func sorted(_ items: [Document.Item]) -> [Document.Item] {
    items.sorted { ($0.place, $0.key) < ($1.place, $1.key) }
  }
}

/// Finds keys with too many parts before toml++ reads a text. Each part becomes a nested table, and toml++ destroys
/// nested tables recursively, on the stack.
///
/// Only points in keys count, so strings and comments are skipped. In invalid TOML, this scan and toml++ agree up to
/// the first mistake.
private struct KeyLength {
  static let maxParts = 32

  private let bytes: [UInt8]
  private var index = 0

  static func firstTooLong(in bytes: [UInt8]) -> Int? {
    var scan = KeyLength(bytes: bytes)
    var points = 0
    while scan.index < bytes.count {
      let byte = bytes[scan.index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): scan.skipText(byte)
      case UInt8(ascii: "#"):
        scan.index = bytes[scan.index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      default:
        if byte == UInt8(ascii: ".") { points += 1 }
        if "\n=,[]{}".utf8.contains(byte) { points = 0 }
        if points >= maxParts { return scan.index }
        scan.index += 1
      }
    }
    return nil
  }

  private func run(of quote: UInt8, limit: Int) -> Int {
    bytes[index...].prefix(limit).prefix { $0 == quote }.count
  }

  /// Skips a string. An unterminated one ends with its line, or if multi-line with the file.
  private mutating func skipText(_ quote: UInt8) {
    let opening = run(of: quote, limit: 3)
    index += opening
    // Two quotes are an empty string.
    guard opening != 2 else { return }
    let isLong = opening == 3
    while index < bytes.count {
      switch bytes[index] {
      case quote:
        // Up to two quotes of the string itself may precede the closing three.
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
