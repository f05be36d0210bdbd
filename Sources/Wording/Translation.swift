/// The language in which the window speaks. English has no catalogue.
public enum Translation {
  /// Changes before the program has a second thread; only the main thread translates.
  private nonisolated(unsafe) static var chosen: (catalogue: Catalogue, language: String)?

  /// Chooses the language before anything is shown.
  public static func use(_ catalogue: Catalogue?, _ language: String) {
    chosen = catalogue.map { ($0, language) }
  }

  static var catalogue: Catalogue? { chosen?.catalogue }

  /// As in `pt_BR`; nil for English.
  public static var language: String? { chosen?.language }

  /// More names than anybody has, in a variable that may hold anything.
  private static let maxNames = 8
  private static let maxNameLength = 32

  /// The languages that the variables ask for, the preferred first, as catalogues are named: `pt_BR`, then `pt`.
  ///
  /// As in gettext, except that it ends at English, which needs no catalogue; and no locale has to be installed.
  public static func languages(_ variable: (String) -> String?) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { variable($0) }.first { !$0.isEmpty }
    guard let locale, !isPlain(locale) else { return [] }
    let list = variable("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 } ?? locale
    var languages: [String] = []
    for name in list.utf8.prefix(maxNames * maxNameLength).split(separator: UInt8(ascii: ":"))
      .prefix(maxNames)
    {
      let name = String(decoding: name, as: UTF8.self)
      let forms = Translation.forms(of: name)
      if isPlain(name) || forms.last == "en" { break }
      languages += forms.filter { !languages.contains($0) }
    }
    return languages
  }

  /// Whether a locale has no language. `C.UTF-8` is left to LANGUAGE, as in glibc.
  private static func isPlain(_ locale: String) -> Bool { ["C", "POSIX"].contains(locale) }

  /// `ca_ES.UTF-8@valencia` as `ca_ES@valencia`, `ca@valencia`, `ca_ES` and `ca`; none for what is not a name.
  private static func forms(of name: String) -> [String] {
    let parts = name.split(separator: "@", maxSplits: 1)
    let locale = parts.first?.prefix { $0 != "." } ?? ""
    let modifier = parts.count > 1 ? "@\(parts[1])" : ""
    let language = locale.prefix { $0 != "_" }
    let isName =
      name.utf8.count <= maxNameLength && (2...3).contains(language.utf8.count)
      && (locale + modifier.dropFirst()).allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
      }
    guard isName else { return [] }
    let forms = ["\(locale)\(modifier)", "\(language)\(modifier)", "\(locale)", "\(language)"]
    return forms.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
