import Bytes

/// How what is kept is written down: a header, and records of any number. Files only grow; a record that is there is never
/// changed.
///
/// ```
///   0             8         10        12            16
///   +-------------+---------+---------+-------------+--------+--------+---
///   | "segclock"  | version | content |  0 0 0 0    | record | record | ...
///   +-------------+---------+---------+-------------+--------+--------+---
///
///   0        2        4          8                      a multiple of 8
///   +--------+--------+----------+-----------------------+
///   | length | kind   | checksum | payload ...     | 0 0 |
///   +--------+--------+----------+-----------------------+
/// ```
///
/// Numbers are written least significant byte first. The checksum covers the place of the record in the file, its
/// length, its kind and its payload, so a record that is cut, changed, or moved is none. Records begin at multiples of 8,
/// so behind a damaged one the next is found again.
package enum RecordFormat {
  /// What every file of ours begins with.
  static let magic = Array("segclock".utf8)
  /// The version that this program writes, and the newest that it reads.
  static let version: UInt16 = 1
  /// The length of the header, and of that of a record.
  static let headerLength = 16
  static let recordHeaderLength = 8
  /// The longest payload.
  static let longestPayload = Int(UInt16.max)

  /// What a file holds.
  package enum Content: UInt16 {
    /// The state, as snapshots: the newest counts.
    case state = 1
    /// A session of the stopwatch: its laps and its end.
    case session = 2
  }

  /// The header of a file.
  package static func header(_ content: Content) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(magic)
    writer.write(version)
    writer.write(content.rawValue)
    writer.write(UInt32.zero)
    return writer.bytes
  }

  /// A record with `payload`, of up to `longestPayload` bytes, for the place `offset` of a file.
  package static func record(_ kind: UInt16, _ payload: [UInt8], at offset: Int) -> [UInt8] {
    let payload = payload.prefix(longestPayload)
    var writer = ByteWriter()
    writer.write(UInt16(payload.count))
    writer.write(kind)
    writer.write(
      payload.withUnsafeBytes { checksum(of: $0, kind: kind, at: offset) })
    writer.append(payload)
    writer.pad(to: 8)
    return writer.bytes
  }

  /// The checksum of a record: each word of eight bytes is mixed with all before it by a folded multiplication, as in
  /// wyhash (Wang Yi, public domain).
  static func checksum(of payload: UnsafeRawBufferPointer, kind: UInt16, at offset: Int) -> UInt32 {
    var hash = mix(UInt64(truncatingIfNeeded: offset) ^ UInt64(kind) << 40 ^ UInt64(payload.count) << 48)
    var place = 0
    while place + 8 <= payload.count {
      let word = payload.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      hash = mix(hash ^ UInt64(littleEndian: word))
      place += 8
    }
    var rest: UInt64 = 0
    while place < payload.count {
      rest = rest << 8 | UInt64(payload[place])
      place += 1
    }
    return UInt32(truncatingIfNeeded: mix(hash ^ rest))
  }

  /// The checksum of a record that holds a number alone.
  static func checksum(of number: UInt64, kind: UInt16, at offset: Int) -> UInt32 {
    let hash = mix(UInt64(truncatingIfNeeded: offset) ^ UInt64(kind) << 40 ^ 8 << 48)
    return UInt32(truncatingIfNeeded: mix(mix(hash ^ number)))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0x9e37_79b9_7f4a_7c15).multipliedFullWidth(by: 0xff51_afd7_ed55_8ccd)
    return product.high ^ product.low
  }
}
