/// A length of time that stands, or runs with the clock from an anchor on: all that is needed to show it at any later
/// instant.
public struct LinearTime: Hashable, Sendable {
  /// The value up to the anchor, in nanoseconds.
  private let start: Int64
  private let anchor: Instant
  /// 1 counts up, -1 down, 0 stands.
  private let rate: Int64

  /// A time that stands at `value`.
  public init(_ value: Duration) {
    (start, anchor, rate) = (value.nanosecondsClamped, .zero, 0)
  }

  /// A time that is `value` up to `anchor` and runs from there on.
  public init(_ value: Duration, from anchor: Instant, countsDown: Bool = false) {
    (start, self.anchor, rate) = (value.nanosecondsClamped, anchor, countsDown ? -1 : 1)
  }

  public var isRunning: Bool { rate != 0 }

  public var countsDown: Bool { rate < 0 }

  public func value(at now: Instant) -> Duration { Duration(nanoseconds: nanoseconds(at: now)) }

  /// The fraction of a turn of so many seconds that is over, 0..<1; exact however long the time has run.
  public func turns(of seconds: Int64, at now: Instant) -> Double {
    let turn = seconds * 1_000_000_000
    return Double(nanoseconds(at: now) % turn) / Double(turn)
  }

  /// The fraction of `whole` at `now`, clamped to 0...1; 0 of nothing.
  public func fraction(of whole: Duration, at now: Instant) -> Double {
    min(ratio(to: whole, at: now), 1)
  }

  /// The ratio to `whole` at `now`, never negative; 0 to nothing.
  public func ratio(to whole: Duration, at now: Instant) -> Double {
    let all = whole.nanosecondsClamped
    return all > 0 ? max(Double(nanoseconds(at: now)) / Double(all), 0) : 0
  }

  /// When its whole seconds, rounded towards zero, will next change; nil if it stands.
  public func nextSecond(after now: Instant) -> Instant? {
    timeSinceChange(of: 1_000_000_000, at: now).map {
      max(now, anchor) + Duration(nanoseconds: 1_000_000_000 - $0)
    }
  }

  /// How long ago its tenths of a second, rounded towards zero, changed last; nil if it stands.
  public func timeSinceTenth(at now: Instant) -> Duration? {
    timeSinceChange(of: 100_000_000, at: now).map { Duration(nanoseconds: $0) }
  }

  private func timeSinceChange(of unit: Int64, at now: Instant) -> Int64? {
    guard isRunning else { return nil }
    let value = nanoseconds(at: now)
    let past = Int64((value % unit).magnitude)
    let shrinks = value != 0 && (value > 0) == (rate < 0)
    return shrinks ? unit - 1 - past : past
  }

  private func nanoseconds(at now: Instant) -> Int64 {
    guard isRunning, now > anchor else { return start }
    let passed = now.nanoseconds.subtractingClamped(anchor.nanoseconds)
    return rate < 0 ? start.subtractingClamped(passed) : start.addingClamped(passed)
  }
}

extension Stopwatch {
  public var total: LinearTime { time(from: .zero) }

  /// The time elapsed since the newest lap, or since the start without laps.
  public var currentLap: LinearTime { time(from: laps.total) }

  private func time(from start: Duration) -> LinearTime {
    guard isRunning else { return LinearTime(elapsedAtAnchor - start) }
    // An instant before the newest lap counts as the end of that lap.
    let least = max(elapsedAtAnchor, laps.total)
    return LinearTime(least - start, from: anchor + (least - elapsedAtAnchor))
  }
}

extension Countdown {
  /// What remains; negative past the end.
  public var remaining: LinearTime {
    isRunning
      ? LinearTime(remainingAtAnchor, from: anchor, countsDown: true)
      : LinearTime(remainingAtAnchor)
  }
}

extension PlanRun {
  /// What remains of the step as of the anchor; negative past its end.
  public var remaining: LinearTime {
    let left = step.length - spentAtAnchor
    return isRunning ? LinearTime(left, from: anchor, countsDown: true) : LinearTime(left)
  }

  /// What of the plan is over, up to its next turn. What a step overruns does not count.
  public var progress: LinearTime {
    let done = Duration(nanoseconds: plan.start(of: position)) + min(spentAtAnchor, step.length)
    return nextTurn == nil ? LinearTime(done) : LinearTime(done, from: anchor)
  }
}
