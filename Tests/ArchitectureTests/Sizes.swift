/// How long files are, and the types of a room with their extensions in all files. Suites of tests may be of any length.
///
/// The formatter has each declaration of a file begin and end in the first column.
enum Sizes {
  /// The most lines of a file.
  static let mostOfFile = 300
  /// The most lines of a type.
  static let mostOfType = 400

  /// What is longer than it may be, a line each.
  static func complaints(files: [SourceFile]) -> [String] {
    var complaints: [String] = []
    var types: [String: Int] = [:]
    for file in files {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if lines.count > mostOfFile { complaints.append("\(file.path): \(lines.count) lines") }
      guard file.path.hasPrefix("Sources/") else { continue }
      var open: String?
      for line in lines {
        let name = open ?? typeName(line).map { "\(file.room).\($0)" }
        if let name { types[name, default: 0] += 1 }
        open = line.hasPrefix("}") || line.hasSuffix("}") && open == nil ? nil : name
      }
    }
    let long = types.filter { $0.value > mostOfType }
    return complaints + long.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) lines in all files" }
  }

  /// The name of the type that a line begins to declare or to extend, the outer one of a nested one.
  private static func typeName(_ line: Substring) -> Substring? {
    guard let first = line.first, first.isLetter || first == "@" else { return nil }
    let words = line.split(separator: " ")
    let kinds: Set<Substring> = ["class", "struct", "enum", "extension", "actor", "protocol"]
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      !words[..<kind].contains(where: { $0 == "func" || $0 == "let" || $0 == "var" || $0 == "import" })
    else { return nil }
    return words[kind + 1].prefix { $0.isLetter || $0.isNumber }
  }
}
