extension YearlyRule {
  /// The rule that `text` names as POSIX has it for TZ, `std offset [dst [offset] [, start [/time], end [/time]]]`, with
  /// the hours of -167 to 167 that RFC 8536 adds for times; nil where it names none.
  public init?(_ text: some Collection<UInt8>) {
    // No rule takes more; what is longer need not be looked at.
    guard text.count <= 256 else { return nil }
    var scanner = RuleScanner(text)
    guard let rule = scanner.rule() else { return nil }
    self = rule
  }
}

/// Reads a rule from the bytes of its text.
private struct RuleScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some Collection<UInt8>) { rest = Array(text)[...] }

  mutating func rule() -> YearlyRule? {
    guard skipName(), let west = time(hours: 24) else { return nil }
    // A text says how far it is to UTC, not from there.
    let standard = -west
    if rest.isEmpty { return YearlyRule(standard: standard, daylight: nil) }
    guard skipName() else { return nil }
    var offset = standard + 3600
    if let next = rest.first, next != UInt8(ascii: ",") {
      guard let west = time(hours: 24) else { return nil }
      offset = -west
    }
    // Where it does not say when, as in EST5EDT, it is as in the United States.
    if rest.isEmpty { rest = Array(",M3.2.0,M11.1.0".utf8)[...] }
    guard let start = change(), let end = change(), rest.isEmpty else { return nil }
    return YearlyRule(
      standard: standard, daylight: YearlyRule.Daylight(offset: offset, start: start, end: end))
  }

  /// The name of an offset: three letters or more, or whatever stands between `<` and `>`.
  private mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let letters = rest.prefix { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  /// A day and perhaps a time, which is 2:00 otherwise.
  private mutating func change() -> YearlyRule.Change? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return YearlyRule.Change(day: day, time: 7200) }
    return time(hours: 167).map { YearlyRule.Change(day: day, time: $0) }
  }

  private mutating func day() -> YearlyRule.Day? {
    if skip("J") { return number(in: 1...365).map { .julian($0) } }
    guard skip("M") else { return number(in: 0...365).map { .zeroBased($0) } }
    guard let month = number(in: 1...12), skip("."), let week = number(in: 1...5), skip("."),
      let weekday = number(in: 0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }

  /// `[+-]h[:mm[:ss]]` in seconds, of so many hours at most.
  private mutating func time(hours most: Int) -> Int? {
    let sign = skip("-") ? -1 : 1
    if sign > 0 { _ = skip("+") }
    guard let hours = number(in: 0...most) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(":") {
      guard let part = number(in: 0...59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count < 3 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      rest = rest.dropFirst()
      count += 1
    }
    return count > 0 && range.contains(value) ? value : nil
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, UInt32(byte) == scalar.value else { return false }
    rest = rest.dropFirst()
    return true
  }
}
