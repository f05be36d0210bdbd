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
    var face = text[...]
    var half: String?
    let end = face.suffix(2).lowercased()
    if end == "am" || end == "pm" {
      half = end
      face = face.dropLast(2)
      if face.last == " " { face = face.dropLast() }
    }
    var fields: [Int] = []
    for field in face.split(separator: ":", omittingEmptySubsequences: false) {
      let digits = fields.isEmpty ? 1...2 : 2...2
      guard fields.count < 3, digits.contains(field.utf8.count),
        field.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(field)
      else { throw .noTimeOfDay(text) }
      fields.append(number)
    }
    if let half {
      guard (1...12).contains(fields[0]) else { throw .noTimeOfDay(text) }
      fields[0] = fields[0] % 12 + (half == "pm" ? 12 : 0)
    } else if fields.count < 2 {
      throw .noTimeOfDay(text)
    }
    fields += [0, 0]
    guard let time = TimeOfDay(hour: fields[0], minute: fields[1], second: fields[2]) else {
      throw .noTimeOfDay(text)
    }
    self = time
  }
}

/// Why a text does not set a timer.
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

/// How a timer was asked for.
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
