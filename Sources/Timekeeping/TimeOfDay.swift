/// A time of day as a clock on the wall shows it, whatever the date and the zone.
public struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight by the clock's face, 0..<86,400.
  public let seconds: Int

  /// The time at `hour` (0...23), `minute` and `second` (0...59); nil where one is out of its range.
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
  ///   - offset: what the zone is ahead of UTC at a moment, both in seconds.
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
}
