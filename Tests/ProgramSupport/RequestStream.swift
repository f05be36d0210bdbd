/// Counts the replies in the bytes that an X server sends, however they are cut into pieces.
struct ReplyStream {
  private var isSetUp = false
  private var header: [UInt8] = []
  private var skipped = 0

  /// Takes the next bytes of the connection; gives the number of replies that begin in them.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (replies, index) = (0, 0)
    while index < bytes.count {
      if skipped > 0 {
        let count = min(skipped, bytes.count - index)
        (index, skipped) = (index + count, skipped - count)
        continue
      }
      header.append(bytes[index])
      index += 1
      guard header.count == 8 else { continue }
      if isSetUp {
        // Errors and events have 32 bytes; replies and generic events may have more.
        if header[0] == 1 { replies += 1 }
        let isLong = header[0] == 1 || header[0] & 0x7F == 35
        let units = (4..<8).reversed().reduce(0) { $0 << 8 | Int(header[$1]) }
        skipped = 24 + (isLong ? 4 * units : 0)
      } else {
        (isSetUp, skipped) = (true, 4 * (Int(header[6]) | Int(header[7]) << 8))
      }
      header.removeAll(keepingCapacity: true)
    }
    return replies
  }
}

/// Reads the X protocol's requests out of the bytes that a client sends, however they are cut into pieces.
///
/// Only lengths and opcodes are understood: the set-up block first, then requests of 4-byte units, with the long
/// form of BIG-REQUESTS where the short length is 0. Little-endian clients alone, as this machine's are.
struct RequestStream {
  /// One request: its opcodes and its whole length in bytes.
  struct Request: Equatable {
    let major: UInt8
    let minor: UInt8
    let bytes: Int
  }

  private var isSetUp = false
  private var pending: [UInt8] = []
  private var skipped = 0

  /// Takes the next bytes of the connection; gives the requests whose headers are complete with them.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> [Request] {
    var requests: [Request] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      if skipped > 0 {
        let count = min(skipped, rest.count)
        rest = rest.dropFirst(count)
        skipped -= count
        continue
      }
      pending.append(rest.removeFirst())
      guard let header = headerLength, pending.count == header else { continue }
      if isSetUp {
        let length = requestLength
        requests.append(Request(major: pending[0], minor: pending[1], bytes: length))
        skipped = max(length - header, 0)
      } else {
        isSetUp = true
        skipped = padded(halfWord(at: 6)) + padded(halfWord(at: 8))
      }
      pending.removeAll(keepingCapacity: true)
    }
    return requests
  }

  /// How long the header being read is, once that is known.
  private var headerLength: Int? {
    if !isSetUp { return 12 }
    guard pending.count >= 4 else { return nil }
    return halfWord(at: 2) == 0 ? 8 : 4
  }

  private var requestLength: Int {
    let short = halfWord(at: 2)
    return 4 * (short != 0 ? short : halfWord(at: 4) | halfWord(at: 6) << 16)
  }

  private func halfWord(at index: Int) -> Int {
    Int(pending[index]) | Int(pending[index + 1]) << 8
  }

  private func padded(_ count: Int) -> Int { (count + 3) & ~3 }
}
