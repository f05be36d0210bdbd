public import Wording

/// A time of day on a clock's face, without date or zone.
public struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight on the face, 0..<86,400.
  public let seconds: Int

  public static let midnight = TimeOfDay(seconds: 0)

  private init(seconds: Int) { self.seconds = seconds }

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
