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

/// One record, or, of records that hold a number, as many of one kind as lie one behind the other: a million laps are
/// taken in a few hundred calls.
struct RecordRun {
  let kind: UInt16
  /// What the first of them holds.
  let payload: UnsafeRawBufferPointer
  /// All of them, with their headers.
  fileprivate let records: UnsafeRawBufferPointer

  fileprivate static let numberLength = 8
  fileprivate static let numberStride = RecordFormat.recordHeaderLength + numberLength

  /// How many they are.
  var count: Int {
    payload.count == RecordRun.numberLength ? records.count / RecordRun.numberStride : 1
  }

  /// What the one at `index` holds, which is a number where there are others.
  func payload(at index: Int) -> UnsafeRawBufferPointer {
    let start = index * RecordRun.numberStride + RecordFormat.recordHeaderLength
    return index == 0
      ? payload : UnsafeRawBufferPointer(rebasing: records[start..<start + RecordRun.numberLength])
  }

  /// What the one at `index` begins with; there are eight bytes at least.
  func number(at index: Int) -> Int64 {
    let place = index * RecordRun.numberStride + RecordFormat.recordHeaderLength
    return Int64(littleEndian: records.loadUnaligned(fromByteOffset: place, as: Int64.self))
  }

  /// The numbers of those at `range`.
  func numbers(_ range: Range<Int>) -> [Int64] {
    let stride = RecordRun.numberStride
    let bytes = UnsafeRawBufferPointer(
      rebasing: records[range.lowerBound * stride..<range.upperBound * stride])
    return Array(unsafeUninitializedCapacity: range.count) { numbers, count in
      count = range.count
      // The range has been checked: nothing else is, a million times.
      guard let source = bytes.baseAddress, let target = numbers.baseAddress else { return }
      for index in 0..<count {
        let place = index &* stride &+ RecordFormat.recordHeaderLength
        (target + index).initialize(
          to: Int64(littleEndian: source.loadUnaligned(fromByteOffset: place, as: Int64.self)))
      }
    }
  }
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
  /// records, and returns how many of the bytes are behind.
  mutating func take(
    _ bytes: UnsafeRawBufferPointer, isEnd: Bool, _ take: (RecordRun) -> Void
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
      if let run = run(in: bytes, at: place, before: end) {
        take(run)
        place += run.records.count
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

  /// The record at `place`, and those of its kind that begin before `end` if they are numbers all; nil where there is none.
  private mutating func run(
    in bytes: UnsafeRawBufferPointer, at place: Int, before end: Int
  ) -> RecordRun? {
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
    var next = start + (length + 7) & ~7
    if length == RecordRun.numberLength {
      let header = RecordScan.read(UInt32.self, from: bytes, at: place)
      while next < end, next + RecordRun.numberStride <= bytes.count,
        RecordScan.read(UInt32.self, from: bytes, at: next) == header
      {
        let number = RecordScan.read(UInt64.self, from: bytes, at: next + RecordFormat.recordHeaderLength)
        let checksum = RecordFormat.checksum(of: number, kind: kind, at: base + next)
        guard RecordScan.read(UInt32.self, from: bytes, at: next + 4) == checksum else { break }
        next += RecordRun.numberStride
      }
    }
    return RecordRun(
      kind: kind, payload: payload, records: UnsafeRawBufferPointer(rebasing: bytes[place..<next]))
  }

  private static func read<Value: FixedWidthInteger>(
    _ type: Value.Type, from bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Value {
    Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }
}
