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

/// The total of `event` in a profile of callgrind (its line `totals:` or `summary:`), or nil; `Ir` is instructions.
package func total(ofProfile text: String, of event: String = "Ir") -> Int? {
  let lines = text.split(separator: "\n")
  func words(_ heading: String) -> [Substring]? {
    lines.first { $0.hasPrefix(heading) }.map { Array($0.split(separator: " ").dropFirst()) }
  }
  guard let place = words("events:")?.firstIndex(of: event[...]),
    let totals = words("totals:") ?? words("summary:"), place < totals.count
  else { return nil }
  return Int(totals[place])
}
