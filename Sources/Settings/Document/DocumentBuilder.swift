import CTOML
import Wording

/// Makes values of what toml++ tells of a text, one after the other.
final class DocumentBuilder {
  private struct Level {
    var key: String
    var place: Place
    var isList: Bool
    var items: [(key: String, item: Document.Item)] = []
  }

  private var levels = [Level(key: "", place: Place(line: 1, column: 1), isList: false)]
  private var fault: SettingFault?

  /// The most characters of what toml++ says of a mistake.
  private static let longestProblem = 200

  /// What `bytes`, which are UTF-8, say: the root, and what makes it no TOML, if anything does.
  static func read(_ bytes: [UInt8]) -> (Document.Table, SettingFault?) {
    let builder = DocumentBuilder()
    var walk = ctoml_walk(
      context: Unmanaged.passUnretained(builder).toOpaque(),
      item: { context, item in
        if let context, let item { DocumentBuilder.of(context).take(item.pointee) }
      },
      end: { context in
        if let context { DocumentBuilder.of(context).end() }
      },
      fault: { context, problem, length, line, column in
        guard let context else { return }
        // It may quote what is there, of any length.
        let words = DocumentBuilder.text(problem, length).escaped.elided(
          to: DocumentBuilder.longestProblem)
        DocumentBuilder.of(context).fault = SettingFault(
          DocumentBuilder.place(line, column), "this is no TOML: \(words)")
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

  private func take(_ item: ctoml_item) {
    let key = DocumentBuilder.text(item.key, item.key_length)
    let place = DocumentBuilder.place(item.line, item.column)
    if key.utf8.contains(0) { note("a zero character, which no key may have", at: place) }
    let value: Document.Value
    switch Int(item.kind) {
    case CTOML_TABLE, CTOML_LIST:
      levels.append(Level(key: key, place: place, isList: Int(item.kind) == CTOML_LIST))
      return
    case CTOML_TEXT:
      let text = DocumentBuilder.text(item.text, item.text_length)
      if text.utf8.contains(0) { note("a zero character, which no text may have", at: place) }
      value = .text(text)
    case CTOML_INTEGER: value = .integer(Int(item.integer))
    case CTOML_NUMBER: value = .number(item.number)
    case CTOML_TRUTH: value = .truth(item.truth)
    default: value = .moment
    }
    levels[levels.count - 1].items.append((key, Document.Item(value: value, place: place)))
  }

  private func note(_ problem: String, at place: Place) {
    fault = fault ?? SettingFault(place, problem)
  }

  private func end() {
    guard levels.count > 1, let level = levels.popLast() else { return }
    let value: Document.Value =
      level.isList ? .list(level.items.map(\.item)) : .table(table(of: level))
    levels[levels.count - 1].items.append(
      (level.key, Document.Item(value: value, place: level.place)))
  }

  /// The keys in the order in which they stand; toml++ has them in that of the alphabet.
  private func table(of level: Level) -> Document.Table {
    Document.Table(items: level.items.sorted { ($0.item.place, $0.key) < ($1.item.place, $1.key) })
  }
}
