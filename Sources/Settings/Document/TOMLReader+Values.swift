// The values of TOML.

extension TOMLReader {
  /// A value to which `depth` steps lead.
  mutating func readValue(depth: Int) throws(SettingFault) -> Document.Value {
    let start = cursor.place
    if cursor.isNext("\"") || cursor.isNext("'") { return .text(try readText()) }
    if cursor.isNext("[") {
      try check(depth + 1, at: start)
      return .list(try readList(depth: depth + 1))
    }
    if cursor.isNext("{") {
      try check(depth + 1, at: start)
      return .table(try readTable(depth: depth))
    }
    let first = cursor.position
    cursor.skip { TOMLReader.isBare($0) || "+.:".utf8.contains($0) }
    guard cursor.position > first else { throw missing("a value") }
    let text = cursor.text(from: first)
    guard let value = TOMLReader.plainValue(text) else {
      throw SettingFault(
        start, "this is no TOML: neither a number nor true or false; a text stands in quotes")
    }
    return value
  }

  private mutating func readList(depth: Int) throws(SettingFault) -> [Document.Item] {
    cursor.advance()
    var items: [Document.Item] = []
    while true {
      cursor.skipLines()
      if cursor.take("]") { return items }
      let place = cursor.place
      items.append(Document.Item(value: try readValue(depth: depth), place: place))
      cursor.skipLines()
      guard cursor.take(",") || cursor.isNext("]") else { throw missing("\",\" or \"]\"") }
    }
  }

  private mutating func readTable(depth: Int) throws(SettingFault) -> Document.Table {
    let node = TableNode(.braces, cursor.place)
    cursor.advance()
    cursor.skipBlanks()
    guard !cursor.take("}") else { return node.table }
    repeat {
      try readKey(into: node, depth: depth)
      cursor.skipBlanks()
    } while cursor.take(",")
    guard cursor.take("}") else { throw missing("\",\" or \"}\"") }
    return node.table
  }

  /// A number, a truth or a date; nil where `text` is none.
  private static func plainValue(_ text: String) -> Document.Value? {
    switch text {
    case "true": return .truth(true)
    case "false": return .truth(false)
    case "inf", "+inf": return .number(.infinity)
    case "-inf": return .number(-.infinity)
    case "nan", "+nan", "-nan": return .number(.nan)
    default: break
    }
    let bytes = Array(text.utf8)
    // No setting has a date; that it is one is all there is to tell.
    let isDate = bytes.count >= 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
    let isTime = bytes.count >= 5 && bytes[2] == UInt8(ascii: ":")
    if isDate || isTime, isDigit(bytes[0]), isDigit(bytes[1]) { return .moment }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return digits(text.dropFirst(2)).flatMap { Int($0, radix: radix) }.map { .integer($0) }
    }
    guard let number = decimal(bytes) else { return nil }
    if let integer = Int(number) { return .integer(integer) }
    guard let value = Double(number) else { return nil }
    return .number(value)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// `text` without the underscores between its digits; nil where one is elsewhere, or a sign is.
  private static func digits(_ text: Substring) -> String? {
    let groups = text.split(separator: "_", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ !$0.isEmpty && $0.utf8.first != UInt8(ascii: "+") && !$0.contains("-") }) else {
      return nil
    }
    return groups.joined()
  }

  /// A decimal number without its underscores; nil where TOML has none that is written so.
  private static func decimal(_ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    var number = ""
    func takeSign(_ rest: inout ArraySlice<UInt8>) -> String {
      guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return "" }
      rest.removeFirst()
      return sign == UInt8(ascii: "-") ? "-" : ""
    }
    func takeDigits(_ rest: inout ArraySlice<UInt8>) -> String? {
      let run = rest.prefix { isDigit($0) || $0 == UInt8(ascii: "_") }
      rest = rest[run.endIndex...]
      return run.isEmpty ? nil : digits(Substring(decoding: run, as: UTF8.self))
    }
    number += takeSign(&rest)
    guard let whole = takeDigits(&rest), whole == "0" || whole.first != "0" else { return nil }
    number += whole
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard let part = takeDigits(&rest) else { return nil }
      number += "." + part
    }
    if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest.removeFirst()
      number += "e" + takeSign(&rest)
      guard let power = takeDigits(&rest) else { return nil }
      number += power
    }
    return rest.isEmpty ? number : nil
  }

  /// A text in either kind of quotes, of one line or of several.
  mutating func readText() throws(SettingFault) -> String {
    let start = cursor.place
    let hasEscapes = cursor.isNext("\"")
    let isLong = hasEscapes ? cursor.startsWith("\"\"\"") : cursor.startsWith("'''")
    let quote: Unicode.Scalar = hasEscapes ? "\"" : "'"
    cursor.advance(by: isLong ? 3 : 1)
    // The end of the line after the quotes is no part of the text.
    if isLong, cursor.isAtLineEnd { cursor.advance(by: cursor.isNext("\n") ? 1 : 2) }
    var bytes: [UInt8] = []
    while let byte = cursor.byte, isLong || !cursor.isAtLineEnd {
      if byte == UInt8(ascii: quote) {
        guard isLong else {
          cursor.advance()
          return String(decoding: bytes, as: UTF8.self)
        }
        var count = 0
        while count < 5, cursor.take(quote) { count += 1 }
        bytes += [UInt8](repeating: byte, count: count >= 3 ? count - 3 : count)
        if count >= 3 { return String(decoding: bytes, as: UTF8.self) }
      } else if hasEscapes, byte == UInt8(ascii: "\\") {
        bytes += Array(try readEscape(isLong: isLong).utf8)
      } else {
        let isControl = byte < 0x20 && byte != 0x09 && !(isLong && cursor.isAtLineEnd) || byte == 0x7F
        guard !isControl else {
          throw SettingFault(
            cursor.place, "this is no TOML: a control character has to be written as an escape")
        }
        bytes.append(byte)
        cursor.advance()
      }
    }
    throw SettingFault(start, "this is no TOML: the text that begins here has no end")
  }

  /// What an escape stands for; nothing for one of an end of a line.
  private mutating func readEscape(isLong: Bool) throws(SettingFault) -> String {
    let start = cursor.place
    cursor.advance()
    let plain: KeyValuePairs<Unicode.Scalar, String> = [
      "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
    ]
    for (letter, text) in plain where cursor.take(letter) { return text }
    for (letter, count) in [("u" as Unicode.Scalar, 4), ("U", 8)] where cursor.take(letter) {
      let first = cursor.position
      for _ in 0..<count where cursor.byte.map({ Character(Unicode.Scalar($0)).isHexDigit }) ?? false {
        cursor.advance()
      }
      let digits = cursor.text(from: first)
      // A zero would end a text for all that is written in C.
      guard digits.utf8.count == count, let number = UInt32(digits, radix: 16), number != 0,
        let scalar = Unicode.Scalar(number)
      else { break }
      return String(Character(scalar))
    }
    if isLong {
      cursor.skipBlanks()
      if cursor.isAtLineEnd {
        cursor.skip { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return ""
      }
    }
    throw SettingFault(
      start, #"this is no TOML: an escape is one of \b \t \n \f \r \" \\ \uXXXX \UXXXXXXXX, and no zero"#)
  }
}
