/// A value of a message on D-Bus.
package indirect enum BusValue: Hashable, Sendable {
  case number(Int64)
  case truth(Bool)
  case fraction(Double)
  /// A text, a path or a signature.
  case text(String)
  /// An array or a structure; entries of a dictionary are structures of two.
  case list([BusValue])
  /// A value that comes with its own signature.
  case variant(String, BusValue)

  /// The number that it is, if it is one.
  package var number: Int64? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The text that it is, if it is one.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The parts that it has, if it has any.
  package var list: [BusValue]? {
    if case .list(let list) = self { list } else { nil }
  }
}

/// A message on D-Bus as the specification has it on the wire, read and written without the library that the program
/// uses.
package struct BusMessage: Sendable {
  /// What a message is.
  package enum Kind: UInt8, Sendable {
    case call = 1, answer, failure, signal
  }

  package var kind: Kind
  package var serial: UInt32 = 0
  /// Whether the sender does not want an answer.
  package var wantsNoAnswer = false
  package var path: String?
  package var interface: String?
  package var member: String?
  package var errorName: String?
  package var answers: UInt32?
  package var destination: String?
  package var sender: String?
  package var signature = ""
  package var body: [BusValue] = []

  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// The length of the message that begins with `bytes`; nil while they do not tell.
  static func length(_ bytes: [UInt8]) throws -> Int? {
    guard bytes.count >= 16 else { return nil }
    var reader = Reader(bytes)
    reader.place = 4
    let body = try reader.number("u")
    reader.place = 12
    let fields = try reader.number("u")
    return (16 + Int(fields) + 7) / 8 * 8 + Int(body)
  }

  init(_ bytes: [UInt8]) throws {
    guard bytes.count >= 16, bytes[0] == UInt8(ascii: "l"), let kind = Kind(rawValue: bytes[1])
    else {
      throw Failure("no message of the bus")
    }
    self.kind = kind
    wantsNoAnswer = bytes[2] & 1 != 0
    var reader = Reader(bytes)
    reader.place = 8
    serial = UInt32(truncatingIfNeeded: try reader.number("u"))
    for field in try reader.value("a(yv)").list ?? [] {
      guard let parts = field.list, parts.count == 2, case .variant(_, let value) = parts[1] else {
        continue
      }
      switch parts[0].number {
      case 1: path = value.text
      case 2: interface = value.text
      case 3: member = value.text
      case 4: errorName = value.text
      case 5: answers = value.number.map { UInt32(truncatingIfNeeded: $0) }
      case 6: destination = value.text
      case 7: sender = value.text
      case 8: signature = value.text ?? ""
      default: break
      }
    }
    reader.align(8)
    var rest = signature[...]
    while !rest.isEmpty { body.append(try reader.value(from: &rest)) }
  }

  /// The message on the wire; its body is of numbers (`u`), truths (`b`), texts (`s`) and variants of them (`v`), as its signature says.
  var bytes: [UInt8] {
    var content = Writer()
    for (type, value) in zip(signature, body) { content.add(value, String(type)) }
    var writer = Writer()
    writer.bytes = [UInt8(ascii: "l"), kind.rawValue, 0, 1]
    writer.number(UInt32(content.bytes.count))
    writer.number(serial)
    let start = writer.bytes.count
    writer.number(0)
    func field(_ code: UInt8, _ type: String, _ value: BusValue?) {
      guard let value else { return }
      writer.align(8)
      writer.bytes.append(code)
      writer.signature(type)
      writer.add(value, type)
    }
    field(1, "o", path.map { .text($0) })
    field(2, "s", interface.map { .text($0) })
    field(3, "s", member.map { .text($0) })
    field(4, "s", errorName.map { .text($0) })
    field(5, "u", answers.map { .number(Int64($0)) })
    field(6, "s", destination.map { .text($0) })
    field(8, "g", signature.isEmpty ? nil : .text(signature))
    let length = UInt32(writer.bytes.count - start - 4)
    withUnsafeBytes(of: length.littleEndian) {
      writer.bytes.replaceSubrange(start..<start + 4, with: $0)
    }
    writer.align(8)
    return writer.bytes + content.bytes
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func align(_ count: Int) {
      while bytes.count % count != 0 { bytes.append(0) }
    }

    mutating func number(_ value: UInt32) {
      align(4)
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func signature(_ text: String) {
      bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    }

    mutating func add(_ value: BusValue, _ type: String) {
      switch type {
      case "u", "b": number(UInt32(truncatingIfNeeded: value.number ?? 0))
      case "g": signature(value.text ?? "")
      case "v":
        guard case .variant(let own, let content) = value else { return }
        signature(own)
        add(content, own)
      default:
        let text = Array((value.text ?? "").utf8)
        number(UInt32(text.count))
        bytes += text + [0]
      }
    }
  }

  private struct Reader {
    private let bytes: [UInt8]
    var place = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func align(_ count: Int) {
      place = (place + count - 1) / count * count
    }

    mutating func value(_ signature: String) throws -> BusValue {
      var rest = signature[...]
      return try value(from: &rest)
    }

    mutating func number(_ type: Character) throws -> Int64 {
      let size = ["y": 1, "n": 2, "q": 2, "x": 8, "t": 8, "d": 8][type, default: 4]
      align(size)
      var value: UInt64 = 0
      for (position, byte) in try take(size).enumerated() {
        value |= UInt64(byte) << UInt64(8 * position)
      }
      return switch type {
      case "n": Int64(Int16(truncatingIfNeeded: value))
      case "i": Int64(Int32(truncatingIfNeeded: value))
      default: Int64(bitPattern: value)
      }
    }

    /// The value of the first complete type of `signature`, which is taken from it.
    mutating func value(from signature: inout Substring) throws -> BusValue {
      guard let type = signature.popFirst() else { throw Failure("a signature ends too early") }
      switch type {
      case "y", "n", "q", "i", "u", "x", "t", "h": return .number(try number(type))
      case "b": return .truth(try number("u") != 0)
      case "d": return .fraction(Double(bitPattern: UInt64(bitPattern: try number("t"))))
      case "s", "o": return .text(try text(length: Int(number("u"))))
      case "g": return .text(try text(length: Int(number("y"))))
      case "v":
        let own = try text(length: Int(number("y")))
        return .variant(own, try value(own))
      case "a":
        let length = Int(try number("u"))
        let element = signature
        if let first = element.first { align("xtd({".contains(first) ? 8 : 1) }
        let end = place + length
        var values: [BusValue] = []
        while place < end {
          signature = element
          values.append(try value(from: &signature))
        }
        if values.isEmpty { try skip(&signature) }
        return .list(values)
      case "(", "{":
        align(8)
        var values: [BusValue] = []
        while let next = signature.first, next != ")", next != "}" {
          values.append(try value(from: &signature))
        }
        _ = signature.popFirst()
        return .list(values)
      default: throw Failure("a signature has \(type)")
      }
    }

    /// Takes a complete type of which there is no value.
    private func skip(_ signature: inout Substring) throws {
      guard let type = signature.popFirst() else { throw Failure("a signature ends too early") }
      switch type {
      case "a": try skip(&signature)
      case "(", "{":
        while let next = signature.first, next != ")", next != "}" { try skip(&signature) }
        _ = signature.popFirst()
      default: break
      }
    }

    private mutating func text(length: Int) throws -> String {
      let text = String(decoding: try take(length), as: UTF8.self)
      _ = try take(1)
      return text
    }

    private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
      guard count >= 0, place + count <= bytes.count else {
        throw Failure("a message ends too early")
      }
      defer { place += count }
      return bytes[place..<place + count]
    }
  }
}
