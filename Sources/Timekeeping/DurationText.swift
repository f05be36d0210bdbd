public import Wording

extension TextError {
  fileprivate static func duration(_ problem: String) -> TextError {
    let usage = "90 (seconds), 1.5, 45s, 25m, 1h30m, 500ms, 7:38.37 or 1:02:03.4"
    return TextError("\(problem): use 0 to 1000000 hours, as in \(usage)")
  }
}

extension Duration {
  /// The maximum duration in a text: a million hours.
  public static let textLimit = Duration.seconds(3_600_000_000 as Int64)

  /// The marks of each unit; the first one is the shortest.
  private static let units: [(marks: [Substring], nanoseconds: Int64)] = [
    (["h", "hour", "hours"], 3_600_000_000_000),
    (["m", "min", "mins", "minute", "minutes"], 60_000_000_000),
    (["s", "sec", "secs", "second", "seconds"], 1_000_000_000),
    (["ms"], 1_000_000),
  ]

  /// Parses seconds (`90`, `1.5`), falling units (`1h30m`, `20 minutes`, `500ms`) or a stopwatch time (`1:02:03.4`).
  ///
  /// Exact, but for fractions of a nanosecond. Rejects signs, exponents, other spaces and values above `textLimit`.
  public init(parsing text: String) throws(TextError) {
    guard !text.isEmpty else { throw .duration("a duration is missing") }
    let isNegative = text.hasPrefix("-")
    let magnitude = text.dropFirst(isNegative ? 1 : 0)
    guard let total = Duration.clockTime(magnitude) ?? Duration.sum(ofUnits: magnitude) else {
      throw .duration("\(text.quoted) is not a duration")
    }
    guard !isNegative else { throw .duration("the duration \(text.quoted) is negative") }
    guard total <= Duration.textLimit.nanosecondsClamped else {
      throw .duration("the duration \(text.quoted) is too long")
    }
    self = .nanoseconds(total)
  }

  /// The text for `init(parsing:)` with units, as in `1h30m` or `2m1.5s`. Negative times are zero.
  public var unitText: String {
    let (seconds, fraction) = max(0, nanosecondsClamped)
      .quotientAndRemainder(dividingBy: 1_000_000_000)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let text = (hours > 0 ? "\(hours)h" : "") + (minutes > 0 ? "\(minutes)m" : "")
    guard seconds % 60 > 0 || fraction > 0 || text.isEmpty else { return text }
    // The leading 1 keeps the zeros after the point.
    var digits = String(1_000_000_000 + fraction)
    while digits.last == "0" { digits.removeLast() }
    return text + "\(seconds % 60)" + (fraction > 0 ? ".\(digits.dropFirst())" : "") + "s"
  }

  /// The nanoseconds of `s`, `m:s` or `h:m:s`; only the first field may exceed 59.
  private static func clockTime(_ text: Substring) -> Int64? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count <= 3, !text.contains(where: { $0.isLetter || $0 == " " }),
      fields.dropFirst().allSatisfy({ field in
        let whole = field.prefix { $0 != "." }
        return whole.count <= 2 && Int(whole).map { $0 < 60 } == true
      })
    else { return nil }
    let marked = zip(fields, units[(3 - fields.count)...]).map { "\($0)\($1.marks[0])" }
    return sum(ofUnits: marked.joined()[...])
  }

  /// The nanoseconds of numbers with falling units; only the last may have a fraction.
  private static func sum(ofUnits text: Substring) -> Int64? {
    var (remaining, total, hasFraction) = (text, 0 as Int64, false)
    for (marks, unit) in units {
      let number = remaining.prefix { !$0.isLetter }
      let ending = remaining.dropFirst(number.count).prefix { $0.isLetter }
      guard marks.contains(ending) else { continue }
      // Spaces may be around the number.
      let numbers = number.split(separator: " ")
      guard !hasFraction, numbers.count == 1, let value = nanoseconds(numbers[0], unit: unit)
      else { return nil }
      hasFraction = number.contains(".")
      total = total.addingClamped(value)
      remaining = remaining.dropFirst(number.count + ending.count)
    }
    return remaining.isEmpty && !text.isEmpty && text.first != " " ? total : nil
  }

  /// The nanoseconds of a decimal number, clamped to Int64; nil unless it has digits, also after a point.
  private static func nanoseconds(_ number: Substring, unit: Int64) -> Int64? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let isDecimal = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard isDecimal, (1...2).contains(parts.count) else { return nil }
    let (whole, overflow) = (Int64(parts[0]) ?? .max).multipliedReportingOverflow(by: unit)
    if overflow { return .max }
    let billionths = parts.count == 1 ? 0 : Int64((parts[1] + "000000000").prefix(9)) ?? 0
    // One factor divides the other; dividing first stays within Int64.
    let fraction =
      unit >= 1_000_000_000
      ? billionths * (unit / 1_000_000_000) : billionths / (1_000_000_000 / unit)
    return whole.addingClamped(fraction)
  }
}
