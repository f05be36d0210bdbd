public import Timekeeping

public enum RingValue: Equatable, Sendable {
  /// In turns.
  case fixed(Double)
  /// The elapsed part of a turn that takes `seconds`.
  case elapsed(LinearTime, seconds: Int64)
  /// A time as a fraction of a length, at most `limit`; 0 for a length of zero.
  case part(LinearTime, of: Duration, limit: Double = 1)
  /// The elapsed part of the local time, for a turn of at most a day, in steps of 1 or 60 seconds.
  case timeOfDay(seconds: Int, step: Int)

  public func turns(at sample: ClockSample) -> Double {
    switch self {
    case .fixed(let turns): return turns
    case .elapsed(let time, let seconds): return time.turns(of: seconds, at: sample.instant)
    case .part(let time, let length, let limit):
      return min(time.ratio(to: length, at: sample.instant), limit)
    case .timeOfDay(let seconds, let step):
      let wall = sample.wall
      let passed = wall.hour * 3600 + wall.minute * 60 + wall.second
      return Double((passed - passed % step) % seconds) / Double(seconds)
    }
  }

  /// Returns the turns, rounded down to a multiple of 1/`count`, and when that changes next.
  public func steps(of count: Int64, at sample: ClockSample) -> (turns: Double, next: NextChange) {
    let (time, unit): (LinearTime, Duration)
    switch self {
    case .fixed, .timeOfDay: return (turns(at: sample), nextChange(after: sample))
    case .elapsed(let elapsed, let seconds): (time, unit) = (elapsed, .seconds(seconds) / count)
    case .part(let part, let whole, _): (time, unit) = (part, whole / count)
    }
    let steps = max(0, time.multiples(of: unit, at: sample.instant))
    let next: NextChange =
      nextChange(after: sample) == .never
      ? .never : time.nextMultiple(of: unit, after: sample.instant).map { .at($0) } ?? .never
    let turns = Double(steps) / Double(count)
    if case .part(_, _, let limit) = self { return (min(turns, limit), next) }
    return (turns - turns.rounded(.down), next)
  }

  public func nextChange(after sample: ClockSample) -> NextChange {
    switch self {
    case .fixed: .never
    case .elapsed(let time, _): time.isRunning ? .nextFrame : .never
    case .part(let time, let length, let limit):
      time.isRunning && length > .zero && turns(at: sample) != (time.countsDown ? 0 : limit)
        ? .nextFrame : .never
    case .timeOfDay(_, let step): .at(sample.nextStep(of: step))
    }
  }
}
