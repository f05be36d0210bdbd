package import Timekeeping

extension StatusReport {
  /// When it was taken.
  package var instant: Instant { reading.instant }

  /// When time alone leads to something else to be told, such as the next step of a plan or the end of the timer.
  package var nextTurn: Instant? {
    [model.nextTurn, model.timer.end].compactMap { $0 }.filter { $0 > instant }.min()
  }

  /// When the time that is shown next has another whole second; nil where it stands.
  package func nextSecond(after instant: Instant) -> Instant? {
    switch model.readout {
    case .time(let time), .remaining(let time): return time.nextSecond(after: instant)
    case .timeOfDay:
      let next = reading.nextStep(of: 1)
      guard instant > next else { return next }
      let seconds = ((instant - next).nanosecondsClamped + 999_999_999) / 1_000_000_000
      return next + .seconds(seconds)
    case .number: return nil
    }
  }

  /// All that somebody, or the end of something, changes, and time as it passes does not.
  package struct Key: Equatable, Sendable {
    fileprivate var mode: Mode
    fileprivate var stopwatch: Stopwatch
    fileprivate var timer: Countdown
    fileprivate var plan: PlanRun
    fileprivate var counter: Counter
    fileprivate var rings: [RingModel]
    fileprivate var theme: String
    fileprivate var isVisible: Bool
    fileprivate var isOver: Bool
  }

  /// That.
  package var key: Key {
    Key(
      mode: model.mode, stopwatch: model.stopwatch, timer: model.timer, plan: plan,
      counter: model.counter,
      rings: model.rings.all, theme: themeWord, isVisible: isVisible, isOver: remaining < .zero)
  }
}
