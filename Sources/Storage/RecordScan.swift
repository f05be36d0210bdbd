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

/// Finds the records of a file, piece by piece.
///
/// Behind what is no record it looks for the next; a record has to be of one of `kinds`, so that this costs about as much as
/// reading the bytes once.
struct RecordScan {
  private let content: RecordFormat.Content
  private let kinds: ClosedRange<UInt16>
  /// How much of the file is behind.
  private var base = 0
  private var condition = FileCondition.foreign
  /// What may be looked at in vain before the rest is given up.
  private var patience = RecordFormat.longestPayload

  /// The longest record.
  static let longest = RecordFormat.recordHeaderLength + RecordFormat.longestPayload + 1

  init(_ content: RecordFormat.Content, kinds: ClosedRange<UInt16>) {
    (self.content, self.kinds) = (content, kinds)
  }

  /// Takes the next `bytes`, of which all are there where it `isEnd`, and else more than `longest`; calls `take` with the
  /// kind and the payload of each record, and returns how many of the bytes are behind.
  mutating func take(
    _ bytes: UnsafeRawBufferPointer, isEnd: Bool,
    _ take: (_ kind: UInt16, _ payload: UnsafeRawBufferPointer) -> Void
  ) -> Int {
    var place = 0
    if base == 0 {
      condition = RecordScan.condition(ofHeader: bytes, content)
      place = RecordFormat.headerLength
    }
    guard condition == .good || condition == .damaged else { return bytes.count }
    patience += 4 * bytes.count
    let end = isEnd ? bytes.count : bytes.count - RecordScan.longest
    while place < end {
      if let (kind, payload) = record(in: bytes, at: place) {
        take(kind, payload)
        place += RecordFormat.recordHeaderLength + (payload.count + 7) & ~7
      } else {
        condition = .damaged
        place = patience > 0 ? place + 8 : bytes.count
      }
    }
    base += place
    return min(place, bytes.count)
  }

  /// What the file turned out to be, once all of it is behind.
  var result: FileCondition { condition }

  private static func condition(
    ofHeader bytes: UnsafeRawBufferPointer, _ content: RecordFormat.Content
  ) -> FileCondition {
    let length = RecordFormat.headerLength
    guard bytes.count >= length, bytes.prefix(8).elementsEqual(RecordFormat.magic) else { return .foreign }
    let version = read(UInt16.self, from: bytes, at: 8)
    guard version <= RecordFormat.version else { return .newer(version: Int(version)) }
    return bytes.prefix(length).elementsEqual(RecordFormat.header(content)) ? .good : .foreign
  }

  /// The record at `place`; nil where there is none.
  private mutating func record(
    in bytes: UnsafeRawBufferPointer, at place: Int
  ) -> (kind: UInt16, payload: UnsafeRawBufferPointer)? {
    let start = place + RecordFormat.recordHeaderLength
    guard start <= bytes.count else { return nil }
    let kind = RecordScan.read(UInt16.self, from: bytes, at: place + 2)
    let length = Int(RecordScan.read(UInt16.self, from: bytes, at: place))
    guard kinds.contains(kind), start + (length + 7) & ~7 <= bytes.count else { return nil }
    let payload = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
    let checksum = RecordFormat.checksum(of: payload, kind: kind, at: base + place)
    guard RecordScan.read(UInt32.self, from: bytes, at: place + 4) == checksum else {
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
