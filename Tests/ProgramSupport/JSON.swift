/// A value of JSON, for tests that read what the program writes.
package enum JSON: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads a text that is one value; throws where it is none.
  package init(_ text: String) throws {
    var reader = Reader(scalars: Array(text.unicodeScalars))
    self = try reader.value()
    reader.skipSpace()
    guard reader.place == reader.scalars.count else {
      throw Failure("more than one value: \(text)")
    }
  }

  /// The member of an object, or null.
  package subscript(name: String) -> JSON {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// The element of an array, or null.
  package subscript(index: Int) -> JSON {
    if case .array(let elements) = self, elements.indices.contains(index) {
      elements[index]
    } else {
      .null
    }
  }

  /// The whole number that it is.
  package var int: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }
  /// The number that it is.
  package var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
  /// The text that it is.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The names of an object's members.
  package var names: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }
  /// How many elements an array has.
  package var count: Int? { if case .array(let elements) = self { elements.count } else { nil } }

  private struct Reader {
    let scalars: [Unicode.Scalar]
    var place = 0

    mutating func skipSpace() {
      while place < scalars.count, " \t\n\r".unicodeScalars.contains(scalars[place]) { place += 1 }
    }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
      skipSpace()
      guard place < scalars.count, scalars[place] == wanted else { return false }
      place += 1
      return true
    }

    private mutating func require(_ wanted: Unicode.Scalar) throws {
      guard take(wanted) else { throw Failure("no \(wanted) at \(place)") }
    }

    mutating func value() throws -> JSON {
      if take("{") {
        var members: [String: JSON] = [:]
        if take("}") { return .object([:]) }
        repeat {
          try require("\"")
          let name = try string()
          try require(":")
          guard members.updateValue(try value(), forKey: name) == nil else {
            throw Failure("\(name) twice")
          }
        } while take(",")
        try require("}")
        return .object(members)
      }
      if take("[") {
        var elements: [JSON] = []
        if take("]") { return .array([]) }
        repeat { elements.append(try value()) } while take(",")
        try require("]")
        return .array(elements)
      }
      if take("\"") { return .string(try string()) }
      var word = ""
      while place < scalars.count, !",]} \n\t\r".unicodeScalars.contains(scalars[place]) {
        word.unicodeScalars.append(scalars[place])
        place += 1
      }
      switch word {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      default:
        guard let first = word.unicodeScalars.first, first == "-" || ("0"..."9").contains(first),
          Double(word) != nil
        else { throw Failure("no value: \(word)") }
        return .number(word)
      }
    }

    private mutating func string() throws -> String {
      var text = ""
      while place < scalars.count {
        let scalar = scalars[place]
        place += 1
        if scalar == "\"" { return text }
        guard scalar.value >= 32 else { throw Failure("a control character in a string") }
        guard scalar == "\\", place < scalars.count else {
          text.unicodeScalars.append(scalar)
          continue
        }
        place += 1
        switch scalars[place - 1] {
        case "n": text += "\n"
        case "t": text += "\t"
        case "u":
          let digits = scalars[place..<min(place + 4, scalars.count)].map { String($0) }.joined()
          guard let code = UInt32(digits, radix: 16), let escaped = Unicode.Scalar(code) else {
            throw Failure("no character: \(digits)")
          }
          place += 4
          text.unicodeScalars.append(escaped)
        case let plain: text.unicodeScalars.append(plain)
        }
      }
      throw Failure("a string without an end")
    }
  }
}
