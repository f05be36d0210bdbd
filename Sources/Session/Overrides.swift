import Timekeeping

/// What somebody asks for at the start; nil is what was not mentioned, and stays.
package struct Overrides: Sendable {
  package var mode: Mode?
  package var theme: ThemeName?
  package var rings: [RingModel]?
  /// The length of the timer; its mode too, unless another is named.
  package var timer: Duration?
  package var count: Int?
  /// How many digits the counter has.
  package var digits: Int?

  package init() {}
}

extension Model {
  /// Makes it as `overrides` asks. A count or a timer that is thrown away for it can be had back by an undo.
  package mutating func apply(_ overrides: Overrides) {
    if let theme = overrides.theme { self.theme = theme }
    if let rings = overrides.rings {
      self.rings = Model.held(rings)
      chosenRing = nil
    }
    if let length = overrides.timer {
      if timer.state != .reset { history.add(TimerUndo.reset(timer)) }
      timer = Countdown(length: length)
    }
    if overrides.count != nil || overrides.digits != nil {
      let digits = overrides.digits ?? (overrides.count == nil ? counter.digits : Counter().digits)
      let value = overrides.count ?? counter.value
      if counter.value != 0, counter.value != value { history.add(CounterReset(value: counter.value)) }
      // A count from before that needs more digits than there are now goes.
      counter = (try? Counter(value, digits: digits)) ?? (try? Counter(0, digits: digits)) ?? Counter()
    }
    mode = overrides.mode ?? (overrides.timer == nil ? mode : .timer)
  }

  /// One to six rings, with values in range: those given, or the default ones.
  static func held(_ rings: [RingModel]) -> [RingModel] {
    let given = rings.isEmpty ? Model.defaultRings : rings
    return given.prefix(RingModel.maximumCount).map { ring in
      var held = ring
      if case .manual(let value) = ring.source { held.set(value) }
      return held
    }
  }
}
