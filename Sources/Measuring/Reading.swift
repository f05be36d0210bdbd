extension [String: Double] {
  /// The figures in lines `name value`; all other lines are passed over, and of two with one name the last one counts.
  package init(lines text: String) {
    self.init(
      text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard words.count == 2, let value = Double(words[1]), value.isFinite else { return nil }
        return (String(words[0]), value)
      }, uniquingKeysWith: { $1 })
  }

  /// The figures as such lines.
  package var lines: String { map { "\($0.key) \($0.value)\n" }.joined() }
}

/// The total of the first event in a profile of callgrind (its line `summary:` or `totals:`), or nil.
package func total(ofProfile text: String) -> Int? {
  let line = text.split(separator: "\n").first { $0.hasPrefix("summary:") || $0.hasPrefix("totals:") }
  return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
}
