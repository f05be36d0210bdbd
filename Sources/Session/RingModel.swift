/// Where a ring's value comes from.
package enum RingSource: Hashable, Sendable {
  /// Set by hand: 1 is a full turn.
  case manual(Double)
  /// Told from outside, a value after the other, until that is over: what is told is not kept, but for the last.
  case fed(Double, isOver: Bool)
  /// The running second of the stopwatch: a turn a second; in clock mode the second hand: a turn a minute, by steps.
  case second
  /// The running minute of the stopwatch, or of the clock in clock mode.
  case minute
  /// The running hour of the stopwatch, or of the clock in clock mode.
  case hour
  /// The local day.
  case day
  /// What is left of the timer.
  case timer
  /// How much of the plan is over.
  case plan
  /// The running lap, as a part of the lap to aim at: that which was set, or else the best one.
  case lap

  /// Those that are no value, by their names.
  package static let named: KeyValuePairs<String, RingSource> = [
    "second": .second, "minute": .minute, "hour": .hour, "day": .day, "lap": .lap, "timer": .timer,
    "plan": .plan,
  ]
}

/// One activity ring: a name and what it shows.
package struct RingModel: Equatable, Sendable {
  /// The name in the legend.
  package var name: String
  /// Where its value comes from.
  package var source: RingSource

  /// A ring called `name`, whose end is cut off where it has more than `maxNameBytes`.
  package init(name: String, source: RingSource) {
    self.name = name.drawable.cut(
      toCharacters: RingModel.maxNameBytes, bytes: RingModel.maxNameBytes)
    self.source = source
  }

  /// The largest value that can be set by hand, in turns.
  package static let maximum = 1000.0
  /// The most bytes of a name: six of them are to have room in a snapshot, and in a line of the status.
  package static let maxNameBytes = 256
  /// The most rings that can be shown.
  package static let maximumCount = 6

  /// What the legend calls it.
  package var title: String {
    if case .fed(_, isOver: true) = source { "\(name) · over" } else { name }
  }

  /// Sets it to `value` turns, held within 0...`maximum`; NaN is 0.
  mutating func set(_ value: Double) { source = .manual(RingModel.held(value)) }

  /// Has it show this from now on, with values held in range.
  mutating func follow(_ new: RingSource) {
    source =
      switch new {
      case .manual(let value): .manual(RingModel.held(value))
      case .fed(let value, let isOver): .fed(RingModel.held(value), isOver: isOver)
      default: new
      }
  }

  static func held(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), RingModel.maximum)
  }
}
