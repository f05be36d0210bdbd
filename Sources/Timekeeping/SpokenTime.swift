public import Wording

/// A time in words.
public enum SpokenTime {
  public enum Seconds: Sendable {
    case whole(Int)
    /// As shown, as in `3.45`.
    case decimal(String)
  }

  /// As in `1 hour 30 minutes`; without what is zero, unless all is.
  public static func words(hours: Int, minutes: Int, seconds: Seconds) -> Phrase {
    // TRANSLATORS: Parts of a time that is read aloud or shown while it is typed, as in 1 hour 30 minutes 3.45 seconds.
    let larger = [
      hours > 0 ? markn("{0} hour", "{0} hours", hours) : nil,
      minutes > 0 ? markn("{0} minute", "{0} minutes", minutes) : nil,
    ].compactMap { $0 }
    let last: Phrase? =
      switch seconds {
      case .whole(0) where !larger.isEmpty: nil
      case .whole(let number): markn("{0} second", "{0} seconds", number)
      // TRANSLATORS: {0} is a number with decimals, as in 3.45.
      case .decimal(let number): markc("decimals", "{0} seconds", number)
      }
    let parts = larger + [last].compactMap { $0 }
    guard let first = parts.first else { return markn("{0} second", "{0} seconds", 0) }
    // TRANSLATORS: Puts two parts of a time together, as in 1 hour 30 minutes.
    return parts.dropFirst().reduce(first) { markc("time", "{0} {1}", $0, $1) }
  }

  /// The words of a text such as `1:02:03.45`, `-0.50` or, past an end, `+0:10`. Other texts, such as the time of day, stay
  /// as they are.
  public static func words(of text: String) -> Phrase {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isNumber && $0.isASCII || $0 == "." } }),
      digits.contains(where: { $0 == ":" || $0 == "." }), let last = parts.last
    else { return Phrase(verbatim: text) }
    let wholes = parts.dropLast().map { Int($0) ?? 0 }
    let seconds: Seconds =
      last.contains(".") && Double(last) != 0
      ? .decimal(trimmed(last)) : .whole(Int(last.prefix { $0 != "." }) ?? 0)
    let time = words(
      hours: wholes.count > 1 ? wholes[0] : 0, minutes: wholes.last ?? 0, seconds: seconds)
    // TRANSLATORS: {0} is a time, as in 10 seconds: what is below zero, and what a timer is over its end.
    switch text.first {
    case "-": return mark("minus {0}", time)
    case "+": return mark("{0} over", time)
    default: return time
    }
  }

  private static func trimmed(_ number: Substring) -> String {
    let shown = number.drop { $0 == "0" }
    return shown.first == "." ? "0\(shown)" : String(shown)
  }
}
