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
    (self.state, self.length) = (state, Countdown.clamped(length))
    self.anchor = state == .reset ? .distantPast : anchor
    self.remainingAtAnchor =
      state == .reset ? self.length : min(self.length, remainingAtAnchor)
  }

  public var isRunning: Bool { state == .running }

  /// Negative past the end.
  public var remaining: LinearTime {
    isRunning
      ? LinearTime(remainingAtAnchor, from: anchor, countsDown: true)
      : LinearTime(remainingAtAnchor)
  }

  public func remaining(at now: Instant) -> Duration { remaining.value(at: now) }

  /// The end, even if it has passed; nil unless running.
  public var end: Instant? { isRunning ? anchor + remainingAtAnchor : nil }

  public var canStart: Bool { state == .stopped || state == .reset && length > .zero }

  /// Returns false if it is running, or its length is zero.
  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    guard canStart else { return false }
    (anchor, state) = (max(now, anchor), .running)
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
    guard canAdjust(by: change) else { return false }
    let new = Countdown.clamped(length + change)
    (length, remainingAtAnchor) = (new, remainingAtAnchor + (new - length))
    return true
  }

  public func canAdjust(by change: Duration) -> Bool {
    Countdown.clamped(length + change) != length
  }

  private static func clamped(_ length: Duration) -> Duration {
    min(max(length, .zero), .textLimit)
  }
}
