/// A time in words.
enum SpokenTime {
  private static let units = ["second", "minute", "hour"]

  /// Returns the words of a text such as `1:02:03.45`, `-0.50` or, past an end, `+0:10`. Other texts, such as the time of
  /// day, stay as they are.
  static func words(of text: String) -> String {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...units.count).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isNumber && $0.isASCII || $0 == "." } }),
      digits.contains(where: { $0 == ":" || $0 == "." })
    else { return text }
    let words = zip(parts, units.prefix(parts.count).reversed()).compactMap { part, unit in
      guard let number = Double(part), number > 0 else { return nil as String? }
      let shown = part.drop { $0 == "0" }
      return "\(shown.first == "." ? "0" : "")\(shown) \(unit)\(number == 1 ? "" : "s")"
    }
    let time = words.isEmpty ? "0 seconds" : words.joined(separator: " ")
    switch text.first {
    case "-": return "minus \(time)"
    case "+": return "\(time) over"
    default: return time
    }
  }
}
