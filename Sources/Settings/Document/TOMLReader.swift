import Wording

/// Reads a text as TOML 1.0. A statement with a mistake is a fault and is left out; reading goes on after it.
///
/// Nothing in a text makes it fail: what is nested has a limit, and each byte is looked at a few times at most.
struct TOMLReader {
  /// The steps that lead to a key, at most.
  static let deepest = 12
  /// The most faults that are told.
  private static let mostFaults = 20

  var cursor: TextCursor
  private(set) var faults: [SettingFault] = []
  private let root = TableNode(.implied, Place(line: 1, column: 1))
  /// The table that the keys go to; nil after a head with a mistake.
  private var current: TableNode?
  /// How many steps lead to it.
  private var depth = 0

  /// Reads `bytes`, which are UTF-8.
  init(_ bytes: [UInt8]) {
    cursor = TextCursor(bytes)
    current = root
    while faults.count < TOMLReader.mostFaults {
      cursor.skipLines()
      guard cursor.byte != nil else { return }
      do throws(SettingFault) {
        if cursor.isNext("[") { try readHead() } else { try readKey() }
        cursor.skipBlanks()
        guard cursor.isAtLineEnd || cursor.isNext("#") else { throw missing("the end of the line") }
      } catch {
        faults.append(error)
        cursor.skipLine()
      }
    }
  }

  /// What was read.
  var table: Document.Table { root.table }

  /// The fault that something else is here than what is needed.
  func missing(_ what: String) -> SettingFault {
    SettingFault(cursor.place, "this is no TOML: \(what) is missing here")
  }

  /// The head of a table, or of another table of a list.
  private mutating func readHead() throws(SettingFault) {
    let start = cursor.place
    current = nil
    cursor.advance()
    let isElement = cursor.take("[")
    let keys = try readKeys()
    guard cursor.take("]"), !isElement || cursor.take("]") else { throw missing("\"]\"") }
    try check(keys.count + (isElement ? 1 : 0), at: start)
    var node = root
    for key in keys.dropLast() {
      switch node[key.name] {
      case nil:
        let next = TableNode(.implied, start)
        node[key.name] = .table(next)
        node = next
      case .table(let next)? where next.origin != .braces: node = next
      case .tables(let list)?: node = list.newest
      default: throw twice(key)
      }
    }
    let key = keys[keys.count - 1]
    let new = TableNode(.head, start)
    switch (node[key.name], isElement) {
    case (nil, false): node[key.name] = .table(new)
    case (nil, true): node[key.name] = .tables(TableNode.List(new))
    case (.tables(let list)?, true): list.append(new)
    case (.table(let known)?, false) where known.origin == .implied:
      known.origin = .head
      (current, depth) = (known, keys.count)
      return
    default: throw twice(key)
    }
    (current, depth) = (new, keys.count + (isElement ? 1 : 0))
  }

  /// A key with its value.
  private mutating func readKey() throws(SettingFault) {
    // What belongs to a head with a mistake is read all the same, for its own mistakes.
    try readKey(into: current ?? TableNode(.head, cursor.place), depth: depth)
  }

  /// A key with its value, in a table to which `depth` steps lead.
  mutating func readKey(into table: TableNode, depth: Int) throws(SettingFault) {
    let keys = try readKeys()
    guard cursor.take("=") else { throw missing("\"=\"") }
    cursor.skipBlanks()
    try check(depth + keys.count, at: keys[0].place)
    var node = table
    for key in keys.dropLast() {
      switch node[key.name] {
      case nil:
        let next = TableNode(.dottedKey, key.place)
        node[key.name] = .table(next)
        node = next
      case .table(let next)? where next.origin == .dottedKey: node = next
      default: throw twice(key)
      }
    }
    let key = keys[keys.count - 1]
    let value = try readValue(depth: depth + keys.count)
    guard node[key.name] == nil else { throw twice(key) }
    node[key.name] = .value(Document.Item(value: value, place: key.place))
  }

  private func twice(_ key: (name: String, place: Place)) -> SettingFault {
    SettingFault(key.place, "this is no TOML: \(key.name.quoted) is there already, and cannot be added to")
  }

  func check(_ depth: Int, at place: Place) throws(SettingFault) {
    guard depth > TOMLReader.deepest else { return }
    throw SettingFault(place, "tables and lists may lie up to \(TOMLReader.deepest) deep in each other")
  }

  /// A key, or several with points between; up to what comes after.
  private mutating func readKeys() throws(SettingFault) -> [(name: String, place: Place)] {
    var keys: [(name: String, place: Place)] = []
    repeat {
      cursor.skipBlanks()
      let place = cursor.place
      try check(keys.count, at: place)
      let start = cursor.position
      if cursor.isNext("\"") || cursor.isNext("'") {
        guard !cursor.startsWith("\"\"\""), !cursor.startsWith("'''") else {
          throw missing("a key in one line")
        }
        keys.append((try readText(), place))
      } else {
        cursor.skip(while: TOMLReader.isBare)
        guard cursor.position > start else { throw missing("a key") }
        keys.append((cursor.text(from: start), place))
      }
      cursor.skipBlanks()
    } while cursor.take(".")
    return keys
  }

  /// Whether a key without quotes may have it.
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
