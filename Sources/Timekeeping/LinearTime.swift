/// A time that stands still or runs from an anchor: enough to compute it at any later instant.
public struct LinearTime: Hashable, Sendable {
  /// The value at the anchor, in nanoseconds.
  private let start: Int64
  private let anchor: Instant
  /// 1 counts up, -1 down, 0 stands still.
  private let rate: Int64

  public init(_ value: Duration) {
    (start, anchor, rate) = (value.nanosecondsClamped, .zero, 0)
  }

  /// Creates a time that is `value` up to `anchor`, and runs from there.
  public init(_ value: Duration, from anchor: Instant, countsDown: Bool = false) {
    (start, self.anchor, rate) = (value.nanosecondsClamped, anchor, countsDown ? -1 : 1)
  }

  /// The time that is always later by `change`.
  public func offset(by change: Duration) -> LinearTime {
    LinearTime(
      start: start.addingClamped(change.nanosecondsClamped), anchor: anchor, rate: rate)
  }

  private init(start: Int64, anchor: Instant, rate: Int64) {
    (self.start, self.anchor, self.rate) = (start, anchor, rate)
  }

  public var isRunning: Bool { rate != 0 }

  public var countsDown: Bool { rate < 0 }

  public func value(at now: Instant) -> Duration { Duration.nanoseconds(nanoseconds(at: now)) }

  /// The elapsed fraction of a turn of `seconds`, 0..<1; exact however long the time has run.
  public func turns(of seconds: Int64, at now: Instant) -> Double {
    let turn = seconds * 1_000_000_000
    return Double(nanoseconds(at: now) % turn) / Double(turn)
  }

  /// The ratio to `whole`, never negative; 0 if `whole` is zero.
  public func ratio(to whole: Duration, at now: Instant) -> Double {
    let all = whole.nanosecondsClamped
    return all > 0 ? max(Double(nanoseconds(at: now)) / Double(all), 0) : 0
  }

  /// When the whole seconds, rounded towards zero, change next; nil if it stands still.
  public func nextSecond(after now: Instant) -> Instant? {
    timeSinceChange(of: 1_000_000_000, at: now).map {
      max(now, anchor) + Duration.nanoseconds(1_000_000_000 - $0)
    }
  }

  /// How often it holds `unit`, which is above zero, rounded towards zero.
  public func multiples(of unit: Duration, at now: Instant) -> Int64 {
    nanoseconds(at: now) / max(1, unit.nanosecondsClamped)
  }

  /// When `multiples` next changes; nil if it stands still.
  public func nextMultiple(of unit: Duration, after now: Instant) -> Instant? {
    let unit = max(1, unit.nanosecondsClamped)
    return timeSinceChange(of: unit, at: now).map {
      max(now, anchor) + Duration.nanoseconds(unit - $0)
    }
  }

  /// Time since the tenths, rounded towards zero, last changed; nil if it stands still.
  public func timeSinceTenth(at now: Instant) -> Duration? {
    timeSinceChange(of: 100_000_000, at: now).map { Duration.nanoseconds($0) }
  }

  private func timeSinceChange(of unit: Int64, at now: Instant) -> Int64? {
    guard isRunning else { return nil }
    let value = nanoseconds(at: now)
    let past = Int64((value % unit).magnitude)
    // Zero is the last moment without a sign.
    let shrinks = rate < 0 ? value >= 0 : value < 0
    return shrinks ? unit - 1 - past : past
  }

  private func nanoseconds(at now: Instant) -> Int64 {
    guard isRunning, now > anchor else { return start }
    let passed = now.nanoseconds.subtractingClamped(anchor.nanoseconds)
    return rate < 0 ? start.subtractingClamped(passed) : start.addingClamped(passed)
  }
}
