public import Wording

/// A time that is being typed: digits that fill from the right as on a microwave, so that `1230` is 12:30; or numbers
/// with units, as in `20m` or `1h30`, where the last number may leave its unit out.
public struct TypedTime: Hashable, Sendable {
  public let text: String
  public let length: Duration
  private let hasUnits: Bool

  /// The letters that count; the unit after the last one that was typed is that of the next number.
  public static let units: [(mark: Character, seconds: Int64)] = [("h", 3600), ("m", 60), ("s", 1)]
  private static let maxDigits = 6

  /// nil if the text is not a time, nor the beginning of one.
  public init?(_ text: String) {
    var (rest, next, total) = (text[...], 0, 0 as Int64)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...TypedTime.maxDigits).contains(digits.utf8.count), let number = Int64(digits) else {
        return nil
      }
      rest = rest.dropFirst(digits.count)
      if let mark = rest.popFirst() {
        guard let unit = TypedTime.units[next...].firstIndex(where: { $0.mark == mark }) else {
          return nil
        }
        total += number * TypedTime.units[unit].seconds
        next = unit + 1
      } else if next == 0 {
        total = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
      } else {
        guard next < TypedTime.units.count else { return nil }
        total += number * TypedTime.units[next].seconds
      }
    }
    guard .seconds(total) <= Duration.textLimit else { return nil }
    (self.text, length, hasUnits) = (text, .seconds(total), next > 0)
  }

  /// Whether it may be taken for minutes: a bare number of at most two digits is of seconds.
  public var isShort: Bool { !hasUnits && text.utf8.count <= 2 }

  /// `0:20`, with the digits as they were typed, or the time of a text with units.
  public var shown: String {
    if hasUnits { return TimeFormat.wholeSeconds(length) }
    let digits = String(repeating: "0", count: max(0, 3 - text.utf8.count)) + text
    return digits.enumerated().reduce(into: "") { shown, digit in
      if digit.offset > 0, (digits.utf8.count - digit.offset) % 2 == 0 { shown += ":" }
      shown.append(digit.element)
    }
  }

  /// As in `20 seconds` or `1 hour 30 minutes`.
  public var words: Phrase {
    let seconds = Int(length.components.seconds)
    return SpokenTime.words(
      hours: seconds / 3600, minutes: seconds / 60 % 60, seconds: .whole(seconds % 60))
  }
}
