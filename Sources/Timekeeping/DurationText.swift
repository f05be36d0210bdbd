import Wording

/// A value from outside that is not valid: what is wrong with it, and what to use.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  fileprivate static func duration(_ problem: String) -> TextError {
    let usage = "90 (seconds), 1.5, 45s, 25m, 1h30m, 500ms, 7:38.37 or 1:02:03.4"
    return TextError("\(problem): use 0 to 1000000 hours, as in \(usage)")
  }
}

extension Duration {
  /// The maximum duration in a text: a million hours.
  public static let textLimit = Duration.seconds(3_600_000_000 as Int64)

  /// Parses seconds (`90`, `1.5`), units from large to small (`1h30m`, `45s`, `500ms`), or a stopwatch time (`7:38.37`,
  /// `1:02:03.4`).
  ///
  /// Exact; fractions of a nanosecond are truncated. A sign, an exponent, spaces and values above `textLimit` are
  /// rejected.
  public init(parsing text: String) throws(TextError) {
    guard !text.isEmpty else { throw .duration("a duration is missing") }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    guard let fields = Field.all(of: text.utf8.dropFirst(isNegative ? 1 : 0)),
      let units = Field.units(of: fields)
    else { throw .duration("\(text.quoted) is not a duration") }
    guard !isNegative else { throw .duration("the duration \(text.quoted) is negative") }
    var total: Int64 = 0
    for (field, unit) in zip(fields, units) {
      let (whole, overflow) = field.whole.multipliedReportingOverflow(by: unit)
      // One factor divides the other; dividing first stays within Int64.
      let fraction =
        unit >= 1_000_000_000
        ? field.billionths * (unit / 1_000_000_000) : field.billionths / (1_000_000_000 / unit)
      total = overflow ? .max : total.addingClamped(whole).addingClamped(fraction)
      guard total <= Duration.textLimit.nanosecondsClamped else {
        throw .duration("the duration \(text.quoted) is too long")
      }
    }
    self.init(nanoseconds: total)
  }
}

private struct Field {
  /// Clamped to Int64.max.
  let whole: Int64
  let digits: Int
  let billionths: Int64
  let hasFraction: Bool
  /// A unit, a colon or empty.
  let mark: String

  private static let units: [(mark: String, nanoseconds: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
  ]

  /// Splits `text` into numbers; nil unless it starts with one, and each point has digits on both sides.
  static func all(of text: Substring.UTF8View) -> [Field]? {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    var fields: [Field] = []
    var remaining = text
    repeat {
      let digits = remaining.prefix(while: isDigit)
      remaining = remaining.dropFirst(digits.count)
      let hasFraction = remaining.first == UInt8(ascii: ".")
      if hasFraction { remaining = remaining.dropFirst() }
      let fraction = hasFraction ? remaining.prefix(while: isDigit) : remaining.prefix(0)
      remaining = remaining.dropFirst(fraction.count)
      let mark = remaining.prefix { !isDigit($0) }
      remaining = remaining.dropFirst(mark.count)
      guard !digits.isEmpty, hasFraction == !fraction.isEmpty else { return nil }
      let padded = (String(Substring(fraction)) + "000000000").prefix(9)
      fields.append(
        Field(
          whole: Int64(Substring(digits)) ?? .max, digits: digits.count,
          billionths: Int64(padded) ?? 0, hasFraction: hasFraction, mark: String(Substring(mark))))
    } while !remaining.isEmpty
    return fields
  }

  /// Each field's unit in nanoseconds; nil if the order is not valid.
  static func units(of fields: [Field]) -> [Int64]? {
    guard fields.dropLast().allSatisfy({ !$0.hasFraction }), fields.count <= units.count,
      let last = fields.last
    else { return nil }
    guard !last.mark.isEmpty else {
      // `s`, `m:s` or `h:m:s`; only the first field may exceed 59.
      let isTime =
        fields.count <= 3 && fields.dropLast().allSatisfy { $0.mark == ":" }
        && fields.dropFirst().allSatisfy { $0.digits <= 2 && $0.whole < 60 }
      return isTime ? units[(3 - fields.count)..<3].map(\.nanoseconds) : nil
    }
    let indices = fields.compactMap { field in units.firstIndex { $0.mark == field.mark } }
    let isFalling = zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 }
    return indices.count == fields.count && isFalling ? indices.map { units[$0].nanoseconds } : nil
  }
}
