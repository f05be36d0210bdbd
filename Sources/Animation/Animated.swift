/// A value that can be added, scaled and measured, and so interpolated.
public protocol VectorArithmetic: AdditiveArithmetic, Sendable {
  mutating func scale(by factor: Double)

  /// The sum of the squares of the components; not finite if one of them is not.
  var magnitudeSquared: Double { get }
}

extension Double: VectorArithmetic {
  @inlinable
  public mutating func scale(by factor: Double) { self *= factor }
  public var magnitudeSquared: Double { self * self }
}

/// A value on its way to a target, and the runs in flight towards it.
///
/// A new target adds a run over its distance from the old one and lets the others finish. So
/// position and speed are continuous at every interruption. Times are seconds on any steady axis.
///
/// What each frame asks for is inlinable: it costs a comparison at rest, and never allocates.
public struct Animated<Value: VectorArithmetic>: Sendable {
  public private(set) var target: Value

  /// Oldest first; each adds its remaining distance to the target.
  @usableFromInline var runs: [Run] = []

  /// A shorter motion, in seconds, is skipped: no display could show it.
  private static var shortest: Double { 1e-6 }

  /// A value at rest; zero if `value` is not finite.
  public init(_ value: Value) {
    target = value.magnitudeSquared.isFinite ? value : .zero
  }

  /// Sends the value to `newTarget`, which is ignored if it is not finite.
  ///
  /// It is there at once if `duration` (in seconds) is below a microsecond, or a time is not finite.
  public mutating func setTarget(_ newTarget: Value, duration: Double, at now: Double) {
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
    runs.append(Run(distance: distance, start: now, duration: duration))
  }

  /// The value at `now`. Before a run's start, and for NaN, that run has not begun.
  @inlinable
  public func value(at now: Double) -> Value {
    var value = target
    for run in runs { value -= run.remaining(at: now) }
    return value
  }

  @inlinable
  public func isMoving(at now: Double) -> Bool {
    for run in runs where run.end > now { return true }
    return false
  }

  /// The number of runs that have not been pruned.
  public var runCount: Int { runs.count }

  /// Drops the runs that have ended; neither the value nor the storage changes.
  @inlinable
  public mutating func prune(at now: Double) {
    for index in runs.indices.reversed() where runs[index].end <= now { runs.remove(at: index) }
  }

  /// One motion, whose remaining distance goes from `distance` to zero.
  @usableFromInline struct Run: Sendable {
    @usableFromInline var distance: Value
    @usableFromInline var start: Double
    @usableFromInline var duration: Double

    @inlinable var end: Double { start + duration }

    @inlinable
    func remaining(at now: Double) -> Value {
      let time = now >= end ? 1 : (now - start) / duration
      guard time > 0 else { return distance }
      guard time < 1 else { return .zero }
      var remaining = distance
      remaining.scale(by: 1 - EaseInOut.value(at: time))
      return remaining
    }
  }
}
