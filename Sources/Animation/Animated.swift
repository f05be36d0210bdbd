/// A value that moves to its target instead of jumping there.
///
/// Each change of the target adds a run over its distance, and earlier runs finish, as additive
/// animations of Core Animation do. So position and speed stay continuous at every interruption.
///
/// Runs of one moment with one motion are merged, which is exact: a sum of curves of one shape is
/// a curve of that shape. So there are at most as many as there are frames in a motion. Runs that
/// begin at different moments cannot be merged without changing what is seen, so they are in an
/// array. Only `set` changes it: a frame that merely reads the value, or tracks a source, allocates
/// nothing, even if the value was copied.
public struct Animated<Value: Animatable>: Sendable {
  public private(set) var target: Value
  private(set) var runs: [Run] = []
  /// When the last run ends.
  private var end = -Double.infinity

  struct Run: Sendable {
    fileprivate var distance: Value.AnimatableData
    fileprivate let motion: Motion
    /// Added to the motion's delay, for each number.
    fileprivate let delays: Value.AnimatableData
    fileprivate let start: Double

    fileprivate var begin: Double { start + motion.delay }
    fileprivate var end: Double { begin + delays.largest + motion.duration }

    fileprivate func remaining(at now: Double) -> Value.AnimatableData {
      let times = Value.AnimatableData(repeating: now - start) - delays
      return distance * times.mapped { 1 - motion.progress(after: $0) }
    }

    fileprivate func canMerge(with other: Run) -> Bool {
      start == other.start && motion == other.motion && delays == other.delays
    }
  }

  public init(_ value: Value) { target = value }

  /// Moves the target. What is shown follows by `motion`; without one it is there at once, and runs
  /// in flight end.
  public mutating func set(
    _ new: Value, with motion: Motion?, delays: Value.AnimatableData = .zero,
    at time: AnimationTime
  ) {
    let distance = new.animatableData - target.animatableData
    target = new
    guard distance != .zero else { return }
    guard let motion, motion.duration > 0, !time.isReduced else {
      (runs, end) = ([], -.infinity)
      return
    }
    let run = Run(distance: distance, motion: motion, delays: delays, start: time.seconds)
    runs.removeAll { $0.end <= time.seconds }
    if let last = runs.indices.last, runs[last].canMerge(with: run) {
      runs[last].distance = runs[last].distance + distance
    } else {
      runs.append(run)
    }
    end = max(end, run.end)
  }

  /// Moves the target and all that is shown along with it, as a source does that moves by itself.
  public mutating func track(_ new: Value) { target = new }

  public func value(at time: AnimationTime) -> Value {
    guard isMoving(at: time) else { return target }
    var data = target.animatableData
    for run in runs where run.end > time.seconds { data = data - run.remaining(at: time.seconds) }
    var value = target
    value.animatableData = data
    return value
  }

  /// Returns when the value differs next while the target stays: now while it moves, nil at rest.
  public func nextChange(after time: AnimationTime) -> Double? {
    guard isMoving(at: time) else { return nil }
    let begin = runs.lazy.filter { $0.end > time.seconds }.map(\.begin).min()
    return begin.map { max($0, time.seconds) }
  }

  public func isMoving(at time: AnimationTime) -> Bool { !time.isReduced && time.seconds < end }
}

extension Animated where Value: VectorArithmetic, Value == Value.AnimatableData {
  /// The sum of two values that move on as they do.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.target = left.target + right.target
    sum.runs += right.runs
    sum.end = max(left.end, right.end)
    return sum
  }

  public static func - (left: Self, right: Self) -> Self {
    var negative = right
    negative.target = .zero - right.target
    for index in negative.runs.indices {
      negative.runs[index].distance = .zero - negative.runs[index].distance
    }
    return left + negative
  }
}
