/// A font as desktops write it, as in the setting Gtk/FontName: "Cantarell 11", "Noto Sans Bold Italic 10".
package enum DesktopFont {
  /// The family that `text` names, the first where there are several; nil where there is none that can be used.
  ///
  /// It is what Pango's descriptions of fonts are: families with commas between them, words of style, a size, and what is
  /// told to variable fonts (`@wght=500`) or to the shaper (`#tnum=1`).
  package static func family(of text: String) -> String? {
    guard text.utf8.count <= mostBytes else { return nil }
    var words = text.split(separator: " ")
    // No setting has more of these than a few.
    while let last = words.last, last.first == "@" || last.first == "#" { words.removeLast() }
    // A comma in front of the size or the style ends the families, which may be called like a style.
    if let last = words.last, isSize(last) { words.removeLast() }
    while let last = words.last, last.last != ",", isStyle(last) { words.removeLast() }
    let family = words.joined(separator: " ").split(separator: ",").first.map { $0.trimmed } ?? ""
    return try? ArgumentText.font(family)
  }

  /// The longest setting that is taken apart.
  private static let mostBytes = 1024

  /// A number of points, or of pixels with that unit.
  private static func isSize(_ word: Substring) -> Bool {
    let number = word.hasSuffix("px") ? word.dropLast(2) : word
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  private static func isStyle(_ word: Substring) -> Bool {
    styles.contains(word.lowercased().filter { $0 != "-" })
  }

  /// The words of slant, weight, width and the like that Pango knows, without hyphens.
  private static let styles: Set<String> = [
    "normal", "roman", "oblique", "italic", "smallcaps", "allsmallcaps", "petitecaps",
    "allpetitecaps",
    "unicase", "titlecaps", "thin", "ultralight", "extralight", "light", "semilight", "demilight",
    "book",
    "regular", "medium", "semibold", "demibold", "bold", "ultrabold", "extrabold", "heavy", "black",
    "ultrablack", "extrablack", "ultraheavy", "ultracondensed", "extracondensed", "condensed",
    "semicondensed",
    "semiexpanded", "expanded", "extraexpanded", "ultraexpanded", "notrotated", "south",
    "upsidedown",
    "north",
    "rotatedleft", "east", "rotatedright", "west",
  ]
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
