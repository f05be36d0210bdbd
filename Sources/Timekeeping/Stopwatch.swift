public enum RunState: String, Hashable, Sendable, CaseIterable {
  case reset
  case running
  case stopped
}

/// A stopwatch as a value: an anchor on the time axis and the elapsed time there, never a count of ticks.
///
/// An instant before the last start, stop or lap counts as that moment, so elapsed time never decreases. A command that
/// does not apply changes nothing and returns false.
public struct Stopwatch: Hashable, Sendable {
  public private(set) var state: RunState
  public private(set) var anchor: Instant
  /// Never negative.
  public private(set) var elapsedAtAnchor: Duration
  public var laps: Laps

  public init() { self.init(state: .reset, anchor: .distantPast, elapsedAtAnchor: .zero) }

  /// Every combination is valid.
  public init(state: RunState, anchor: Instant, elapsedAtAnchor: Duration, laps: Laps = Laps()) {
    self.state = state
    self.anchor = state == .reset ? .distantPast : anchor
    self.laps = state == .reset ? Laps() : laps
    self.elapsedAtAnchor =
      switch state {
      case .reset: .zero
      case .running: max(.zero, elapsedAtAnchor)
      case .stopped: max(elapsedAtAnchor, laps.total)
      }
  }

  public var isRunning: Bool { state == .running }

  public var total: LinearTime { time(from: .zero) }

  public var currentLap: LinearTime { time(from: laps.total) }

  private func time(from start: Duration) -> LinearTime {
    guard isRunning else { return LinearTime(elapsedAtAnchor - start) }
    // An instant before the newest lap counts as the end of that lap.
    let minElapsed = max(elapsedAtAnchor, laps.total)
    return LinearTime(minElapsed - start, from: anchor + (minElapsed - elapsedAtAnchor))
  }

  /// What remains of `length`; negative past its end.
  func remaining(of length: Duration) -> LinearTime {
    let left = length - elapsedAtAnchor
    return isRunning ? LinearTime(left, from: anchor, countsDown: true) : LinearTime(left)
  }

  public func elapsed(at now: Instant) -> Duration { total.value(at: now) }

  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    guard !isRunning else { return false }
    (anchor, state) = (max(now, anchor), .running)
    return true
  }

  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    let elapsed = elapsed(at: now)
    (anchor, elapsedAtAnchor) = (anchor + (elapsed - elapsedAtAnchor), elapsed)
    state = .stopped
    return true
  }

  @discardableResult
  public mutating func lap(at now: Instant) -> Bool {
    guard isRunning else { return false }
    laps.append(total: elapsed(at: now))
    return true
  }

  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = Stopwatch()
    return true
  }

  /// Undoes a stop, and what was started since, as if it had kept running from `anchor`, when it showed `elapsed`.
  @discardableResult
  public mutating func undoStop(anchor: Instant, elapsed: Duration) -> Bool {
    guard state != .reset else { return false }
    self = Stopwatch(state: .running, anchor: anchor, elapsedAtAnchor: elapsed, laps: laps)
    return true
  }
}
