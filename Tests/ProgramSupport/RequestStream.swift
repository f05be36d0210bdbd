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
