import Wording

/// A time of day as a clock on the wall shows it, whatever the date and the zone.
public struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight by the clock's face, 0..<86,400.
  public let seconds: Int

  /// The time at `hour` (0...23), `minute` and `second` (0...59); nil if one is out of its range.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      return nil
    }
    seconds = hour * 3600 + minute * 60 + second
  }

  /// The first moment after `now` at which the clock shows this time, or is put forward past it.
  ///
  /// So on the day on which clocks are put back, a time that comes twice is the first of the two, or the second where
  /// the first is over; and on the day on which they are put forward, a time that is left out is the moment of the change.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  ///   - offset: how far the zone is ahead of UTC at a moment, both in seconds.
  public func next(after now: Int64, offset: (Int64) -> Int64) -> Int64 {
    let day: Int64 = 86_400
    var start = now
    var ahead = offset(start)
    // A zone changes its offset a few times a year; more changes than that within a day or two are no zone's.
    for _ in 0..<8 {
      let past = (start + ahead - Int64(seconds)) % day
      let candidate = start + day - (past < 0 ? past + day : past)
      guard offset(candidate) != ahead else { return candidate }
      // The change lies after `last` and no later than `change`.
      var (last, change) = (start, candidate)
      while change - last > 1 {
        let middle = last + (change - last) / 2
        if offset(middle) == ahead { last = middle } else { change = middle }
      }
      let changed = offset(change)
      if candidate - change < changed - ahead { return change }
      (start, ahead) = (last, changed)
    }
    return start
  }

  /// The time that `text` names: `17:30`, `17:30:15`, or of twice twelve hours `5:30pm`, `5:30:15 PM`, `5pm`.
  public init(parsing text: String) throws(TimerTextError) {
    guard !text.isEmpty else { throw .noTimeOfDay(nil) }
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
      !isTwelve || (1...12).contains(fields[0])
    else { throw .noTimeOfDay(text) }
    if isTwelve { fields[0] = fields[0] % 12 + (half == "pm" ? 12 : 0) }
    fields += [0, 0]
    guard let time = TimeOfDay(hour: fields[0], minute: fields[1], second: fields[2]) else {
      throw .noTimeOfDay(text)
    }
    self = time
  }
}

public enum TimerTextError: Error, Hashable, Sendable, CustomStringConvertible {
  case duration(DurationTextError)
  /// What follows `until`, if anything, is no time of day.
  case noTimeOfDay(String?)

  public var description: String {
    let usage = "use 0:00 to 23:59:59, as in 17:30, 17:30:15 or 5:30pm"
    return switch self {
    case .duration(let error): "\(error.description), or \"until 17:30\""
    case .noTimeOfDay(nil): "a time of day is missing: \(usage)"
    case .noTimeOfDay(let text?): "\(text.quoted) is not a time of day: \(usage)"
    }
  }
}

public enum TimerSetting: Hashable, Sendable {
  case length(Duration)
  /// From now until the next such time of day.
  case until(TimeOfDay)

  /// What `text` says: `until` and a time of day, or a duration.
  public init(parsing text: String) throws(TimerTextError) {
    let word = "until"
    guard text == word || text.hasPrefix(word + " ") else {
      do throws(DurationTextError) {
        self = .length(try Duration(parsing: text))
        return
      } catch {
        throw .duration(error)
      }
    }
    self = .until(try TimeOfDay(parsing: String(text.dropFirst(word.count).drop { $0 == " " })))
  }
}
