package import Timekeeping

/// What the window is used for.
package enum Mode: String, CaseIterable, Hashable, Sendable {
  case stopwatch, timer, clock, counter

  /// What is particular to the mode: the one place that picks it.
  var definition: any ModeDefinition {
    switch self {
    case .stopwatch: StopwatchMode()
    case .timer: TimerMode()
    case .clock: ClockMode()
    case .counter: CounterMode()
    }
  }
}

/// All that tells one mode from another. Each mode says it in a file of its own; what it does not say is as below.
protocol ModeDefinition: Sendable {
  /// The parts that are shown where none were asked for.
  var defaultParts: Set<Part> { get }
  /// Whether recorded laps are listed.
  var listsLaps: Bool { get }
  /// What the digits show.
  func readout(_ model: Model) -> Readout
  /// Since when, or from when on, the digits flash for attention, if they do.
  func flash(_ model: Model) -> Instant?
  /// What the dial shows.
  func dial(_ model: Model) -> DialContent
  /// The time that a ring follows which goes round once in so many seconds, for one that follows a minute or an hour.
  func turn(of seconds: Int64, _ model: Model) -> RingValue
  /// Whether there are buttons beside the dial.
  var hasButtons: Bool { get }
  /// Those buttons; always as many.
  func buttons(_ model: Model) -> [ButtonContent]
  /// What it is doing, in a word or two for the window's title.
  func title(_ model: Model) -> String
  /// What is shown, as text to paste.
  func transcript(_ model: Model, at reading: Reading) -> String
  /// Whether `command` would do something; nil where that is no matter of the mode.
  func allows(_ command: Command, _ model: Model) -> Bool?
  /// Carries `command` out; false where that is no matter of the mode.
  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool
}

extension ModeDefinition {
  var listsLaps: Bool { false }
  func flash(_ model: Model) -> Instant? { nil }
  func dial(_ model: Model) -> DialContent {
    .seconds(
      SecondsContent(
        total: model.stopwatch.total, readout: .time(model.stopwatch.total), lap: model.stopwatch.currentLap,
        lapNumber: model.stopwatch.laps.isEmpty ? nil : model.stopwatch.laps.count + 1))
  }
  func turn(of seconds: Int64, _ model: Model) -> RingValue {
    .elapsed(model.stopwatch.total, seconds: seconds)
  }
  var hasButtons: Bool { true }
  func title(_ model: Model) -> String { model.mode.rawValue }
  func allows(_ command: Command, _ model: Model) -> Bool? { nil }
  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool { false }
}

extension Model {
  // What the mode says of this model.
  package var defaultParts: Set<Part> { mode.definition.defaultParts }
  /// Whether there are recorded laps to list.
  package var hasListedLaps: Bool { mode.definition.listsLaps && !stopwatch.laps.isEmpty }
  package var readout: Readout { mode.definition.readout(self) }
  package var flash: Instant? { mode.definition.flash(self) }
  package var dial: DialContent { mode.definition.dial(self) }
  package var hasButtons: Bool { mode.definition.hasButtons }
  package var buttons: [ButtonContent] { mode.definition.buttons(self) }
  package var title: String { isAlarmOpen ? "timer over" : mode.definition.title(self) }

  /// What is shown, as text to paste: the time or the count, then a line a lap with its number, its time and the
  /// total, separated by tabs.
  package func transcript(at now: Instant, wall: WallClock) -> String {
    mode.definition.transcript(self, at: Reading(instant: now, wall: wall))
  }

  /// What a ring that follows `source` shows.
  package func value(of source: RingSource) -> RingValue {
    switch source {
    case .manual(let turns): .fixed(turns)
    case .second: .elapsed(stopwatch.total, seconds: 1)
    case .minute: mode.definition.turn(of: 60, self)
    case .hour: mode.definition.turn(of: 3600, self)
    case .day: .timeOfDay(seconds: 86_400)
    case .timer: .rest(timer.rest, of: timer.length)
    }
  }
}
