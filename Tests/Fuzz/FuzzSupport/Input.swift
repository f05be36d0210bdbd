/// The bytes of an input, taken as values from its beginning; past the end all are zero.
package struct Input {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  package init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start, count: count)
  }

  /// Whether nothing is left.
  package var isOver: Bool { place >= bytes.count }

  /// Whether this is one input of so many, as chance in all of its bytes has it: for what costs too much to be tried with each.
  /// What an input says of itself would not do, as the fuzzer prefers those of which more is tried.
  package func isOne(of many: UInt32) -> Bool {
    // FNV-1a.
    let mark = bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return (mark >> 8) % many == 0
  }

  package mutating func byte() -> UInt8 {
    guard place < bytes.count else { return 0 }
    defer { place += 1 }
    return bytes[place]
  }

  package mutating func flag() -> Bool { byte() & 1 != 0 }

  /// A number of eight bytes, the least significant first.
  package mutating func number() -> Int64 {
    Int64(bitPattern: (0..<8).reduce(0 as UInt64) { $0 | UInt64(byte()) << (8 * UInt64($1)) })
  }

  /// A number that is small as often as it is large.
  package mutating func anyNumber() -> Int64 {
    let size = byte()
    return size < 128
      ? Int64(Int8(bitPattern: byte())) * [1, 1_000_000, 1_000_000_000][Int(size % 3)] : number()
  }

  package mutating func double() -> Double { Double(bitPattern: UInt64(bitPattern: number())) }

  /// One of `values`, of which there are some.
  package mutating func choice<Value>(_ values: [Value]) -> Value {
    values[Int(byte()) % values.count]
  }

  /// The next bytes, as many as there are up to `count`.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(place + count, bytes.count)
    defer { place = end }
    return Array(bytes[place..<end])
  }

  /// All that is left.
  package mutating func rest() -> [UInt8] { bytes(bytes.count - place) }

  /// A text of up to 255 bytes, what is no UTF-8 mended.
  package mutating func text() -> String { String(decoding: bytes(Int(byte())), as: UTF8.self) }
}
