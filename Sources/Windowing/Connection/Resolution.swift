/// How many device pixels a user unit has, as the desktop says.
package enum Resolution {
  /// The scale of a screen with so many dots per inch by its resources, and of this desktop: dots per inch / 96.
  ///
  /// What the resources say counts first. A desktop may say a number of dots, a whole factor, or both for programs that know but
  /// one of them: a factor of 2 or more is the least. Held within 0.5...8, and 1 where nobody says anything.
  static func scale(dotsPerInch: Double?, desktop: DesktopSettings) -> Double {
    if let dotsPerInch { return scale(dotsPerInch: dotsPerInch) }
    let factor = desktop.scalingFactor.flatMap { $0 > 1 ? Double($0) : nil }
    return max(desktop.dotsPerInch.map { scale(dotsPerInch: $0) } ?? factor ?? 1, factor ?? 0)
  }

  /// What a resource database (lines of `name: value`) says as `Xft.dpi`; nil without it, or for a number that no screen has:
  /// not a number, below 24, above 3072.
  static func dotsPerInch(resources: String) -> Double? {
    var found: Double?
    for line in resources.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = trim(line[..<colon])
      guard name == "Xft.dpi" || name == "Xft*dpi" || name == "*dpi" else { continue }
      found = Double(trim(line[line.index(after: colon)...])).flatMap { isPlausible($0) ? $0 : nil }
    }
    return found
  }

  /// The scale for a number of dots per inch, with the same bounds.
  private static func scale(dotsPerInch dpi: Double) -> Double {
    isPlausible(dpi) ? min(max(dpi / 96, 0.5), 8) : 1
  }

  private static func isPlausible(_ dpi: Double) -> Bool { dpi >= 24 && dpi <= 3072 }

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
