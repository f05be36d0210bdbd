import Platform

/// How much one turn has taken of the events that have arrived, and whether that is as much as one may.
struct EventTurn {
  /// Whether the last turn took as many events as one may and left the rest for the next.
  private(set) var hasLeftovers = false
  /// How many raw events this turn has taken.
  private var taken = 0
  /// When this turn has taken long enough, CLOCK_MONOTONIC in nanoseconds.
  private var end: Int64 = 0

  /// How long one turn takes events, in nanoseconds: a quarter of a frame. The rest is left for frames and signals.
  private static let length: Int64 = 4_000_000
  /// After so many events the clock is read.
  private static let eventsPerReading = 64

  /// Takes note of a raw event that was taken.
  mutating func take() {
    taken += 1
  }

  /// Whether this turn has taken as long as one may. It begins with its first event.
  mutating func isOver() -> Bool {
    guard taken.isMultiple(of: EventTurn.eventsPerReading) else { return false }
    let now = MonotonicClock.now()
    if taken == 0 { end = now + EventTurn.length }
    return now >= end
  }

  /// Ends the turn; the next event begins another one.
  mutating func finish() {
    hasLeftovers = isOver()
    taken = 0
  }
}
