/// What a file turned out to be.
enum FileCondition: Equatable {
  case good
  /// Some of it is no record; those that are have been found.
  case damaged
  /// A later version of the program wrote it.
  case newer(version: Int)
  /// It is no file of this kind.
  case foreign
}

extension RecordFormat {
  /// Calls `take` with the kind and the payload of each record in a file of these `bytes`, in order.
  ///
  /// Behind what is no record it looks for the next; a record has to be of one of `kinds`, so that this costs about
  /// as much as reading the bytes once.
  static func scan(
    _ bytes: UnsafeRawBufferPointer, _ content: Content, kinds: ClosedRange<UInt16>,
    _ take: (_ kind: UInt16, _ payload: UnsafeRawBufferPointer) -> Void
  ) -> FileCondition {
    guard bytes.count >= headerLength, bytes.prefix(8).elementsEqual(magic) else { return .foreign }
    let version = read(UInt16.self, from: bytes, at: 8)
    guard version <= RecordFormat.version else { return .newer(version: Int(version)) }
    guard bytes.prefix(headerLength).elementsEqual(header(content)) else { return .foreign }
    var isWhole = true
    var offset = headerLength
    // What may be looked at in vain before the rest is given up.
    var patience = 4 * bytes.count + longestPayload
    while offset < bytes.count {
      if let (kind, payload) = record(in: bytes, at: offset, kinds: kinds, patience: &patience) {
        take(kind, payload)
        offset += recordHeaderLength + (payload.count + 7) / 8 * 8
      } else {
        isWhole = false
        guard patience > 0 else { break }
        offset += 8
      }
    }
    return isWhole && offset == bytes.count ? .good : .damaged
  }

  /// The record at `offset`; nil where there is none.
  private static func record(
    in bytes: UnsafeRawBufferPointer, at offset: Int, kinds: ClosedRange<UInt16>, patience: inout Int
  ) -> (kind: UInt16, payload: UnsafeRawBufferPointer)? {
    let start = offset + recordHeaderLength
    guard start <= bytes.count else { return nil }
    let kind = read(UInt16.self, from: bytes, at: offset + 2)
    let length = Int(read(UInt16.self, from: bytes, at: offset))
    guard kinds.contains(kind), start + (length + 7) / 8 * 8 <= bytes.count else { return nil }
    let payload = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
    guard read(UInt32.self, from: bytes, at: offset + 4) == checksum(of: payload, kind: kind, at: offset)
    else {
      patience -= length
      return nil
    }
    return (kind, payload)
  }

  private static func read<Value: FixedWidthInteger>(
    _ type: Value.Type, from bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Value {
    Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }
}
