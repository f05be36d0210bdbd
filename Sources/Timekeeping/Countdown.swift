/// A timer as a value: an anchor on the time axis and what was left there, never a count of ticks.
///
/// Whoever calls says what time it is. An instant before the last start or stop counts as that moment. Past its end it
/// goes on: what is left is then below zero, by as much as it has overrun. A command that does not apply changes
/// nothing and returns false.
public struct Countdown: Hashable, Sendable {
  /// What a timer may be doing.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// At its whole length.
    case reset
    /// Counting down, or overrunning.
    case running
    /// Holding what is left, which a start continues.
    case stopped
  }

  /// What it is doing.
  public private(set) var state: State
  /// The length that it is set to, 0...`Duration.textLimit`.
  public private(set) var length: Duration
  /// When it was last started or stopped; the distant past when reset.
  public private(set) var anchor: Instant
  /// What was left at `anchor`; never more than `length`, and below zero once it has overrun.
  public private(set) var remainingAtAnchor: Duration

  /// The length of a timer that was not told of another.
  public static let defaultLength = Duration.seconds(300)

  /// A timer of `length`, held within 0...`Duration.textLimit`, that has not been started.
  public init(length: Duration = Countdown.defaultLength) {
    self.init(state: .reset, length: length, anchor: .distantPast, remainingAtAnchor: length)
  }

  /// A timer from its parts, as they were written down earlier.
  ///
  /// Every combination makes a valid one: a length is held within 0...`Duration.textLimit`, a reset one has all of it
  /// left, and no other has more than that.
  public init(state: State, length: Duration, anchor: Instant, remainingAtAnchor: Duration) {
    let held = Countdown.held(length)
    self.state = state
    self.length = held
    self.anchor = state == .reset ? .distantPast : anchor
    self.remainingAtAnchor =
      state == .reset
      ? held : Duration(nanoseconds: min(held, remainingAtAnchor).nanosecondsClamped)
  }

  /// Whether it is counting.
  public var isRunning: Bool { state == .running }

  /// What is left at `now`; below zero once it has overrun.
  public func remaining(at now: Instant) -> Duration {
    guard isRunning else { return remainingAtAnchor }
    let counted = (effective(now) - anchor).nanosecondsClamped
    return Duration(nanoseconds: remainingAtAnchor.nanosecondsClamped.subtractingClamped(counted))
  }

  /// When nothing is left, in the past where it has overrun; nil unless it is running.
  public var end: Instant? { isRunning ? anchor + remainingAtAnchor : nil }

  /// Starts or continues counting; false when it is running, or set to nothing.
  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    guard !isRunning, state == .stopped || length > .zero else { return false }
    anchor = effective(now)
    state = .running
    return true
  }

  /// Stops counting and holds what is left; false unless it is running.
  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    // Both are reckoned from the old anchor.
    (anchor, remainingAtAnchor) = (effective(now), remaining(at: now))
    state = .stopped
    return true
  }

  /// Returns to the length that it is set to; false unless it is stopped.
  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = Countdown(length: length)
    return true
  }

  /// Sets it to a length that is longer by `change`, which may be negative, and leaves by as much more; the length is
  /// held within 0...`Duration.textLimit`. False where that changes nothing.
  @discardableResult
  public mutating func adjust(by change: Duration) -> Bool {
    let sum = length.nanosecondsClamped.addingClamped(change.nanosecondsClamped)
    let new = Countdown.held(Duration(nanoseconds: sum))
    guard new != length else { return false }
    let rest = remainingAtAnchor.nanosecondsClamped.addingClamped((new - length).nanosecondsClamped)
    (length, remainingAtAnchor) = (new, Duration(nanoseconds: rest))
    return true
  }

  /// Whether it could be set to a length that differs from this one by `change`.
  public func canAdjust(by change: Duration) -> Bool {
    var trial = self
    return trial.adjust(by: change)
  }

  /// Takes a stop back, as if it had gone on running all the while; false unless it is stopped.
  @discardableResult
  public mutating func undoStop() -> Bool {
    guard state == .stopped else { return false }
    state = .running
    return true
  }

  /// `now`, but never before the last start or stop.
  private func effective(_ now: Instant) -> Instant { max(now, anchor) }

  private static func held(_ length: Duration) -> Duration {
    Duration(nanoseconds: min(max(length, .zero), .textLimit).nanosecondsClamped)
  }
}
