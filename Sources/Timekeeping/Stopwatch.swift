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
  public private(set) var laps: Laps

  public init() {
    self.init(state: .reset, anchor: .distantPast, elapsedAtAnchor: .zero, laps: Laps())
  }

  /// Creates a stopwatch from its parts. Every combination is valid.
  public init(state: RunState, anchor: Instant, elapsedAtAnchor: Duration, laps: Laps) {
    self.state = state
    self.anchor = state == .reset ? .distantPast : anchor
    let elapsed = Duration(nanoseconds: max(0, elapsedAtAnchor.nanosecondsClamped))
    self.elapsedAtAnchor =
      switch state {
      case .reset: .zero
      case .running: elapsed
      case .stopped: max(elapsed, laps.total)
      }
    self.laps = state == .reset ? Laps() : laps
  }

  public var isRunning: Bool { state == .running }

  public func elapsed(at now: Instant) -> Duration {
    guard isRunning else { return elapsedAtAnchor }
    let counted = (effective(now) - anchor).nanosecondsClamped
    return Duration(nanoseconds: elapsedAtAnchor.nanosecondsClamped.addingClamped(counted))
  }

  public func lapElapsed(at now: Instant) -> Duration {
    elapsed(at: now) - laps.total
  }

  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    guard !isRunning else { return false }
    anchor = effective(now)
    state = .running
    return true
  }

  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    // Both use the old anchor.
    (anchor, elapsedAtAnchor) = (effective(now), elapsed(at: now))
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

  /// Undoes a stop, as if it had kept running.
  @discardableResult
  public mutating func undoStop() -> Bool {
    guard state == .stopped else { return false }
    state = .running
    return true
  }

  /// Removes the newest lap; the running lap includes its time again.
  @discardableResult
  public mutating func undoLap() -> Bool {
    laps.removeNewest()
  }

  @discardableResult
  public mutating func nameLap(_ number: Int, _ name: String) -> Bool {
    laps.setName(name, of: number)
  }

  private func effective(_ now: Instant) -> Instant {
    let lastLap = isRunning ? anchor + (laps.total - elapsedAtAnchor) : anchor
    return max(now, anchor, lastLap)
  }
}
