import Session
import Wording

/// Finds values in the lines of another program's output, which a ring shows.
///
/// Progress on a terminal ends in carriage returns instead of line feeds.
package struct FeedLines: Sendable {
  /// The number that stands for a full turn.
  private let whole: Double
  private var skipped = 0
  private var firstSkipped = ""
  private var rest: [UInt8] = []

  /// In bytes; a longer line has no value.
  private static let maxLineLength = 4096

  package init(of whole: Double = 100) { self.whole = whole }

  /// Takes bytes; returns the newest value of the lines that they end, in turns.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> Double? {
    var lines = (rest + bytes).split(omittingEmptySubsequences: false) { $0 == 10 || $0 == 13 }
    rest = Array((lines.popLast() ?? []).prefix(FeedLines.maxLineLength + 1))
    var newest: Double?
    for line in lines {
      let text = String(decoding: line.prefix(FeedLines.maxLineLength), as: UTF8.self)
      guard text.contains(where: { !$0.isWhitespace }) else { continue }
      let value = line.count > FeedLines.maxLineLength ? nil : value(of: text)
      if value == nil {
        if skipped == 0 { firstSkipped = text }
        skipped += 1
      }
      newest = value ?? newest
    }
    return newest
  }

  /// What to say of the lines without a value at the end; nil if there were none.
  package var problem: String? {
    guard skipped > 0 else { return nil }
    return skipped == 1
      ? "ignored a line without a value: \(firstSkipped.quoted)"
      : "ignored \(skipped) lines without a value; the first is \(firstSkipped.quoted)"
  }

  /// The value of a line, in turns: the whole line, else its last percentage (rsync, curl), or a fraction at its start
  /// (ninja). Nil if that is no plain number: `1,234,567` and `1.234,5 %` are not taken for parts of themselves.
  package func value(of line: String) -> Double? {
    var text = line[...].drop { FeedLines.isAround($0) }
    // A comma before a digit belongs to the number.
    if line[..<text.startIndex].last == ",", text.first?.isNumber == true {
      text = line[line.index(before: text.startIndex)...]
    }
    while text.last.map(FeedLines.isAround) == true { text.removeLast() }
    if let value = RingText.turns(String(text), of: whole) { return value }
    let scalars = Array(text.unicodeScalars)
    for end in scalars.indices.reversed() where scalars[end] == "%" {
      switch FeedLines.percentage(in: scalars, before: end) {
      case .none: continue
      case .some(let number): return RingText.turns("\(number)%")
      }
    }
    return fraction(scalars)
  }

  private static func isAround(_ character: Character) -> Bool {
    character.isWhitespace || "[](),;:".contains(character)
  }

  /// The number before the percent sign at `sign`, which may be no plain number; nil if none stands there by itself.
  private static func percentage(in text: [Unicode.Scalar], before sign: Int) -> String? {
    if sign + 1 < text.count, text[sign + 1].isWord { return nil }
    var end = sign
    while end > 0, text[end - 1].isBlank { end -= 1 }
    var start = end
    while start > 0, text[start - 1].isInNumber { start -= 1 }
    // As in `Copying...42%`.
    let dots = text[start..<end].prefix { !$0.isDigit }.count
    if dots > 1 || !".,\u{66B}\u{FF0C}\u{FF0E}".unicodeScalars.contains(text[start]) {
      start += dots
    }
    guard start < end, text[end - 1].isDigit else { return nil }
    if start > 0, text[start - 1].isWord || "+-−/%".unicodeScalars.contains(text[start - 1]) {
      return nil
    }
    return String(String.UnicodeScalarView(text[start..<end]))
  }

  private func fraction(_ text: [Unicode.Scalar]) -> Double? {
    func number(from start: Int) -> Int {
      var end = start + text[start...].prefix { $0.isInNumber }.count
      while end > start, !text[end - 1].isDigit { end -= 1 }
      return end
    }
    let top = number(from: 0)
    guard top > 0, top + 1 < text.count, text[top] == "/" else { return nil }
    let bottom = number(from: top + 1)
    if bottom < text.count, text[bottom].isWord || "/%".unicodeScalars.contains(text[bottom]) {
      return nil
    }
    return RingText.turns(String(String.UnicodeScalarView(text[..<bottom])), of: whole)
  }
}

extension RingText {
  /// A value as `--ring` takes it, in turns; nil for a source.
  package static func turns(_ text: String, of whole: Double = 100) -> Double? {
    guard case .manual(let value)? = try? source(of: whole).parse(text) else { return nil }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isBlank: Bool { properties.isWhitespace }
  fileprivate var isWord: Bool { isDigit || self == "_" || properties.isAlphabetic }

  /// Whether it is part of a number, also as a mark of thousands: then there is no plain number.
  fileprivate var isInNumber: Bool {
    isDigit
      || ".,'’·\u{A0}\u{66B}\u{66C}\u{2009}\u{202F}\u{FF0C}\u{FF0E}".unicodeScalars.contains(self)
  }
}

extension Substring {
  /// The end without blanks.
  var endOfNumber: Index { lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex }
}
