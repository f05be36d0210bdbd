/// A request: a line over the socket. The manual has the protocol: segclock-ctl(1), "The socket".
package struct ControlRequest: Equatable, Sendable {
  package var words: [String]
  /// When it was made (CLOCK_MONOTONIC, nanoseconds), if given.
  package var time: Int64?

  /// The maximum length of a line, in bytes, with its end.
  package static let maxLineLength = 4096

  package init(_ words: [String], at time: Int64? = nil) {
    (self.words, self.time) = (words, time)
  }

  /// Reads a line without its end; nil if malformed.
  package init?(line: some Collection<UInt8>) {
    guard let fields = fields(of: line) else { return nil }
    words = fields
    // Scalars, not characters: a combining mark may follow.
    if fields[0].unicodeScalars.first == "@" {
      time = Int64(Substring(fields[0].unicodeScalars.dropFirst()))
      guard let time, time >= 0 else { return nil }
      words.removeFirst()
    }
    guard let first = words.first, !first.isEmpty else { return nil }
  }

  /// The line, with its end.
  package var line: String { Control.line(of: (time.map { ["@\($0)"] } ?? []) + words) }
}

package enum ControlReply: Equatable, Sendable {
  case text(String)
  case end(Outcome, String = "")

  /// The raw values are the exit codes of `segclock ctl`.
  package enum Outcome: UInt8, Sendable {
    case done = 0
    case refused = 4
    case misused = 64
    case notSavedYet = 75
  }

  package static let done = ControlReply.end(.done)

  package static func refused(_ reason: String) -> ControlReply { .end(.refused, reason) }

  /// Reads a line without its end; nil if malformed.
  package init?(line: some Collection<UInt8>) {
    guard let fields = fields(of: line), fields.count <= 2 else { return nil }
    if fields[0].unicodeScalars.first == "=", fields.count == 1 {
      self = .text(String(fields[0].unicodeScalars.dropFirst()))
    } else {
      guard let code = UInt8(fields[0]), let outcome = Outcome(rawValue: code) else { return nil }
      self = .end(outcome, fields.count > 1 ? fields[1] : "")
    }
  }

  /// The line, with its end.
  package var line: String {
    switch self {
    case .text(let body): Control.line(of: ["=\(body)"])
    case .end(let outcome, let words):
      Control.line(of: ["\(outcome.rawValue)"] + (words.isEmpty ? [] : [words]))
    }
  }
}

private let escapes: KeyValuePairs<UInt8, Character> = [9: "t", 10: "n", 13: "r", 92: "\\"]

private func line(of fields: [String]) -> String {
  let escaped = fields.map { field in
    let bytes = field.utf8.flatMap { byte in
      escapes.first { $0.key == byte }.map { Array("\\\($0.value)".utf8) } ?? [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
  return escaped.joined(separator: "\t") + "\n"
}

/// The fields of a line, at least one; nil if it is malformed.
private func fields(of line: some Collection<UInt8>) -> [String]? {
  var fields: [[UInt8]] = [[]]
  var bytes = line.makeIterator()
  while var byte = bytes.next() {
    if byte == UInt8(ascii: "\t") {
      fields.append([])
      continue
    }
    if byte == UInt8(ascii: "\\") {
      let name = bytes.next()
      guard let escape = escapes.first(where: { $0.value.asciiValue == name }) else { return nil }
      byte = escape.key
    }
    fields[fields.count - 1].append(byte)
  }
  let texts = fields.compactMap { String(validating: $0, as: UTF8.self) }
  return texts.count == fields.count ? texts : nil
}
