/// A length of time that stands, or runs with the clock from an anchor on: all that is needed to show it at any later
/// instant.
public struct LinearTime: Hashable, Sendable {
  /// What it is up to the anchor, in nanoseconds.
  private let start: Int64
  /// When it begins to run.
  private let anchor: Instant
  /// How fast it runs: 1 counts up, -1 down, 0 stands.
  private let rate: Int64

  /// A time that stands at `value`.
  public init(_ value: Duration) {
    (start, anchor, rate) = (value.nanosecondsClamped, .zero, 0)
  }

  /// A time that is `value` up to `anchor`, and grows from there on, or shrinks where it `countsDown`.
  public init(_ value: Duration, from anchor: Instant, countsDown: Bool = false) {
    (start, self.anchor, rate) = (value.nanosecondsClamped, anchor, countsDown ? -1 : 1)
  }

  /// Whether it changes with the clock.
  public var isRunning: Bool { rate != 0 }

  /// Whether it shrinks.
  public var countsDown: Bool { rate < 0 }

  /// What it is at `now`.
  public func value(at now: Instant) -> Duration { Duration(nanoseconds: nanoseconds(at: now)) }

  /// How much of a turn is over at `now` when a turn takes so many seconds: 0..<1, and exact however long it has run.
  public func turns(of seconds: Int64, at now: Instant) -> Double {
    let turn = seconds * 1_000_000_000
    return Double(nanoseconds(at: now) % turn) / Double(turn)
  }

  /// What it is at `now` of `whole`, held within 0...1; 0 of nothing.
  public func fraction(of whole: Duration, at now: Instant) -> Double {
    min(ratio(to: whole, at: now), 1)
  }

  /// How many times `whole` it is at `now`, no less than 0; 0 of nothing.
  public func ratio(to whole: Duration, at now: Instant) -> Double {
    let all = whole.nanosecondsClamped
    return all > 0 ? max(Double(nanoseconds(at: now)) / Double(all), 0) : 0
  }

  /// When its whole seconds, cut off towards zero, will next differ from those at `now`; nil where it stands.
  public func nextSecond(after now: Instant) -> Instant? {
    guard isRunning else { return nil }
    let value = nanoseconds(at: now)
    let past = Int64((value % 1_000_000_000).magnitude)
    let shrinks = value != 0 && (value > 0) == (rate < 0)
    return max(now, anchor) + Duration(nanoseconds: shrinks ? past + 1 : 1_000_000_000 - past)
  }

  /// How long ago its tenths of a second, cut off towards zero, changed last before `now`; nil where it stands.
  public func timeSinceTenth(at now: Instant) -> Duration? {
    guard isRunning else { return nil }
    let value = nanoseconds(at: now)
    let past = Int64((value % 100_000_000).magnitude)
    let shrinks = value != 0 && (value > 0) == (rate < 0)
    return Duration(nanoseconds: shrinks ? 99_999_999 - past : past)
  }

  private func nanoseconds(at now: Instant) -> Int64 {
    guard isRunning, now > anchor else { return start }
    let passed = now.nanoseconds.subtractingClamped(anchor.nanoseconds)
    return rate < 0 ? start.subtractingClamped(passed) : start.addingClamped(passed)
  }
}

extension Stopwatch {
  /// The whole time elapsed.
  public var total: LinearTime { time(from: .zero) }

  /// The time elapsed since the newest lap, or since the start when there is none.
  public var currentLap: LinearTime { time(from: laps.total) }

  private func time(from start: Duration) -> LinearTime {
    guard isRunning else { return LinearTime(elapsedAtAnchor - start) }
    // An instant before the newest lap counts as the end of that lap.
    let least = max(elapsedAtAnchor, laps.total)
    return LinearTime(least - start, from: anchor + (least - elapsedAtAnchor))
  }
}

extension Countdown {
  /// What is left, below zero once it has overrun.
  public var remaining: LinearTime {
    isRunning
      ? LinearTime(remainingAtAnchor, from: anchor, countsDown: true)
      : LinearTime(remainingAtAnchor)
  }
}

extension PlanRun {
  /// What is left of the step that it is at as of its anchor, below zero once that is over.
  public var remaining: LinearTime {
    let left = step.length - spentAtAnchor
    return isRunning ? LinearTime(left, from: anchor, countsDown: true) : LinearTime(left)
  }

  /// What of the plan is over, up to its next turn: all of it at the last end. What a step overruns does not count.
  public var progress: LinearTime {
    let done = Duration(nanoseconds: plan.start(of: place)) + min(spentAtAnchor, step.length)
    return nextTurn == nil ? LinearTime(done) : LinearTime(done, from: anchor)
  }
}
