/// A message of D-Bus on its way to us or from us, as far as this program has a use for it: numbers, texts, and variants of
/// them. Anything else in it is not read, and whatever its bytes are, reading ends.
struct BusFrame: Equatable {
  /// What a message is, by the number that it has on the wire.
  enum Kind: UInt8 {
    case call = 1
    case answer, failure, signal
  }

  var kind: Kind
  /// Of a call of ours, its number; of an answer, that of the call.
  var serial: UInt32
  var path = ""
  var interface = ""
  var member = ""
  var destination = ""
  /// The unique name of who has sent it, as the bus says.
  var sender = ""
  var signature = ""
  /// Its values, as they are on the wire; they begin at a multiple of eight.
  var body: [UInt8] = []
  /// Whether a service may be started to answer a call.
  var startsService = true

  /// The bytes before the fields of the header, the length of the fields included.
  static let fixedLength = 16
  /// The longest message that is read, in bytes; a longer one is passed over.
  static let mostBytes = 1 << 14

  private static let littleEndian = UInt8(ascii: "l")

  /// How long the message is that begins with `bytes`, `fixedLength` of them; nil where that is no message, or none that the
  /// specification allows.
  static func length(of bytes: some Collection<UInt8>) -> Int? {
    let bytes = Array(bytes)
    // Messages of this machine are in its own order of bytes.
    guard bytes.count >= fixedLength, bytes[0] == littleEndian, bytes[3] == 1 else { return nil }
    var reader = BusReader(bytes, at: 4)
    guard let body = reader.number(), reader.number() != nil, let fields = reader.number(),
      fields <= 1 << 26, body <= 1 << 27
    else { return nil }
    return (fixedLength + Int(fields) + 7) / 8 * 8 + Int(body)
  }

  /// A call of ours of this number with texts, alone or as one list.
  init(
    call serial: UInt32, _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ texts: [String] = [], startsService: Bool = true
  ) {
    (kind, self.serial, self.destination, self.path) = (.call, serial, destination, path)
    (self.interface, self.member, self.startsService) = (interface, member, startsService)
    signature = String(repeating: "s", count: texts.count)
    var writer = BusWriter()
    for text in texts { writer.text(text) }
    body = writer.bytes
  }

  /// The message that `bytes` are, whole; nil where it is none, or of a kind that is not known.
  init?(_ bytes: [UInt8]) {
    guard let length = BusFrame.length(of: bytes.prefix(BusFrame.fixedLength)), length == bytes.count,
      let kind = Kind(rawValue: bytes[1])
    else { return nil }
    (self.kind, serial) = (kind, 0)
    var reader = BusReader(bytes, at: 8)
    guard let own = reader.number(), let fieldsLength = reader.number() else { return nil }
    if kind == .call || kind == .signal { serial = own }
    let end = reader.place + Int(fieldsLength)
    while reader.place < end {
      guard reader.align(8), let code = reader.byte(), let type = reader.signature() else { return nil }
      switch type {
      case "u":
        guard let number = reader.number() else { return nil }
        if code == 5, kind == .answer || kind == .failure { serial = number }
      case "s", "o":
        guard let text = reader.text() else { return nil }
        take(text, as: code)
      case "g":
        guard let text = reader.signature() else { return nil }
        if code == 8 { signature = text }
      // The specification has fields of no other type.
      default: return nil
      }
    }
    guard reader.place == end, reader.align(8) else { return nil }
    body = Array(bytes[reader.place...])
  }

  private mutating func take(_ text: String, as code: UInt8) {
    switch code {
    case 1: path = text
    case 2: interface = text
    case 3: member = text
    case 6: destination = text
    case 7: sender = text
    default: break
    }
  }

  /// Its values, to be read in their order.
  var values: BusReader { BusReader(body, at: 0) }

  /// A call of ours as it goes over the wire.
  var bytes: [UInt8] {
    var fields = BusWriter()
    for (code, text) in [(UInt8(1), path), (2, interface), (3, member), (6, destination)] {
      fields.align(8)
      fields.bytes.append(code)
      fields.signature(code == 1 ? "o" : "s")
      fields.text(text)
    }
    if !signature.isEmpty {
      fields.align(8)
      fields.bytes.append(8)
      fields.signature("g")
      fields.signature(signature)
    }
    var writer = BusWriter()
    // The third byte's second bit keeps the bus from starting a service.
    writer.bytes = [BusFrame.littleEndian, kind.rawValue, startsService ? 0 : 2, 1]
    writer.number(UInt32(body.count))
    writer.number(serial)
    writer.number(UInt32(fields.bytes.count))
    // Sixteen bytes so far, so that what was aligned in the fields is aligned behind them.
    writer.bytes += fields.bytes
    writer.align(8)
    return writer.bytes + body
  }
}

/// Writes values as D-Bus has them.
private struct BusWriter {
  var bytes: [UInt8] = []

  mutating func align(_ size: Int) {
    while !bytes.count.isMultiple(of: size) { bytes.append(0) }
  }

  mutating func number(_ value: UInt32) {
    align(4)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func text(_ value: String) {
    number(UInt32(value.utf8.count))
    bytes += value.utf8
    bytes.append(0)
  }

  mutating func signature(_ value: String) {
    bytes.append(UInt8(truncatingIfNeeded: value.utf8.count))
    bytes += value.utf8
    bytes.append(0)
  }
}

/// Reads values from bytes; nil is what is not there.
struct BusReader {
  private let bytes: [UInt8]
  private(set) var place: Int

  init(_ bytes: [UInt8], at place: Int) { (self.bytes, self.place) = (bytes, place) }

  mutating func align(_ size: Int) -> Bool {
    let next = (place + size - 1) / size * size
    guard next <= bytes.count else { return false }
    place = next
    return true
  }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number() -> UInt32? {
    guard align(4), bytes.count - place >= 4 else { return nil }
    defer { place += 4 }
    return bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func text() -> String? {
    guard let length = number() else { return nil }
    return text(length: Int(length))
  }

  mutating func signature() -> String? {
    byte().flatMap { text(length: Int($0)) }
  }

  /// The number in a variant, which may be in further ones; nil for anything else.
  mutating func numberInVariant() -> UInt32? {
    for _ in 0..<4 {
      switch signature() {
      case "u": return number()
      case "v": continue
      default: return nil
      }
    }
    return nil
  }

  private mutating func text(length: Int) -> String? {
    guard length < bytes.count - place, bytes[place + length] == 0 else { return nil }
    defer { place += length + 1 }
    return String(validating: bytes[place..<place + length], as: UTF8.self)
  }
}
