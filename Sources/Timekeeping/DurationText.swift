import Wording

/// Why a text is no duration.
public enum DurationTextError: Error, Hashable, Sendable, CustomStringConvertible {
  case empty
  case negative(String)
  case malformed(String)
  /// Above `Duration.textLimit`.
  case tooLong(String)

  public var description: String {
    switch self {
    case .empty: "a duration is missing: \(Self.usage)"
    case .negative(let text): "the duration \(text.quoted) is negative: \(Self.usage)"
    case .malformed(let text): "\(text.quoted) is not a duration: \(Self.usage)"
    case .tooLong(let text): "the duration \(text.quoted) is too long: \(Self.usage)"
    }
  }

  private static let usage =
    "use 0 to 1000000 hours, as in 90 (seconds), 1.5, 45s, 25m, 1h30m, 500ms, 7:38.37 or 1:02:03.4"
}

extension Duration {
  /// The longest duration that a text may name: a million hours.
  public static let textLimit = Duration.seconds(3_600_000_000 as Int64)

  /// The duration that `text` names: seconds (`90`, `1.5`), units from large to small (`1h30m`, `45s`, `500ms`), or
  /// a time as a stopwatch shows it (`7:38.37`, `1:02:03.4`).
  ///
  /// It is exact; what is finer than a nanosecond is cut off. A sign, an exponent, spaces and anything above
  /// `textLimit` are refused.
  public init(parsing text: String) throws(DurationTextError) {
    var scanner = DurationScanner(text)
    self.init(nanoseconds: try scanner.scan())
  }
}

/// Reads one duration from the bytes of a text.
private struct DurationScanner {
  private let text: String
  private var remaining: Substring.UTF8View

  /// The units and their lengths in nanoseconds, from large to small.
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
  ]

  /// A decimal number as it was written.
  private struct Number {
    var whole: Int64 = 0
    /// Billionths past `whole`; nil without a decimal point.
    var billionths: Int64?
    /// The number of digits before the point.
    var digits = 0
  }

  init(_ text: String) {
    self.text = text
    remaining = text[...].utf8
  }

  mutating func scan() throws(DurationTextError) -> Int64 {
    guard !remaining.isEmpty else { throw .empty }
    if skip("-") {
      // Only a duration with a minus sign is negative; any other text is no duration at all.
      _ = try magnitude()
      throw .negative(text)
    }
    return try magnitude()
  }

  private mutating func magnitude() throws(DurationTextError) -> Int64 {
    let first = try number()
    if remaining.isEmpty { return try sum(0, first, of: 1_000_000_000) }
    if remaining.first == UInt8(ascii: ":") { return try colons(after: first) }
    return try unitsFrom(first)
  }

  /// `m:s` or `h:m:s`; only the first field may pass 59, only the last may have a fraction.
  private mutating func colons(after first: Number) throws(DurationTextError) -> Int64 {
    var fields = [first]
    while skip(":") {
      let field = try number()
      guard fields.count < 3, field.digits <= 2, field.whole < 60 else { throw .malformed(text) }
      fields.append(field)
    }
    guard remaining.isEmpty, fields.count <= 3 else { throw .malformed(text) }
    var total: Int64 = 0
    for (index, field) in fields.enumerated() {
      guard field.billionths == nil || index == fields.count - 1 else { throw .malformed(text) }
      total = try sum(total, field, of: Self.units[3 - fields.count + index].nanoseconds)
    }
    return total
  }

  /// Numbers each with a smaller unit than the one before; only the last may have a fraction.
  private mutating func unitsFrom(_ first: Number) throws(DurationTextError) -> Int64 {
    var total: Int64 = 0
    var number = first
    var next = 0
    while true {
      let name = String(
        Substring(remaining.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }))
      guard let index = Self.units.firstIndex(where: { $0.name == name }), index >= next else {
        throw .malformed(text)
      }
      remaining = remaining.dropFirst(name.utf8.count)
      total = try sum(total, number, of: Self.units[index].nanoseconds)
      if remaining.isEmpty { return total }
      guard number.billionths == nil else { throw .malformed(text) }
      next = index + 1
      number = try self.number()
    }
  }

  /// Adds so many units to `total`; refused past the limit.
  private func sum(_ total: Int64, _ number: Number, of unit: Int64) throws(DurationTextError)
    -> Int64
  {
    let (whole, overflow) = number.whole.multipliedReportingOverflow(by: unit)
    guard !overflow else { throw .tooLong(text) }
    let billionths = number.billionths ?? 0
    // Either factor divides the other; dividing first keeps it within Int64.
    let fraction =
      unit >= 1_000_000_000
      ? billionths * (unit / 1_000_000_000) : billionths / (1_000_000_000 / unit)
    let result = total.addingClamped(whole).addingClamped(fraction)
    guard result <= Duration.textLimit.nanosecondsClamped else { throw .tooLong(text) }
    return result
  }

  /// At least one digit, then perhaps a point and at least one digit.
  private mutating func number() throws(DurationTextError) -> Number {
    var number = Number()
    while let digit = digit() {
      let (shifted, overflow) = number.whole.multipliedReportingOverflow(by: 10)
      // Past the range of Int64 a number stays at its end, which is above every limit.
      number.whole = overflow ? .max : shifted.addingClamped(digit)
      number.digits += 1
    }
    guard number.digits > 0 else { throw .malformed(text) }
    guard skip(".") else { return number }
    var billionths: Int64 = 0
    var scale: Int64 = 1_000_000_000
    var count = 0
    while let digit = digit() {
      scale /= 10
      billionths += digit * scale
      count += 1
    }
    guard count > 0 else { throw .malformed(text) }
    number.billionths = billionths
    return number
  }

  private mutating func digit() -> Int64? {
    guard let byte = remaining.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      return nil
    }
    remaining = remaining.dropFirst()
    return Int64(byte - UInt8(ascii: "0"))
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = remaining.first, UInt32(byte) == scalar.value else { return false }
    remaining = remaining.dropFirst()
    return true
  }
}
