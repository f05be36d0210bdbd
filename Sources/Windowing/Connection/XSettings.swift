/// The settings of a desktop by their names, as a settings manager writes them (XSETTINGS 0.5).
struct XSettings: Equatable {
  /// What a setting is set to.
  enum Value: Equatable {
    case number(Int32)
    case text(String)
    /// Text that is no UTF-8, or a colour.
    case other
  }

  /// Each setting's value; of two with the same name the last.
  private(set) var values: [String: Value] = [:]

  /// The settings in the bytes of the manager's property; nil where they break the format.
  ///
  /// A length or a number that promises more than there is, an unknown type and an unknown byte order do. What follows the last
  /// setting does not count.
  init?(_ bytes: [UInt8]) {
    guard let order = bytes.first, order <= 1 else { return nil }
    var reader = XSettingsReader(bytes: bytes, isBigEndian: order == 1)
    guard reader.take(4) != nil, reader.number(4) != nil, let count = reader.number(4) else {
      return nil
    }
    // A setting with the shortest name takes twelve bytes, so a great number ends soon.
    for _ in 0..<count {
      guard let (name, value) = reader.setting() else { return nil }
      values[name] = value
    }
  }

  /// The setting of this name where it is a number.
  func number(_ name: String) -> Int? {
    guard case .number(let number) = values[name] else { return nil }
    return Int(number)
  }

  /// The setting of this name where it is text.
  func text(_ name: String) -> String? {
    guard case .text(let text) = values[name] else { return nil }
    return text
  }
}

/// Reads settings from bytes in either order.
private struct XSettingsReader {
  let bytes: [UInt8]
  let isBigEndian: Bool
  private var place = 0

  init(bytes: [UInt8], isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// The next `count` bytes; nil where there are fewer.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// The next number of one to four bytes, without a sign.
  mutating func number(_ size: Int) -> UInt32? {
    guard let part = take(size) else { return nil }
    let sum: (UInt32, UInt8) -> UInt32 = { $0 << 8 | UInt32($1) }
    return isBigEndian ? part.reduce(0, sum) : part.reversed().reduce(0, sum)
  }

  /// The next bytes of this length, and those that fill up to a multiple of four.
  mutating func padded(_ length: UInt32) -> ArraySlice<UInt8>? {
    guard let part = take(Int(length)), take(-Int(length) & 3) != nil else { return nil }
    return part
  }

  /// The next setting.
  mutating func setting() -> (name: String, value: XSettings.Value)? {
    guard let type = number(1), take(1) != nil, let length = number(2), let name = padded(length),
      let name = String(validating: name, as: UTF8.self), number(4) != nil
    else { return nil }
    switch type {
    case 0: return number(4).map { (name, .number(Int32(bitPattern: $0))) }
    case 1:
      guard let length = number(4), let text = padded(length) else { return nil }
      return (name, String(validating: text, as: UTF8.self).map { .text($0) } ?? .other)
    case 2: return take(8).map { _ in (name, .other) }
    default: return nil
    }
  }
}
