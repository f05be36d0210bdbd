/// Names of the time zone database, as in `Europe/Berlin`.
public enum ZoneName {
  private static let maxBytes = 64

  /// Whether `text` has words of ASCII letters, digits and `+ - _ .`, each beginning with a letter, with slashes between:
  /// no such name leads out of the folder of the database, or to what is hidden in it.
  public static func isValid(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return text.utf8.count <= maxBytes
      && words.allSatisfy { word in
        (word.first.map(isLetter) ?? false)
          && word.allSatisfy { isLetter($0) || "0123456789+-_.".utf8.contains($0) }
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & ~0x20)
  }
}
