package import Timekeeping

/// One use of the stopwatch, from its first start until it is reset: what is kept of it afterwards has this number.
package struct StopwatchSession: Hashable, Sendable {
  /// Its number; the first is 1.
  package internal(set) var number: Int64 = 1
  /// When it was started first; nil before.
  package internal(set) var start: Instant?
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
