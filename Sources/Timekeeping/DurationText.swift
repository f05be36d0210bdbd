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

/// A time of day on a clock's face, without date or zone.
public struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight on the face, 0..<86,400.
  public let seconds: Int

  /// The first moment after `now` when the clock shows this time, or is put forward past it.
  ///
  /// When clocks are put back, a repeated time is the first of the two, or the second if the first is over. When they
  /// are put forward, a skipped time is the moment of the change.
  /// Moments are in seconds since 1970-01-01 00:00 UTC; `offset` returns the zone's offset there, in seconds.
  public func next(after now: Int64, offset: (Int64) -> Int64) -> Int64 {
    var (start, ahead) = (now + 1, offset(now))
    func wait() -> Int64 { (Int64(seconds) - (start + ahead) % 86_400 + 86_400) % 86_400 }
    // Zones change their offset on quarters of an hour. The longest day has fewer than 120 of them.
    for _ in 0..<120 {
      let (end, new) = (start + 900 - start % 900, offset(start))
      if wait() < new - ahead { return start }
      ahead = new
      if start + wait() < end { return start + wait() }
      start = end
    }
    return start
  }

  /// Parses `17:30`, `17:30:15`, or with 12 hours `5:30pm`, `5:30:15 PM`, `5pm`.
  public init(parsing text: String) throws(TextError) {
    let problem = text.isEmpty ? "a time of day is missing" : "\(text.quoted) is not a time of day"
    let error = TextError("\(problem): use 0:00 to 23:59:59, as in 17:30, 17:30:15 or 5:30pm")
    let half = text.suffix(2).lowercased()
    let isTwelve = half == "am" || half == "pm"
    var face = text.dropLast(isTwelve ? 2 : 0)
    if isTwelve, face.last == " " { face = face.dropLast() }
    let words = face.split(separator: ":", omittingEmptySubsequences: false)
    var fields = words.enumerated().compactMap { index, word in
      (index == 0 ? 1...2 : 2...2).contains(word.utf8.count) && word.first != "+"
        && word.first != "-" ? Int(word) : nil
    }
    guard fields.count == words.count, (isTwelve ? 1...3 : 2...3).contains(fields.count),
      (isTwelve ? 1...12 : 0...23).contains(fields[0]), fields.dropFirst().allSatisfy({ $0 < 60 })
    else { throw error }
    if isTwelve { fields[0] = fields[0] % 12 + (half == "pm" ? 12 : 0) }
    fields += [0, 0]
    seconds = fields[0] * 3600 + fields[1] * 60 + fields[2]
  }
}

public enum TimerSetting: Hashable, Sendable {
  case length(Duration)
  case until(TimeOfDay)

  public init(parsing text: String) throws(TextError) {
    let word = "until"
    if text == word || text.hasPrefix(word + " ") {
      let time = text.dropFirst(word.count).drop { $0 == " " }
      self = .until(try TimeOfDay(parsing: String(time)))
      return
    }
    do throws(TextError) {
      self = .length(try Duration(parsing: text))
    } catch {
      throw TextError("\(error.description), or \"until 17:30\"")
    }
  }
}
