import Testing

@testable import Bytes

@Suite struct ByteTests {
  @Test func whatIsWrittenIsRead() throws {
    var writer = ByteWriter()
    writer.write(Int64.min)
    writer.write(UInt8(7))
    writer.write(-0.0)
    writer.write("Größe ∞")
    writer.write("")
    writer.write([Point(x: 1), Point(x: -1)])
    writer.write(Point?.none)
    writer.write(Optional(Point(x: 9)))
    writer.pad(to: 8)
    #expect(writer.bytes.count % 8 == 0)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.read(Int64.self) == .min)
    #expect(try reader.read(UInt8.self) == 7)
    #expect(try reader.readDouble().bitPattern == (-0.0).bitPattern)
    #expect(try reader.readText() == "Größe ∞")
    #expect(try reader.readText() == "")
    #expect(try reader.readList(of: Point.self) == [Point(x: 1), Point(x: -1)])
    #expect(try reader.readOptional(Point.self) == nil)
    #expect(try reader.readOptional(Point.self) == Point(x: 9))
    #expect(try reader.readBytes(reader.rest).allSatisfy { $0 == 0 })
  }

  @Test func numbersAreWrittenLeastSignificantByteFirst() {
    var writer = ByteWriter()
    writer.write(UInt32(0x0102_0304))
    #expect(writer.bytes == [4, 3, 2, 1])
  }

  @Test func whatIsCutIsRefused() {
    var writer = ByteWriter()
    writer.write("abc")
    for length in 0..<writer.bytes.count {
      var reader = ByteReader(Array(writer.bytes.prefix(length)))
      #expect(throws: MalformedBytes.self) { try reader.readText() }
    }
    var broken = ByteReader([1, 0, 0xff])
    #expect(throws: MalformedBytes.self) { try broken.readText() }
    var neither = ByteReader([2])
    #expect(throws: MalformedBytes.self) { try neither.readOptional(Point.self) }
    var negative = ByteReader([1, 2])
    #expect(throws: MalformedBytes.self) { try negative.readBytes(-1) }
  }

  @Test(
    "moments move with their axis, but not the first and the last of all",
    arguments: [
      (5, 10, 15), (5, -10, -5), (.min, 10, .min), (.max, -10, .max), (.max - 1, 10, .max),
      (.min + 1, -10, .min),
    ] as [(Int64, Int64, Int64)])
  func moments(written: Int64, shift: Int64, read: Int64) throws {
    var writer = ByteWriter()
    writer.write(written)
    var reader = ByteReader(writer.bytes, movingMomentsBy: shift)
    #expect(try reader.readMoment() == read)
  }

  private struct Point: ByteCodable, Equatable {
    var x: Int32

    init(x: Int32) { self.x = x }
    init(from reader: inout ByteReader) throws(MalformedBytes) { x = try reader.read() }
    func write(to writer: inout ByteWriter) { writer.write(x) }
  }
}
