/// A font setting of a desktop, such as Gtk/FontName: "Cantarell 11", "Noto Sans Bold Italic 10".
package enum DesktopFont {
  /// The first family in a Pango font description: families separated by commas, style words, a size, and settings of
  /// variable fonts (`@wght=500`) or the shaper (`#tnum=1`).
  package static func family(of text: String) -> String? {
    let plain = text.split(separator: " ").prefix { $0.first != "@" && $0.first != "#" }
    let families = plain.joined(separator: " ").split(
      separator: ",", omittingEmptySubsequences: false)
    var words = families[0].split(separator: " ")
    // A comma ends the families, whose names may look like styles.
    if families.count == 1 {
      let size = words.last?.replacing("px", with: "") ?? ""
      if size.allSatisfy({ $0.isNumber || $0 == "." }) { words = words.dropLast() }
      while let last = words.last, styles.contains(last.lowercased().filter({ $0 != "-" })) {
        words.removeLast()
      }
    }
    return try? Parsers.font.parse(words.joined(separator: " "))
  }

  private static let styles = Set(
    """
    normal roman oblique italic smallcaps thin ultralight extralight light semilight demilight \
    book regular medium semibold demibold bold ultrabold extrabold heavy black ultrablack \
    extrablack ultraheavy ultracondensed extracondensed condensed semicondensed semiexpanded \
    expanded extraexpanded ultraexpanded
    """.split(separator: " ").map(String.init))
}
