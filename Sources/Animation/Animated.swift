/// A number on its way to a target.
///
/// A new target adds a run over its distance from the old one; earlier runs finish. So position and
/// speed stay continuous at every interruption. Times are seconds on any steady axis.
///
/// The per-frame functions are inlinable: at rest they cost a comparison, and they never allocate.
public struct Animated: Sendable {
  public private(set) var target: Double

  /// Oldest first; each adds its remaining distance to the target.
  @usableFromInline var runs: [Run] = []

  /// Shorter motions, in seconds, are skipped: no display could show them.
  private static let shortest = 1e-6

  /// A value at rest; zero if `value` is not finite.
  public init(_ value: Double) { target = value.isFinite ? value : 0 }

  /// Moves the value to `newTarget`, which is ignored if it is not finite.
  ///
  /// The value jumps if `duration` is below a microsecond or a time is not finite.
  public mutating func setTarget(_ newTarget: Double, duration: Double, at now: Double) {
    guard newTarget.isFinite else { return }
    let distance = newTarget - target
    target = newTarget
    guard duration >= Self.shortest, duration.isFinite, now.isFinite, distance.isFinite else {
      runs.removeAll(keepingCapacity: true)
      return
    }
    guard distance != 0 else { return }
    prune(at: now)
    runs.append(Run(distance: distance, start: now, duration: duration))
  }

  /// Returns the value at `now`. Runs have not begun before their start, or if `now` is NaN.
  @inlinable
  public func value(at now: Double) -> Double {
    var value = target
    for run in runs { value -= run.remaining(at: now) }
    return value
  }

  @inlinable
  public func isMoving(at now: Double) -> Bool {
    for run in runs where run.end > now { return true }
    return false
  }

  /// Removes the runs that have ended. The value does not change, and the storage is kept.
  @inlinable
  public mutating func prune(at now: Double) {
    for index in runs.indices.reversed() where runs[index].end <= now { runs.remove(at: index) }
  }

  @usableFromInline struct Run: Sendable {
    @usableFromInline var distance: Double
    @usableFromInline var start: Double
    @usableFromInline var duration: Double

    @inlinable var end: Double { start + duration }

    @inlinable
    func remaining(at now: Double) -> Double {
      let time = now >= end ? 1 : (now - start) / duration
      return distance * (1 - EaseInOut.value(at: time))
    }
  }
}
