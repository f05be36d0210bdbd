import Bytes
import FuzzSupport
import Storage

/// How an input says what is in a file: steps, each a byte and what belongs to it. Records get their checksums here, which no
/// fuzzer finds out.
///
/// ```
///   0                          the end
///   1 KIND LENGTH(2) BYTES     a record
///   2 KIND NUMBER(8)           a record that holds a number, and
///                              LENGTH BYTES more
///   3 KIND NUMBER(8) COUNT     up to 31 records of a number: it, twice it, and so on
///   4 COUNT                    32 zeros for each; of COUNT 200 long records instead that say nothing, as many as make a
///                              file that is read in pieces
///   5 COUNT                    takes away so many bytes from the end
///   6 PLACE(2) BYTE            changes a byte
///   7 LENGTH BYTES             bytes that are no record
/// ```
enum Draft {
  /// Somewhat more than is read at once.
  private static let twoPieces = 197_000

  /// No snapshot, or no name for no lap.
  private static let long = [UInt8](repeating: 0, count: 60_000)

  /// Makes `bytes` such a file.
  static func make(_ content: RecordFormat.Content, _ input: inout Input, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    bytes += RecordFormat.header(content)
    while !input.isOver, bytes.count <= twoPieces {
      switch input.byte() % 8 {
      case 0: return
      case 1:
        let kind = UInt16(input.byte() % 8)
        let length = Int(input.byte()) | Int(input.byte()) << 8
        add(kind, input.bytes(length), to: &bytes)
      case 2:
        let kind = UInt16(input.byte() % 8)
        let number = input.bytes(8)
        add(kind, number + input.bytes(Int(input.byte())), to: &bytes)
      case 3:
        let kind = UInt16(input.byte() % 8)
        let number = input.number()
        for index in 0..<Int64(input.byte() % 32) {
          var writer = ByteWriter()
          writer.write(number &* (index + 1))
          add(kind, writer.bytes, to: &bytes)
        }
      case 4:
        let count = input.byte()
        if count == 200 {
          while bytes.count <= twoPieces { add(content == .state ? 1 : 4, long, to: &bytes) }
        } else {
          bytes += repeatElement(0, count: 32 * Int(count))
        }
      case 5: bytes.removeLast(min(Int(input.byte()), bytes.count))
      case 6:
        let place = Int(input.byte()) | Int(input.byte()) << 8
        let value = input.byte()
        if bytes.indices.contains(place) { bytes[place] = value }
      default: bytes += input.bytes(Int(input.byte()))
      }
    }
  }

  private static func add(_ kind: UInt16, _ payload: [UInt8], to bytes: inout [UInt8]) {
    bytes += RecordFormat.record(kind, payload, at: bytes.count)
  }

  // The same as bytes of an input.

  static func record(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [1, kind, UInt8(payload.count & 255), UInt8(payload.count >> 8)] + payload
  }

  static func record(_ kind: UInt8, number: Int64, _ more: [UInt8] = []) -> [UInt8] {
    var writer = ByteWriter()
    writer.append([2, kind])
    writer.write(number)
    writer.write(UInt8(more.count))
    writer.append(more)
    return writer.bytes
  }

  static func records(_ kind: UInt8, step: Int64, count: UInt8) -> [UInt8] {
    var writer = ByteWriter()
    writer.append([3, kind])
    writer.write(step)
    writer.write(count)
    return writer.bytes
  }

  static func zeros(_ count: UInt8) -> [UInt8] { [4, count] }
  static func cut(_ count: UInt8) -> [UInt8] { [5, count] }
  static func junk(_ bytes: [UInt8]) -> [UInt8] { [7, UInt8(bytes.count)] + bytes }
}
