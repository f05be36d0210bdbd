/// What the clocks said, read once a turn of the loop and passed down from there.
public struct ClockSample: Equatable, Sendable {
  /// The instant.
  public var instant: Instant
  /// The local time.
  public var wall: WallClock

  /// Both, taken together.
  public init(instant: Instant, wall: WallClock) {
    self.instant = instant
    self.wall = wall
  }

  /// What the same clocks showed `time` ago, in the zone of now.
  public func earlier(by time: Duration) -> ClockSample {
    let epoch = wall.nanosecondsSinceEpoch.subtractingClamped(time.nanosecondsClamped)
    return ClockSample(
      instant: instant - time, wall: WallClock(epochNanoseconds: epoch, utcOffsetSeconds: 0))
  }

  /// When the clock on the wall shows its next second.
  public var nextSecond: Instant { wall.nextSecond(after: instant) }

  /// When it shows its next whole number of steps of so many seconds, which divide a minute.
  public func nextStep(of seconds: Int) -> Instant {
    let past = wall.second % max(1, seconds)
    return nextSecond + .seconds(max(1, seconds) - 1 - past)
  }

  /// Whether the wall clock has gone on since an `earlier` reading as the instants have, to a few hundredths of a second:
  /// it was not set, nor is it in another zone.
  public func goesOn(from earlier: ClockSample) -> Bool {
    let passed = instant.nanoseconds.subtractingClamped(earlier.instant.nanoseconds)
    let shown = wall.nanosecondsSinceEpoch.subtractingClamped(earlier.wall.nanosecondsSinceEpoch)
    return shown.subtractingClamped(passed).magnitude <= 20_000_000
  }
}

/// When what is shown will next differ.
public enum NextChange: Equatable, Sendable {
  /// With the next frame.
  case nextFrame
  /// Not before an instant.
  case at(Instant)
  /// Not until something happens.
  case never

  /// Whether it has come at `now`.
  public func isDue(at now: Instant) -> Bool {
    switch self {
    case .nextFrame: true
    case .at(let instant): now >= instant
    case .never: false
    }
  }

  /// The earlier of the two.
  public func orEarlier(_ other: NextChange) -> NextChange {
    switch (self, other) {
    case (.nextFrame, _), (_, .never): self
    case (_, .nextFrame), (.never, _): other
    case (.at(let first), .at(let second)): .at(min(first, second))
    }
  }
}
