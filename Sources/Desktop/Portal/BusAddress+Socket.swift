extension BusAddress {
  /// The name of the socket of one address, as the kernel has it: a path, or a zero byte and an abstract name; nil where the
  /// address is of another kind, or is none.
  static func socket(of address: Substring) -> [UInt8]? {
    let kind = "unix:"
    guard address.hasPrefix(kind) else { return nil }
    for part in address.dropFirst(kind.count).split(separator: ",") {
      for (key, start) in [("path=", []), ("abstract=", [UInt8(0)])] where part.hasPrefix(key) {
        return unescaped(part.dropFirst(key.count)).map { start + $0 }
      }
    }
    return nil
  }

  /// The bytes of a value, of which some are written as `%` and two digits; nil where they are not.
  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes.isEmpty || bytes.dropFirst().contains(0) ? nil : bytes
  }
}
