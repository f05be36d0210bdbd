/// A request: one line over the socket. A client may send any number of requests, and gets the answers in the same
/// order.
///
/// ```
///   request   [@TIME TAB] WORD [TAB WORD ...]     the words of a command, as after `segclock ctl`
///   answer    = TEXT                              any number of lines of output
///             CODE [TAB TEXT]                     the end: 0 done, 4 refused, 64 malformed; and the reason
/// ```
///
/// Lines are UTF-8 and end in a line feed. A tab, line feed, carriage return or backslash within a word is written
/// `\t`, `\n`, `\r` or `\\`. TIME is when the command was given (CLOCK_MONOTONIC, nanoseconds).
package struct ControlRequest: Equatable, Sendable {
  package var words: [String]
  /// When it was made (CLOCK_MONOTONIC, nanoseconds), if given.
  package var time: Int64?

  /// The maximum length of a line, in bytes, with its end.
  package static let longestLine = 4096

  package init(_ words: [String], at time: Int64? = nil) {
    (self.words, self.time) = (words, time)
  }

  /// Reads a line without its end; nil if malformed.
  package init?(line: some Collection<UInt8>) {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    // Scalars, not characters: a combining mark may follow a separator.
    var fields = text.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
    if let first = fields.first, first.first == "@" {
      guard let time = Int64(Substring(first.dropFirst())), time >= 0 else { return nil }
      self.time = time
      fields.removeFirst()
    }
    guard let first = fields.first, !first.isEmpty else { return nil }
    words = []
    for field in fields {
      guard let word = String(unescaping: field) else { return nil }
      words.append(word)
    }
  }

  /// The line, with its end.
  package var line: String {
    let stamp = time.map { "@\($0)\t" } ?? ""
    return stamp + words.map(\.escapedForLine).joined(separator: "\t") + "\n"
  }
}

/// A line of an answer.
package enum ControlReply: Equatable, Sendable {
  /// A line of output.
  case text(String)
  case end(Outcome, String = "")

  /// The raw values are the exit codes of `segclock ctl`.
  package enum Outcome: UInt8, Sendable {
    case done = 0
    case refused = 4
    /// The request is malformed.
    case misused = 64
  }

  package static let done = ControlReply.end(.done)

  /// Reads a line without its end; nil if malformed.
  package init?(line: some Collection<UInt8>) {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    let scalars = text.unicodeScalars
    if scalars.first == "=" {
      guard let body = String(unescaping: scalars.dropFirst()) else { return nil }
      self = .text(body)
    } else {
      let fields = scalars.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard let code = UInt8(Substring(fields[0])), let outcome = Outcome(rawValue: code),
        let words = String(unescaping: fields.dropFirst().first ?? ""[...].unicodeScalars)
      else { return nil }
      self = .end(outcome, words)
    }
  }

  /// The line, with its end.
  package var line: String {
    switch self {
    case .text(let body): "=\(body.escapedForLine)\n"
    case .end(let outcome, let words):
      words.isEmpty ? "\(outcome.rawValue)\n" : "\(outcome.rawValue)\t\(words.escapedForLine)\n"
    }
  }
}

extension String {
  fileprivate var escapedForLine: String {
    guard utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 92 }) else { return self }
    var line = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\t": line += "\\t"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\\": line += "\\\\"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// Nil if malformed.
  fileprivate init?(unescaping field: Substring.UnicodeScalarView) {
    self.init()
    var scalars = field.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "t": append("\t")
      case "n": append("\n")
      case "r": append("\r")
      case "\\": append("\\")
      default: return nil
      }
    }
  }
}
