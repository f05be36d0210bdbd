/// Values written one after the other, least significant byte first.
package struct ByteWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Writes all bytes of a whole number.
  package mutating func write<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes the bit pattern of `value`.
  package mutating func write(_ value: Double) { write(value.bitPattern) }

  /// Writes `text` as UTF-8 after its length; one of more than 65,535 bytes is cut.
  package mutating func write(_ text: String) {
    let utf8 = Array(text.utf8.prefix(Int(UInt16.max)))
    write(UInt16(utf8.count))
    bytes.append(contentsOf: utf8)
  }

  /// Writes `more` as it is.
  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Writes nothing more and nothing less than `value` says of itself.
  package mutating func write(_ value: some ByteCodable) { value.write(to: &self) }

  /// Writes `values` after their number; those past 65,535 are left out.
  package mutating func write(_ values: some Collection<some ByteCodable>) {
    let count = min(values.count, Int(UInt16.max))
    write(UInt16(count))
    for value in values.prefix(count) { write(value) }
  }

  /// Writes whether there is a value, and the value.
  package mutating func write(_ value: (some ByteCodable)?) {
    write(UInt8(value == nil ? 0 : 1))
    if let value { write(value) }
  }

  /// Writes zeros until the length is a multiple of `alignment`, which is above zero.
  package mutating func pad(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }
}

/// A value that can be written as bytes and read back.
package protocol ByteCodable {
  /// Writes all of it.
  func write(to writer: inout ByteWriter)
  /// Reads what `write` wrote; anything else is refused, or becomes some valid value.
  init(from reader: inout ByteReader) throws(MalformedBytes)
}
