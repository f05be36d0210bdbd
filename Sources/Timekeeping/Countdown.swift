/// A timer as a value: an anchor on the time axis and the remaining time there, never a count of ticks.
///
/// An instant before the last start or stop counts as that moment. The remaining time is negative past the end. A
/// command that does not apply changes nothing and returns false.
public struct Countdown: Hashable, Sendable {
  public private(set) var state: RunState
  /// 0...`Duration.textLimit`.
  public private(set) var length: Duration
  public private(set) var anchor: Instant
  /// At most `length`.
  public private(set) var remainingAtAnchor: Duration

  public static let defaultLength = Duration.seconds(300)

  /// `length` is clamped to 0...`Duration.textLimit`.
  public init(length: Duration = Countdown.defaultLength) {
    self.init(state: .reset, length: length, anchor: .distantPast, remainingAtAnchor: length)
  }

  /// Creates a timer from its parts. Every combination is valid.
  public init(state: RunState, length: Duration, anchor: Instant, remainingAtAnchor: Duration) {
    let length = Countdown.clamped(length)
    self.state = state
    self.length = length
    self.anchor = state == .reset ? .distantPast : anchor
    let remaining = min(length, remainingAtAnchor).nanosecondsClamped
    self.remainingAtAnchor = state == .reset ? length : Duration(nanoseconds: remaining)
  }

  public var isRunning: Bool { state == .running }

  /// Negative past the end.
  public func remaining(at now: Instant) -> Duration {
    guard isRunning else { return remainingAtAnchor }
    let counted = (max(now, anchor) - anchor).nanosecondsClamped
    return Duration(nanoseconds: remainingAtAnchor.nanosecondsClamped.subtractingClamped(counted))
  }

  /// The end, even if it has passed; nil unless running.
  public var end: Instant? { isRunning ? anchor + remainingAtAnchor : nil }

  /// Returns false if it is running, or its length is zero.
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
    // Both use the old anchor.
    (anchor, remainingAtAnchor) = (max(now, anchor), remaining(at: now))
    state = .stopped
    return true
  }

  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = Countdown(length: length)
    return true
  }

  /// Adds `change`, which may be negative, to the length and the remaining time.
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
