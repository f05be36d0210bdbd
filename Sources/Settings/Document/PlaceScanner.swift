/// Finds out where in a TOML text each key and each element stands, which the parser does not tell.
///
/// It is also the gate before the parser, which ends the program by assertions at some texts that are no TOML, and by its stack
/// at some that are nested without end: the parser is given only what this has gone through to the end.
struct PlaceScanner {
  /// The steps that a path may have.
  static let deepest = 12

  /// The place of every path, as `path(_:_:)` makes them.
  private(set) var places: [String: Place] = [:]
  /// Where statements begin, and whether each is the head of a table.
  private(set) var statements: [(line: Int, isHead: Bool)] = []
  /// Where it could not go on, and why; nil where it came to the end.
  private(set) var fault: SettingFault?

  private let bytes: [UInt8]
  private var line = 1
  private var position = 0
  private var lineStart = 0
  /// How many tables each list of tables has up to now.
  private var counts: [String: Int] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    do throws(SettingFault) {
      try scan()
    } catch {
      fault = error
    }
  }

  /// The path of `step`, a key or the number of an element, in what is at `path`.
  static func path(_ path: String, _ step: String) -> String { path + "\u{0}" + step }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private var place: Place {
    // The bytes of a character after its first do not count.
    let count = bytes[lineStart..<position].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return Place(line: line, column: count + 1)
  }

  private mutating func advance() {
    if byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = position + 1
    }
    position += 1
  }

  /// The fault that something else is here than what is needed.
  private func missing(_ what: String) -> SettingFault {
    SettingFault(place, "this is no TOML: \(what) is missing here")
  }

  private mutating func expect(_ expected: Unicode.Scalar) throws(SettingFault) {
    guard byte == UInt8(ascii: expected) else { throw missing("\"\(expected)\"") }
    advance()
  }

  private mutating func skipBlanks(withLines: Bool = false) {
    while let byte {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): advance()
      case UInt8(ascii: "\r") where isNext("\r\n"): advance()
      case UInt8(ascii: "\n") where withLines: advance()
      case UInt8(ascii: "#") where withLines:
        while let next = self.byte, next != UInt8(ascii: "\n") { advance() }
      default: return
      }
    }
  }

  private mutating func scan() throws(SettingFault) {
    var table = ""
    while true {
      skipBlanks(withLines: true)
      guard byte != nil else { return }
      let isHead = byte == UInt8(ascii: "[")
      statements.append((line, isHead))
      if isHead {
        table = try scanHead()
      } else {
        let path = try scanKey(in: table)
        try expect("=")
        try scanValue(at: path)
      }
      skipBlanks()
      guard byte == nil || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\n") else {
        throw missing("the end of the line")
      }
    }
  }

  /// The head of a table, or of another table of a list; its path.
  private mutating func scanHead() throws(SettingFault) -> String {
    let start = place
    advance()
    let isElement = byte == UInt8(ascii: "[")
    if isElement { advance() }
    var path = try scanKey(in: "", entersLists: true)
    if isElement {
      let number = counts[path, default: 0]
      counts[path] = number + 1
      path = PlaceScanner.path(path, String(number))
      try expect("]")
    } else if let count = counts[path] {
      path = PlaceScanner.path(path, String(count - 1))
    }
    places[path] = start
    try expect("]")
    return path
  }

  /// A key, which may have several parts, in the table at `path`; its path. The key of a head leads into the newest table of
  /// each list of tables on its way.
  private mutating func scanKey(in path: String, entersLists: Bool = false) throws(SettingFault) -> String {
    var path = path
    while true {
      skipBlanks()
      let start = place
      let name: String
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let first = position + 1
        try scanText()
        name = String(decoding: bytes[first..<max(first, position - 1)], as: UTF8.self)
      } else {
        let first = position
        while let byte, PlaceScanner.isBare(byte) { advance() }
        guard position > first else { throw missing("a key") }
        name = String(decoding: bytes[first..<position], as: UTF8.self)
      }
      path = PlaceScanner.path(path, name)
      try check(path, at: start)
      if places[path] == nil { places[path] = start }
      skipBlanks()
      guard byte == UInt8(ascii: ".") else { return path }
      advance()
      if entersLists, let count = counts[path] { path = PlaceScanner.path(path, String(count - 1)) }
    }
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether a number, a truth or a date may have it.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isBare(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
  }

  private mutating func check(_ path: String, at place: Place) throws(SettingFault) {
    guard path.utf8.reduce(0, { $0 + ($1 == 0 ? 1 : 0) }) > PlaceScanner.deepest else { return }
    throw SettingFault(
      place, "tables and lists may lie up to \(PlaceScanner.deepest) deep in each other")
  }

  private mutating func scanValue(at path: String) throws(SettingFault) {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try scanText()
    case UInt8(ascii: "["): try scanList(at: path)
    case UInt8(ascii: "{"): try scanTable(at: path)
    default:
      let first = position
      while let byte, PlaceScanner.isPlain(byte) { advance() }
      guard position > first else { throw missing("a value") }
    }
  }

  private mutating func scanList(at path: String) throws(SettingFault) {
    advance()
    var number = 0
    while true {
      skipBlanks(withLines: true)
      if byte == UInt8(ascii: "]") { return advance() }
      let element = PlaceScanner.path(path, String(number))
      try check(element, at: place)
      places[element] = place
      try scanValue(at: element)
      number += 1
      skipBlanks(withLines: true)
      if byte == UInt8(ascii: ",") {
        advance()
      } else if byte != UInt8(ascii: "]") {
        throw missing("\",\" or \"]\"")
      }
    }
  }

  private mutating func scanTable(at path: String) throws(SettingFault) {
    advance()
    while true {
      skipBlanks()
      if byte == UInt8(ascii: "}") { return advance() }
      let key = try scanKey(in: path)
      try expect("=")
      try scanValue(at: key)
      skipBlanks()
      if byte == UInt8(ascii: ",") {
        advance()
      } else if byte != UInt8(ascii: "}") {
        throw missing("\",\" or \"}\"")
      }
    }
  }

  /// A text in either kind of quotes, of one line or of many.
  private mutating func scanText() throws(SettingFault) {
    guard let quote = byte else { throw missing("a text") }
    let start = place
    let hasEscapes = quote == UInt8(ascii: "\"")
    let isLong = hasEscapes ? isNext("\"\"\"") : isNext("'''")
    for _ in 0..<(isLong ? 3 : 1) { advance() }
    while let byte {
      if hasEscapes, byte == UInt8(ascii: "\\") {
        advance()
        if self.byte != nil { advance() }
      } else if byte == quote {
        guard isLong else { return advance() }
        var count = 0
        while self.byte == quote, count < 5 {
          advance()
          count += 1
        }
        if count >= 3 { return }
      } else if byte == UInt8(ascii: "\n"), !isLong {
        break
      } else {
        advance()
      }
    }
    throw SettingFault(start, "this is no TOML: the text that begins here has no end")
  }
}
