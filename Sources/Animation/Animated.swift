/// A value on its way to a target: the target, and the runs that are still in flight towards it.
///
/// A new target adds a run over its distance from the old one and lets the runs in flight finish, so position is
/// always continuous at an interruption, and so is speed for every curve that starts from rest. A curve that
/// starts at once adds its own first speed at that moment, which no sum can hide.
///
/// Times are seconds on any steady axis; the caller says what time it is. A value at rest holds no runs and needs no
/// memory of its own.
///
/// What is asked for in every frame is inlinable: compiled for a type of value, it costs a comparison where nothing
/// moves, and allocates nothing where something does.
public struct Animated<Value: VectorArithmetic>: Sendable {
  /// Where the value is going, or is.
  public private(set) var target: Value

  /// From the oldest to the newest; each adds what is left of its distance to the target.
  @usableFromInline var runs: [Run] = []

  var runsHeld: Int { runs.count }

  /// The most runs that are kept in flight.
  public static var capacity: Int { 8 }

  /// A shorter motion than this many seconds is taken at once: no display could show it.
  private static var shortest: Double { 1e-6 }

  /// A value at rest at `value`; at zero where that is not finite.
  public init(_ value: Value) {
    target = value.magnitudeSquared.isFinite ? value : .zero
  }

  /// Sends the value to `newTarget`.
  ///
  /// When eight runs are in flight, the oldest two become one that has their common position and speed, and ends
  /// when the later one would have. So position and speed are kept even then, and a value may be sent to a new
  /// target at every event.
  ///
  /// - Parameters:
  ///   - newTarget: where to go. One that is not finite, or whose magnitude is beyond Double, is ignored.
  ///   - duration: how many seconds the motion takes. Below a microsecond, or not finite: the value is there at
  ///     once, and nothing stays in flight.
  ///   - curve: how the motion spends its time.
  ///   - now: the present time in seconds; where it is not finite, the value is there at once.
  public mutating func setTarget(
    _ newTarget: Value, duration: Double, curve: UnitCurve = .easeInOut, at now: Double
  ) {
    guard newTarget.magnitudeSquared.isFinite else { return }
    let distance = newTarget - target
    target = newTarget
    guard duration >= Self.shortest, duration.isFinite, now.isFinite,
      distance.magnitudeSquared.isFinite
    else {
      runs.removeAll(keepingCapacity: true)
      return
    }
    guard distance != .zero else { return }
    prune(at: now)
    if runs.count >= Self.capacity { mergeOldest(at: now) }
    runs.append(Run(distance: distance, start: now, duration: duration, shape: .curve(curve)))
  }

  /// Where the value is at `now`; before a run's start, and for NaN, that run has not begun.
  @inlinable
  public func value(at now: Double) -> Value {
    var value = target
    for run in runs { value -= run.remaining(at: now) }
    return value
  }

  /// Whether a run is still in flight at `now`.
  @inlinable
  public func isMoving(at now: Double) -> Bool {
    for run in runs where run.end > now { return true }
    return false
  }

  /// How many runs have not ended at `now`.
  public func countRuns(at now: Double) -> Int {
    var count = 0
    for run in runs where run.end > now { count += 1 }
    return count
  }

  /// Drops the runs that have finished at `now`. The value does not change by it, and their storage is kept.
  @inlinable
  public mutating func prune(at now: Double) {
    for index in runs.indices.reversed() where runs[index].end <= now { runs.remove(at: index) }
  }

  private mutating func mergeOldest(at now: Double) {
    guard runs.count >= 2 else { return }
    let end = max(runs[0].end, runs[1].end)
    let remaining = runs[0].remaining(at: now) + runs[1].remaining(at: now)
    let speed = runs[0].remainingSpeed(at: now) + runs[1].remainingSpeed(at: now)
    runs.removeFirst()
    runs[0] = Run(
      distance: remaining, start: now, duration: max(end - now, Self.shortest),
      shape: .settling(speed: speed)
    )
  }

  /// One motion over `distance`, seen from its end: what remains of it goes from `distance` to zero.
  @usableFromInline struct Run: Sendable {
    @usableFromInline enum Shape: Sendable {
      /// From the distance to zero along a curve.
      case curve(UnitCurve)
      /// From the distance, at a speed of the remaining distance a second, to rest at zero: a cubic.
      case settling(speed: Value)
    }

    @usableFromInline var distance: Value
    @usableFromInline var start: Double
    @usableFromInline var duration: Double
    @usableFromInline var shape: Shape

    init(distance: Value, start: Double, duration: Double, shape: Shape) {
      self.distance = distance
      self.start = start
      self.duration = duration
      self.shape = shape
    }

    @inlinable var end: Double { start + duration }

    @inlinable
    func remaining(at now: Double) -> Value {
      let time = phase(at: now)
      guard time > 0 else { return distance }
      guard time < 1 else { return .zero }
      switch shape {
      case .curve(let curve):
        return distance.scaled(by: 1 - curve.value(at: time))
      case .settling(let speed):
        // Hermite's cubics for a start at 1 and for a start at speed 1, both with rest at the end.
        let rest = 1 - time
        return distance.scaled(by: (1 + 2 * time) * rest * rest)
          + speed.scaled(by: duration * time * rest * rest)
      }
    }

    func remainingSpeed(at now: Double) -> Value {
      let time = phase(at: now)
      guard time >= 0, time < 1 else { return .zero }
      switch shape {
      case .curve(let curve):
        return distance.scaled(by: -curve.slope(at: time) / duration)
      case .settling(let speed):
        let rest = 1 - time
        return distance.scaled(by: -6 * time * rest / duration)
          + speed.scaled(by: rest * (1 - 3 * time))
      }
    }

    /// How much of the run's time is over at `now`: below 0 before it, from 1 on after it.
    @inlinable
    func phase(at now: Double) -> Double {
      now >= end ? 1 : (now - start) / duration
    }
  }
}
