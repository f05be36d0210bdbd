/// A timer as a value: an anchor on the time axis and what remained there, never a count of ticks.
///
/// An instant before the last start or stop counts as that moment. Past its end the remaining time is negative. A command
/// that does not apply changes nothing and returns false.
public struct Countdown: Hashable, Sendable {
  public private(set) var state: RunState
  /// The length that it is set to, 0...`Duration.textLimit`.
  public private(set) var length: Duration
  /// When it was last started or stopped; the distant past when reset.
  public private(set) var anchor: Instant
  /// What remained at `anchor`; never more than `length`.
  public private(set) var remainingAtAnchor: Duration

  public static let defaultLength = Duration.seconds(300)

  /// A timer of `length`, clamped to 0...`Duration.textLimit`, that has not been started.
  public init(length: Duration = Countdown.defaultLength) {
    self.init(state: .reset, length: length, anchor: .distantPast, remainingAtAnchor: length)
  }

  /// A timer from its parts, of which every combination makes a valid one.
  public init(state: RunState, length: Duration, anchor: Instant, remainingAtAnchor: Duration) {
    let length = Countdown.clamped(length)
    self.state = state
    self.length = length
    self.anchor = state == .reset ? .distantPast : anchor
    let remaining = min(length, remainingAtAnchor).nanosecondsClamped
    self.remainingAtAnchor = state == .reset ? length : Duration(nanoseconds: remaining)
  }

  public var isRunning: Bool { state == .running }

  /// What remains at `now`; negative past the end.
  public func remaining(at now: Instant) -> Duration {
    guard isRunning else { return remainingAtAnchor }
    let counted = (max(now, anchor) - anchor).nanosecondsClamped
    return Duration(nanoseconds: remainingAtAnchor.nanosecondsClamped.subtractingClamped(counted))
  }

  /// When nothing remains, in the past where it has overrun; nil unless it is running.
  public var end: Instant? { isRunning ? anchor + remainingAtAnchor : nil }

  /// Starts or continues counting; false if it is running, or set to nothing.
  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    guard !isRunning, state == .stopped || length > .zero else { return false }
    anchor = max(now, anchor)
    state = .running
    return true
  }

  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    // Both depend on the old anchor.
    (anchor, remainingAtAnchor) = (max(now, anchor), remaining(at: now))
    state = .stopped
    return true
  }

  /// Returns to the length that it is set to, if it is stopped.
  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = Countdown(length: length)
    return true
  }

  /// Adds `change`, which may be negative, to the length and to what remains.
  @discardableResult
  public mutating func adjust(by change: Duration) -> Bool {
    let sum = length.nanosecondsClamped.addingClamped(change.nanosecondsClamped)
    let new = Countdown.clamped(Duration(nanoseconds: sum))
    guard new != length else { return false }
    let remaining = remainingAtAnchor.nanosecondsClamped.addingClamped(
      (new - length).nanosecondsClamped)
    (length, remainingAtAnchor) = (new, Duration(nanoseconds: remaining))
    return true
  }

  public func canAdjust(by change: Duration) -> Bool {
    var trial = self
    return trial.adjust(by: change)
  }

  private static func clamped(_ length: Duration) -> Duration {
    Duration(nanoseconds: min(max(length, .zero), .textLimit).nanosecondsClamped)
  }
}
