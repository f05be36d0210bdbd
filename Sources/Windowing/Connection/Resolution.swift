/// How many device pixels a user unit has, as the desktop's resources say.
package enum Resolution {
  /// The scale of a resource database (lines of `name: value`): `Xft.dpi` / 96.
  ///
  /// Held within 0.5...8. No entry, or one that no screen has (not a number, below 24, above 3072), is 1.
  package static func scale(resources: String) -> Double {
    var scale = 1.0
    for line in resources.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = trim(line[..<colon])
      guard name == "Xft.dpi" || name == "Xft*dpi" || name == "*dpi" else { continue }
      scale = Resolution.scale(dotsPerInch: Double(trim(line[line.index(after: colon)...])) ?? .nan)
    }
    return scale
  }

  /// The scale for a number of dots per inch, with the same bounds.
  package static func scale(dotsPerInch dpi: Double) -> Double {
    guard dpi.isFinite, dpi >= 24, dpi <= 3072 else { return 1 }
    return min(max(dpi / 96, 0.5), 8)
  }

  private static func trim(_ text: Substring) -> Substring {
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return text[first...last]
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }
}
