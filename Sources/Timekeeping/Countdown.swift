/// A timer as a value: a length, and a stopwatch of what is spent of it.
///
/// The remaining time is negative past the end. A command that does not apply changes nothing.
public struct Countdown: Hashable, Sendable {
  /// The length of this run; 0...`Duration.textLimit`.
  public private(set) var length: Duration
  /// The length that was set, to which a reset returns. Changes during a run do not alter it.
  public private(set) var setLength: Duration
  private var spent: Stopwatch

  public static let defaultLength = Duration.seconds(300)

  /// `length` is clamped.
  public init(length: Duration = Countdown.defaultLength) {
    self.init(state: .reset, length: length, anchor: .distantPast, remainingAtAnchor: length)
  }

  /// Every combination is valid; the remaining time is at most the length.
  public init(
    state: RunState, length: Duration, setLength: Duration? = nil, anchor: Instant,
    remainingAtAnchor: Duration
  ) {
    self.setLength = Countdown.clamped(setLength ?? length)
    self.length = state == .reset ? self.setLength : Countdown.clamped(length)
    spent = Stopwatch(
      state: state, anchor: anchor, elapsedAtAnchor: self.length - remainingAtAnchor)
  }

  public var state: RunState { spent.state }
  public var isRunning: Bool { spent.isRunning }
  /// The last start or stop; the distant past when reset.
  public var anchor: Instant { spent.anchor }
  public var remainingAtAnchor: Duration { length - spent.elapsedAtAnchor }

  public var remaining: LinearTime { spent.remaining(of: length) }

  public func remaining(at now: Instant) -> Duration { remaining.value(at: now) }

  /// The end, even if it has passed; nil unless running.
  public var end: Instant? { isRunning ? anchor + remainingAtAnchor : nil }

  public func isOver(at now: Instant) -> Bool { end.map { $0 <= now } ?? false }

  public var canStart: Bool { state == .stopped || state == .reset && length > .zero }

  public mutating func start(at now: Instant) {
    if canStart { spent.start(at: now) }
  }

  public mutating func stop(at now: Instant) { spent.stop(at: now) }

  public mutating func reset() {
    if spent.reset() { length = setLength }
  }

  /// Adds `change`, which may be negative, to the length and the remaining time.
  public mutating func adjust(by change: Duration) {
    length = Countdown.clamped(length + change)
    if state == .reset { setLength = length }
  }

  public func canAdjust(by change: Duration) -> Bool {
    Countdown.clamped(length + change) != length
  }

  private static func clamped(_ length: Duration) -> Duration {
    min(max(length, .zero), .textLimit)
  }
}
