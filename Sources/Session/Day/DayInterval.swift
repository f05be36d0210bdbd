package import Timekeeping

/// A time that ran on one day, or what was counted then: a row of the log.
package struct DayInterval: Hashable, Sendable {
  /// The date of the log's day, which may start after midnight.
  package var date: CivilDate
  /// In nanoseconds since 1970 (UTC). A count has the times of its first and its last press.
  package var start: Int64
  package var end: Int64
  /// The zone's offset from UTC at that time, in seconds.
  package var offset: Int
  package var activity: String
  /// `clock` for one that was added by hand.
  package var mode: Mode
  /// nil for a time.
  package var count: Int?

  package init(
    date: CivilDate, start: Int64, end: Int64, offset: Int, activity: String, mode: Mode,
    count: Int? = nil
  ) {
    (self.date, self.start, self.end) = (date, start, max(start, end))
    (self.offset, self.activity) = (offset, activity.name)
    (self.mode, self.count) = (mode, count)
  }

  /// Zero for a count.
  package var length: Duration {
    count == nil ? .nanoseconds(end.subtractingClamped(start)) : .zero
  }

  package var localStart: WallClock { WallClock(epochNanoseconds: start, utcOffsetSeconds: offset) }
  package var localEnd: WallClock { WallClock(epochNanoseconds: end, utcOffsetSeconds: offset) }
}

/// An interval and its id, which lasts; nil while it runs.
package struct DayRow: Equatable, Sendable {
  package var id: Int64?
  package var interval: DayInterval

  package init(id: Int64?, interval: DayInterval) { (self.id, self.interval) = (id, interval) }
}

/// What a day of an activity is for: a time, or a number of presses. Above zero.
package enum DayGoal: Hashable, Sendable {
  case time(Duration)
  case count(Int)

  /// The text that `Parsers.goal` reads.
  package var word: String {
    switch self {
    case .time(let goal): goal.unitText
    case .count(let goal): "\(goal)"
    }
  }

  /// The part of the goal that was reached, in turns.
  func turns(of total: DayTotal) -> Double {
    switch self {
    case .time(let goal): LinearTime(total.time).ratio(to: goal, at: .zero)
    case .count(let goal): Double(max(0, total.count)) / Double(max(1, goal))
    }
  }
}

/// What an activity has of a day.
package struct DayTotal: Equatable, Sendable {
  package var time = Duration.zero
  package var count = 0

  package static func += (total: inout DayTotal, interval: DayInterval) {
    total.time += interval.length
    total.count += interval.count ?? 0
  }
}
