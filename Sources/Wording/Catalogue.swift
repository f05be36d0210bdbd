/// The translations of one language, as `msgfmt` writes them (info gettext, "The Format of GNU MO Files").
///
/// Read here and not by glibc, which ends with a segmentation fault at a file that was cut, needs the user's locale to be
/// installed, and then translates what strerror says on the command line.
public struct Catalogue: Sendable {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private let count: Int
  /// The tables of the keys, in their order, and of the translations: the length and the offset of each.
  private let (keys, texts): (Int, Int)
  private var plural: PluralRule

  public static let maxBytes = 1 << 20
  private static let magic: UInt32 = 0x9504_12DE
  /// The bytes of an entry of a table.
  private static let entry = 8

  /// Nil for what is not a whole catalogue in UTF-8.
  public init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 20, bytes.count <= Catalogue.maxBytes else { return nil }
    let first = Catalogue.number(bytes, at: 0, isBigEndian: false)
    guard first == Catalogue.magic || first == Catalogue.magic.byteSwapped else { return nil }
    isBigEndian = first != Catalogue.magic
    let header = [4, 8, 12, 16].map { [isBigEndian] offset in
      Int(Catalogue.number(bytes, at: offset, isBigEndian: isBigEndian))
    }
    (count, keys, texts) = (header[1], header[2], header[3])
    plural = .english
    // The upper half of the revision changes the format.
    guard header[0] >> 16 == 0, count <= bytes.count / Catalogue.entry,
      [keys, texts].allSatisfy({ $0 <= bytes.count - count * Catalogue.entry }),
      (0..<count).allSatisfy({ string(keys, $0) != nil && string(texts, $0) != nil }),
      (1..<max(1, count)).allSatisfy({ isKey($0 - 1, before: $0) }),
      let head = text(for: "").map({ $0.split(separator: "\n") }),
      head.contains(where: { $0.lowercased().hasSuffix("charset=utf-8") })
    else { return nil }
    let forms = head.first { $0.hasPrefix("Plural-Forms:") }
    guard let rule = forms.map({ PluralRule(String($0)) }) ?? .english else { return nil }
    plural = rule
  }

  /// The translation of a key; of its forms the one for `number`. Nil without one.
  func text(for phrase: String, _ number: Int? = nil) -> String? {
    let wanted = Array(phrase.utf8)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let found = key(middle) else { return nil }
      if found.elementsEqual(wanted) {
        let form = number.map { plural.form(of: $0) } ?? 0
        let forms = string(texts, middle)?.split(separator: 0, omittingEmptySubsequences: false)
        guard let forms, forms.indices.contains(form) else { return nil }
        let text = String(validating: forms[form], as: UTF8.self)
        return text?.isEmpty == true ? nil : text
      }
      if found.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func isKey(_ index: Int, before next: Int) -> Bool {
    guard let first = key(index), let second = key(next) else { return false }
    return first.lexicographicallyPrecedes(second)
  }

  /// Without the plural.
  private func key(_ index: Int) -> ArraySlice<UInt8>? { string(keys, index)?.prefix { $0 != 0 } }

  /// Nil unless it is within the file, with the zero after it.
  private func string(_ table: Int, _ index: Int) -> ArraySlice<UInt8>? {
    let entry = table + index * Catalogue.entry
    let length = Int(Catalogue.number(bytes, at: entry, isBigEndian: isBigEndian))
    let start = Int(Catalogue.number(bytes, at: entry + 4, isBigEndian: isBigEndian))
    guard start + length < bytes.count, bytes[start + length] == 0 else { return nil }
    return bytes[start..<start + length]
  }

  private static func number(_ bytes: [UInt8], at offset: Int, isBigEndian: Bool) -> UInt32 {
    let four = bytes[offset..<offset + 4]
    let ordered = isBigEndian ? Array(four) : four.reversed()
    return ordered.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
