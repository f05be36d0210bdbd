public struct ClockSample: Equatable, Sendable {
  public var instant: Instant
  public var wall: WallClock

  public init(instant: Instant, wall: WallClock) {
    (self.instant, self.wall) = (instant, wall)
  }

  /// The sample `time` ago, with the current UTC offset.
  public func earlier(by time: Duration) -> ClockSample {
    let epoch = wall.nanosecondsSinceEpoch.subtractingClamped(time.nanosecondsClamped)
    return ClockSample(
      instant: instant - time, wall: WallClock(epochNanoseconds: epoch, utcOffsetSeconds: 0))
  }

  /// When the wall clock next shows a multiple of `seconds`, which divides a minute.
  public func nextStep(of seconds: Int) -> Instant {
    let step = max(1, seconds)
    return instant + .seconds(step - wall.second % step) - .nanoseconds(wall.nanosecond)
  }

  /// Whether the wall clock and its zone were not changed since `earlier`, to within 20 ms.
  public func goesOn(from earlier: ClockSample) -> Bool {
    let passed = instant.nanoseconds.subtractingClamped(earlier.instant.nanoseconds)
    let shown = wall.nanosecondsSinceEpoch.subtractingClamped(earlier.wall.nanosecondsSinceEpoch)
    return shown.subtractingClamped(passed).magnitude <= 20_000_000
  }
}
