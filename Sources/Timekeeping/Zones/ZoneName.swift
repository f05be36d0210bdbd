/// A name that a zone of the time zone database may have, as in `Europe/Berlin`: words of ASCII letters, digits and
/// `+ - _ .`, each beginning with a letter, with slashes between.
///
/// So no name leads out of the folder of the database, or to what is hidden in it.
public struct ZoneName: Hashable, Sendable, CustomStringConvertible {
  /// The name as it is written.
  public let description: String

  /// The most bytes of a name.
  private static let longest = 64

  /// The name `text`, or nil where no zone can be called that.
  public init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isSound = words.allSatisfy { word in
      word.first.map(ZoneName.isLetter) ?? false && word.allSatisfy(ZoneName.isAllowed)
    }
    guard isSound, text.utf8.count <= ZoneName.longest else { return nil }
    description = text
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || "+-_.".utf8.contains(byte)
  }
}
