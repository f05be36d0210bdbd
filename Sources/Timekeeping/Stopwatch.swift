/// What a stopwatch, a timer or a plan is doing.
public enum RunState: String, Hashable, Sendable, CaseIterable {
  /// At its beginning.
  case reset
  case running
  /// Paused: a start continues.
  case stopped
}

/// A stopwatch as a value: an anchor on the time axis and what had elapsed there, never a count of ticks.
///
/// An instant before the last start, stop or lap counts as that moment, so elapsed time never runs backwards. A command
/// that does not apply changes nothing and returns false.
public struct Stopwatch: Hashable, Sendable {
  public private(set) var state: RunState
  /// When it was last started or stopped; the distant past when reset.
  public private(set) var anchor: Instant
  /// What had elapsed at `anchor`; never negative.
  public private(set) var elapsedAtAnchor: Duration
  /// The recorded laps; the running lap is not among them.
  public private(set) var laps: Laps

  public init() {
    self.init(state: .reset, anchor: .distantPast, elapsedAtAnchor: .zero, laps: Laps())
  }

  /// A stopwatch from its parts, of which every combination makes a valid one.
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

  /// The whole time elapsed at `now`.
  public func elapsed(at now: Instant) -> Duration {
    guard isRunning else { return elapsedAtAnchor }
    let counted = (effective(now) - anchor).nanosecondsClamped
    return Duration(nanoseconds: elapsedAtAnchor.nanosecondsClamped.addingClamped(counted))
  }

  /// The time elapsed since the newest lap, or since the start without laps.
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

  /// Stops counting and holds the time.
  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    // Both depend on the old anchor.
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

  /// Returns to zero and forgets the laps, if it is stopped.
  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = Stopwatch()
    return true
  }

  /// Takes a stop back, as if it had gone on running all the while.
  @discardableResult
  public mutating func undoStop() -> Bool {
    guard state == .stopped else { return false }
    state = .running
    return true
  }

  /// Takes the newest lap back: its time belongs to the running lap again.
  @discardableResult
  public mutating func undoLap() -> Bool {
    laps.removeNewest()
  }

  /// Names lap `number`; an empty name removes it.
  @discardableResult
  public mutating func nameLap(_ number: Int, _ name: String) -> Bool {
    laps.setName(name, of: number)
  }

  /// `now`, but never before the last start, stop or lap.
  private func effective(_ now: Instant) -> Instant {
    let lastLap = isRunning ? anchor + (laps.total - elapsedAtAnchor) : anchor
    return max(now, anchor, lastLap)
  }
}
