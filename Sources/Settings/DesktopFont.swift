/// A font setting of a desktop, such as Gtk/FontName: "Cantarell 11", "Noto Sans Bold Italic 10".
package enum DesktopFont {
  /// The first family in a Pango font description: families separated by commas, style words, a size, and settings of
  /// variable fonts (`@wght=500`) or the shaper (`#tnum=1`).
  package static func family(of text: String) -> String? {
    guard text.utf8.count <= maxBytes else { return nil }
    var words = text.split(separator: " ")
    while let last = words.last, last.first == "@" || last.first == "#" { words.removeLast() }
    // A comma ends the families, whose names may look like styles.
    if let last = words.last, isSize(last) { words.removeLast() }
    while let last = words.last, last.last != ",", isStyle(last) { words.removeLast() }
    let family = words.joined(separator: " ").split(separator: ",").first.map { $0.trimmed } ?? ""
    return try? Parsers.font.parse(family)
  }

  private static let maxBytes = 1024

  private static func isSize(_ word: Substring) -> Bool {
    let number = word.hasSuffix("px") ? word.dropLast(2) : word
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  private static func isStyle(_ word: Substring) -> Bool {
    styles.contains(word.lowercased().filter { $0 != "-" })
  }

  private static let styles = Set(
    """
    normal roman oblique italic smallcaps allsmallcaps petitecaps allpetitecaps unicase \
    titlecaps thin ultralight extralight light semilight demilight book regular medium semibold \
    demibold bold ultrabold extrabold heavy black ultrablack extrablack ultraheavy \
    ultracondensed extracondensed condensed semicondensed semiexpanded expanded extraexpanded \
    ultraexpanded notrotated south upsidedown north rotatedleft east rotatedright west
    """.split(separator: " ").map(String.init))
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
