/// Bytes that are no value of the kind that was to be read.
package struct MalformedBytes: Error {
  package init() {}
}

/// Reads what a `ByteWriter` wrote, in the same order.
package struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0
  /// What is added to every moment that is read: its axis may have had another origin when it was written.
  private let shift: Int64

  package init(_ bytes: [UInt8], movingMomentsBy shift: Int64 = 0) {
    self.bytes = bytes
    self.shift = shift
  }

  /// How many bytes are left.
  package var rest: Int { bytes.count - place }

  /// The next whole number.
  package mutating func read<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(MalformedBytes) -> Value {
    var value = Value.zero
    let size = MemoryLayout<Value>.size
    let part = try take(size)
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: part) }
    return Value(littleEndian: value)
  }

  /// The next moment of a time axis; the first and the last of all stand for themselves, and others are held between.
  package mutating func readMoment() throws(MalformedBytes) -> Int64 {
    let moment = try read(Int64.self)
    guard moment != .min, moment != .max else { return moment }
    let (sum, overflow) = moment.addingReportingOverflow(shift)
    return overflow ? (shift < 0 ? .min : .max) : sum
  }

  /// The next number with its bit pattern.
  package mutating func readDouble() throws(MalformedBytes) -> Double {
    Double(bitPattern: try read())
  }

  /// The next text.
  package mutating func readText() throws(MalformedBytes) -> String {
    let part = try take(Int(try read(UInt16.self)))
    let text = String(decoding: part, as: UTF8.self)
    guard text.utf8.elementsEqual(part) else { throw MalformedBytes() }
    return text
  }

  /// The next `count` bytes.
  package mutating func readBytes(_ count: Int) throws(MalformedBytes) -> [UInt8] {
    Array(try take(count))
  }

  /// The next value.
  package mutating func read<Value: ByteCodable>(
    _ type: Value.Type = Value.self
  ) throws(MalformedBytes) -> Value {
    try Value(from: &self)
  }

  /// The next values.
  package mutating func readList<Value: ByteCodable>(
    of type: Value.Type = Value.self
  ) throws(MalformedBytes) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try read(UInt16.self)) { values.append(try read()) }
    return values
  }

  /// The next value, where there is one.
  package mutating func readOptional<Value: ByteCodable>(
    _ type: Value.Type = Value.self
  ) throws(MalformedBytes) -> Value? {
    switch try read(UInt8.self) {
    case 0: return nil
    case 1: return try read()
    default: throw MalformedBytes()
    }
  }

  private mutating func take(_ count: Int) throws(MalformedBytes) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest else { throw MalformedBytes() }
    defer { place += count }
    return bytes[place..<place + count]
  }
}
