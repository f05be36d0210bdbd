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
