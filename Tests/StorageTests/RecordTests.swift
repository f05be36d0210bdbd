import TestSupport
import Testing

@testable import Storage

@Suite struct RecordTests {
  private struct Found: Equatable {
    var kind: UInt16
    var payload: [UInt8]
  }

  /// Records of all lengths, and numbers one behind the other.
  private static let all: [Found] = {
    let payloads: [[UInt8]] = [[], [1], Array(0..<8), Array(0..<21), Array(repeating: 7, count: 300)]
    let numbers = [1, 1, 1, 2, 2, 3, 1, 1].enumerated().map { place, kind in
      Found(kind: kind, payload: Array(repeating: UInt8(place), count: 8))
    }
    return payloads.enumerated().map { Found(kind: UInt16($0 % 3 + 1), payload: $1) } + numbers
  }()

  private static let file: [UInt8] = {
    var bytes = RecordFormat.header(.session)
    for found in all { bytes += RecordFormat.record(found.kind, found.payload, at: bytes.count) }
    return bytes
  }()

  /// Where each record begins, and the end.
  private static let borders = all.reduce(into: [16]) {
    $0.append(($0.last ?? 0) + 8 + ($1.payload.count + 7) / 8 * 8)
  }

  private func scan(_ bytes: [UInt8], _ content: RecordFormat.Content = .session) -> (FileCondition, [Found])
  {
    var found: [Found] = []
    var scan = RecordScan(content, kinds: 1...3)
    let behind = bytes.withUnsafeBytes { buffer in
      scan.take(buffer, isEnd: true) { run in
        for index in 0..<run.count {
          found.append(Found(kind: run.kind, payload: Array(run.payload(at: index))))
        }
      }
    }
    #expect(behind == bytes.count)
    return (scan.result, found)
  }

  @Test func whatIsWrittenIsFound() {
    let (condition, found) = scan(Self.file)
    #expect(condition == .good && found == Self.all && Self.borders.last == Self.file.count)
  }

  @Test func aFileThatIsCutHasTheRecordsBeforeTheCut() {
    for length in 0..<Self.file.count {
      let (condition, found) = scan(Array(Self.file.prefix(length)))
      let whole = Self.borders.dropFirst().count { $0 <= length }
      #expect(found == Array(Self.all.prefix(whole)), "\(length)")
      let expected: FileCondition =
        length < 16 ? .foreign : Self.borders.contains(length) ? .good : .damaged
      #expect(condition == expected, "\(length)")
    }
  }

  @Test func aBitThatIsFlippedCostsItsOwnRecordAndIsNoticed() {
    for bit in 0..<Self.file.count * 8 {
      var bytes = Self.file
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let (condition, found) = scan(bytes)
      if bit < 128 {
        #expect(condition != .good && condition != .damaged, "\(bit)")
        continue
      }
      let hit = Self.borders.lastIndex { $0 <= bit / 8 } ?? 0
      var rest = Self.all
      rest.remove(at: hit)
      // A bit of the padding belongs to nobody.
      let isPadding = bit / 8 >= Self.borders[hit] + 8 + Self.all[hit].payload.count
      #expect(found == (isPadding ? Self.all : rest), "\(bit)")
      #expect(condition == (isPadding ? .good : .damaged), "\(bit)")
    }
  }

  @Test func zerosAtTheEndAreNoRecords() {
    for count in [1, 8, 512, 4096] {
      let (condition, found) = scan(Self.file + Array(repeating: 0, count: count))
      #expect(condition == .damaged && found == Self.all)
    }
  }

  @Test func ofAnotherVersionOrContentNothingIsTaken() {
    var newer = Self.file
    newer[8] = UInt8(RecordFormat.version) + 1
    expect(scan(newer), .newer(version: Int(RecordFormat.version) + 1))
    expect(scan(Self.file, .state), .foreign)
    expect(scan([]), .foreign)
    expect(scan(Array("#!/bin/sh\necho no file of ours\n".utf8)), .foreign)
  }

  @Test func aRecordElsewhereIsNone() {
    let moved = Self.file.prefix(16) + Self.file[Self.borders[1]...]
    expect(scan(Array(moved)), .damaged)
  }

  @Test func aLongFileIsTheSameInPieces() throws {
    let home = try TestFolder()
    var random = SplitMix64(seed: 11)
    var bytes = RecordFormat.header(.session)
    while bytes.count < 3_500_000 {
      let length =
        Int.random(in: 0..<10, using: &random) == 0 ? Int.random(in: 0..<60_000, using: &random) : 8
      bytes += RecordFormat.record(2, Array(repeating: UInt8(length & 255), count: length), at: bytes.count)
    }
    for flips in [0, 1, 40] {
      for _ in 0..<flips {
        bytes[Int.random(in: 16..<bytes.count, using: &random)] ^= 4
      }
      try home.write("file", bytes)
      var found: [Found] = []
      let file = try #require(try FileBytes(home.file("file"), upTo: 10_000_000))
      let condition = try file.scan(.session, kinds: 1...3) {
        found.append(Found(kind: $0, payload: Array($1)))
      }
      let whole = scan(bytes)
      #expect(found == whole.1 && condition == whole.0 && found.count > 100)
    }
    #expect(try FileBytes(home.file("none"), upTo: 1) == nil)
    #expect(try FileBytes(home.file("file"), upTo: 1)?.scan(.session, kinds: 1...3) { _, _ in } == .foreign)
  }

  @Test func noiseIsNoticedInBoundedTime() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20 {
      var noise = RecordFormat.header(.session)
      for _ in 0..<100_000 { noise.append(UInt8.random(in: 0...3, using: &random)) }
      let (condition, found) = scan(noise)
      #expect(condition == .damaged && found.isEmpty)
    }
  }

  /// Expects that the file was found to be so, and nothing of it taken.
  private func expect(_ result: (condition: FileCondition, found: [Found]), _ condition: FileCondition) {
    #expect(result.condition == condition && result.found.isEmpty)
  }
}
