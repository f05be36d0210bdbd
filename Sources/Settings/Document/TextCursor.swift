/// A place in the bytes of a text that moves on, and knows its line and column.
struct TextCursor {
  private let bytes: [UInt8]
  private(set) var position = 0
  /// The line and the column, which counts characters.
  private(set) var place = Place(line: 1, column: 1)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte; nil at the end.
  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The text from `start` up to here.
  func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

  /// Whether `text` comes next.
  func startsWith(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  /// Whether `scalar` comes next.
  func isNext(_ scalar: Unicode.Scalar) -> Bool { byte == UInt8(ascii: scalar) }

  /// Whether the text ends here, or the line.
  var isAtLineEnd: Bool { byte == nil || isNext("\n") || startsWith("\r\n") }

  /// Whether the next byte belongs to the character before it.
  private var isInCharacter: Bool { byte.map { $0 & 0xC0 == 0x80 } ?? false }

  mutating func advance(by count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") {
        place = Place(line: place.line + 1, column: 1)
      } else if !isInCharacter {
        place.column += 1
      }
    }
  }

  /// Goes past `scalar` if it comes next; whether it did.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard isNext(scalar) else { return false }
    advance()
    return true
  }

  /// Goes past all bytes that are `isTaken`.
  mutating func skip(while isTaken: (UInt8) -> Bool) {
    while let byte, isTaken(byte) { advance() }
  }

  /// Goes past blanks and tabs.
  mutating func skipBlanks() { skip { $0 == 0x20 || $0 == 0x09 } }

  /// Goes past blanks, comments and ends of lines.
  mutating func skipLines() {
    while true {
      skipBlanks()
      if isNext("#") { skipLine() }
      guard byte != nil, isAtLineEnd else { return }
      advance(by: isNext("\n") ? 1 : 2)
    }
  }

  /// Goes to the end of the line.
  mutating func skipLine() { skip { $0 != UInt8(ascii: "\n") } }
}
