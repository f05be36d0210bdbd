package import Timekeeping

/// One use of the stopwatch, from its first start until it is reset: what is kept of it afterwards has this number.
package struct StopwatchSession: Hashable, Sendable {
  /// Its number; the first is 1.
  package internal(set) var number: Int64 = 1
  /// When it was started first; nil before.
  package internal(set) var start: Instant?
  /// The laps that it had when it was written down, until they have been fetched.
  var unread: LapMark?
  /// The largest number that was ever given.
  package internal(set) var newest: Int64 = 1

  package init() {}

  /// Goes on to one that is new.
  mutating func end() {
    newest += 1
    number = newest
    start = nil
  }

  /// Goes on with one from before.
  mutating func takeUp(_ session: StopwatchSession) {
    number = session.number
    start = session.start
  }
}

extension Model {
  /// The sessions that the model needs: its own, and those that an undo brings back.
  package var neededSessions: [Int64] { [session.number] + history.sessions }

  /// A fresh model, whose session comes after `session`.
  package init(after session: Int64) {
    self.init()
    reserveSessions(upTo: session)
    self.session.end()
  }

  /// Gives no new session a number up to `number`: there are files of them.
  package mutating func reserveSessions(upTo number: Int64) {
    session.newest = max(session.newest, min(number, .max - 2))
  }

  /// Goes on with a session from before, which stands at `total`; false where the stopwatch runs. The history of undo
  /// begins anew: what it has belongs to another session.
  package mutating func takeUp(_ number: Int64, start: Instant, total: Duration, laps: Laps) -> Bool
  {
    guard !stopwatch.isRunning, number > 0, number <= session.newest else { return false }
    stopwatch = Stopwatch(state: .stopped, anchor: start, elapsedAtAnchor: total, laps: laps)
    session.number = number
    session.start = start
    mode = .stopwatch
    history = UndoHistory()
    return true
  }
}

/// What tells the laps of a session at one moment from those at another: laps come and go at their end alone,
/// names anywhere.
package struct LapMark: Hashable, Sendable {
  /// How many there are.
  package let count: Int64
  /// The whole time at the end of the newest.
  package let total: Duration
  /// What tells their names from others.
  package let names: UInt64

  /// The mark of `laps`.
  package init(_ laps: Laps) {
    count = Int64(laps.count)
    total = laps.total
    names = laps.namesMark
  }

  init(count: Int64, total: Duration, names: UInt64) {
    (self.count, self.total, self.names) = (count, total, names)
  }
}
