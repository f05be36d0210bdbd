/// Finds keys of too many parts in a TOML text before it is read: each part is a table in another, and those are taken apart
/// one within the other, on the stack.
///
/// Points count in keys alone, so texts and comments are told apart as TOML has them. A text that is none is read up to its
/// first mistake, and so far both agree.
struct KeyLength {
  /// The most parts of a key.
  static let mostParts = 32

  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The place of the point that makes a key too long; nil where there is none.
  static func firstTooLong(in bytes: [UInt8]) -> Int? {
    var scan = KeyLength(bytes)
    return scan.firstTooLong()
  }

  private mutating func firstTooLong() -> Int? {
    var points = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "."):
        points += 1
        if points >= KeyLength.mostParts { return index }
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText(bytes[index])
      case UInt8(ascii: "#"):
        index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "\n"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "["),
        UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        points = 0
        index += 1
      default: index += 1
      }
    }
    return nil
  }

  /// How many quotes stand from `index` on, up to `most`.
  private func run(of quote: UInt8, most: Int) -> Int {
    bytes[index...].prefix(most).prefix { $0 == quote }.count
  }

  /// Goes behind the text that begins here; one that is not closed ends with its line, or, of several lines, with the last.
  private mutating func skipText(_ quote: UInt8) {
    let opening = run(of: quote, most: 3)
    index += opening
    // Two are an empty text.
    guard opening != 2 else { return }
    let isLong = opening == 3
    while index < bytes.count {
      switch bytes[index] {
      case quote:
        // Up to two that belong to a text of several lines may stand before the three that close it.
        let closing = isLong ? run(of: quote, most: 5) : 1
        index += closing
        if !isLong || closing >= 3 { return }
      case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""): index = min(index + 2, bytes.count)
      case UInt8(ascii: "\n") where !isLong: return
      default: index += 1
      }
    }
  }
}
