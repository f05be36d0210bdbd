/// A timer as a value: a length, and a stopwatch of what is spent of it.
///
/// The remaining time is negative past the end. A command that does not apply changes nothing and returns false.
public struct Countdown: Hashable, Sendable {
  /// 0...`Duration.textLimit`.
  public private(set) var length: Duration
  private var spent: Stopwatch

  public static let defaultLength = Duration.seconds(300)

  /// `length` is clamped to 0...`Duration.textLimit`.
  public init(length: Duration = Countdown.defaultLength) {
    self.init(state: .reset, length: length, anchor: .distantPast, remainingAtAnchor: length)
  }

  /// Creates a timer from its parts. Every combination is valid; the remaining time is at most the length.
  public init(state: RunState, length: Duration, anchor: Instant, remainingAtAnchor: Duration) {
    self.length = Countdown.clamped(length)
    spent = Stopwatch(
      state: state, anchor: anchor, elapsedAtAnchor: self.length - remainingAtAnchor, laps: Laps())
  }

  public var state: RunState { spent.state }
  public var isRunning: Bool { spent.isRunning }
  /// The last start or stop; the distant past when reset.
  public var anchor: Instant { spent.anchor }
  public var remainingAtAnchor: Duration { length - spent.elapsedAtAnchor }

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
  public mutating func start(at now: Instant) -> Bool { canStart && spent.start(at: now) }

  @discardableResult
  public mutating func stop(at now: Instant) -> Bool { spent.stop(at: now) }

  @discardableResult
  public mutating func reset() -> Bool { spent.reset() }

  /// Adds `change`, which may be negative, to the length and the remaining time.
  @discardableResult
  public mutating func adjust(by change: Duration) -> Bool {
    guard canAdjust(by: change) else { return false }
    length = Countdown.clamped(length + change)
    return true
  }

  public func canAdjust(by change: Duration) -> Bool {
    Countdown.clamped(length + change) != length
  }

  private static func clamped(_ length: Duration) -> Duration {
    min(max(length, .zero), .textLimit)
  }
}
