package import Timekeeping

/// One use of the stopwatch, from its first start until it is reset.
package struct StopwatchSession: Hashable, Sendable {
  /// The first is number 1.
  package internal(set) var number: Int64 = 1
  /// When it was started first; nil before.
  package internal(set) var start: Instant?
  /// The largest number that was ever given.
  package internal(set) var newest: Int64 = 1

  package init() {}

  /// Goes on to a new one.
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

  /// Gives no new session a number up to `number`: these are on the disk.
  package mutating func reserveSessions(upTo number: Int64) {
    session.newest = max(session.newest, min(number, .max - 2))
  }

  /// Goes on with a session from before, which stands at `total`; false where the stopwatch runs. The undo history
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
