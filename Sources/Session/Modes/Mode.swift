package import Timekeeping

/// What the window is used for.
package enum Mode: String, CaseIterable, Hashable, Sendable {
  case stopwatch, timer, plan, clock, counter

  /// What is particular to the mode: the one place that picks it.
  var definition: any ModeDefinition {
    switch self {
    case .stopwatch: StopwatchMode()
    case .timer: TimerMode()
    case .plan: PlanMode()
    case .clock: ClockMode()
    case .counter: CounterMode()
    }
  }
}

/// All that tells one mode from another. Each mode says it in a file of its own; what it does not say is as below.
protocol ModeDefinition: Sendable {
  var defaultParts: Set<Part> { get }
  var hasList: Bool { get }
  /// The number of rows of the list, the row to be seen, and the list's number: a list with another number is another one,
  /// and no longer scrolled.
  func listExtent(_ model: Model) -> (count: Int, focus: Int, number: Int64)
  /// These rows of the list, from the top, all of which there are.
  func list(_ model: Model, rows: Range<Int>) -> ListContent
  func readout(_ model: Model) -> DisplayValue
  /// Since when, or from when on, the digits flash for attention.
  func flash(_ model: Model) -> Instant?
  func dial(_ model: Model) -> DialContent
  /// The value of a ring that turns once in `seconds`: a second, a minute or an hour.
  func turn(of seconds: Int64, _ model: Model) -> RingValue
  var hasButtons: Bool { get }
  /// Those buttons; always as many.
  func buttons(_ model: Model) -> [ButtonContent]
  /// A word or two for the window's title.
  func title(_ model: Model) -> String
  func state(_ model: Model) -> RunState
  /// Whether a time runs that a person or a script started.
  func isRunning(_ model: Model) -> Bool
  /// What is shown, as text to paste.
  func transcript(_ model: Model, at sample: ClockSample) -> String
  /// Its line of `status`; nil for none.
  func summary(_ report: StatusReport) -> String?
  /// What a status bar shows, to the whole second.
  func barText(_ report: StatusReport) -> String
  /// Whether a time has run out and nobody has stopped it.
  func isOverdue(_ report: StatusReport) -> Bool
  /// What a step changes, and by how much.
  func words(for step: Step) -> String
  /// Whether `command` would do something; nil if the command is not the mode's.
  func allows(_ command: Command, _ model: Model) -> Bool?
  /// The command of the mouse wheel where nothing else uses it; positive `notches` turn it down.
  func command(ofWheel notches: Int, _ model: Model) -> Command?
  /// Carries `command` out; false if the command is not the mode's.
  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool
}

extension ModeDefinition {
  var hasList: Bool { false }
  func listExtent(_ model: Model) -> (count: Int, focus: Int, number: Int64) {
    // The running lap is listed, too.
    (model.stopwatch.state == .reset ? 0 : model.stopwatch.laps.count + 1, 0, model.session.number)
  }
  func list(_ model: Model, rows: Range<Int>) -> ListContent { .laps(of: model, rows: rows) }
  func flash(_ model: Model) -> Instant? { nil }
  func dial(_ model: Model) -> DialContent {
    .seconds(
      SecondsContent(
        total: model.stopwatch.total, readout: .time(model.stopwatch.total),
        lap: model.stopwatch.currentLap,
        lapNumber: model.stopwatch.laps.isEmpty ? nil : model.stopwatch.laps.count + 1,
        ghost: model.ghostLap))
  }
  func turn(of seconds: Int64, _ model: Model) -> RingValue {
    .elapsed(model.stopwatch.total, seconds: seconds)
  }
  var hasButtons: Bool { true }
  func title(_ model: Model) -> String { model.mode.rawValue }
  func isRunning(_ model: Model) -> Bool { state(model) == .running }
  func summary(_ report: StatusReport) -> String? { nil }
  func barText(_ report: StatusReport) -> String { report.digits }
  func isOverdue(_ report: StatusReport) -> Bool { false }
  func words(for step: Step) -> String { "Rings \(step.signed) %" }
  func allows(_ command: Command, _ model: Model) -> Bool? { nil }
  func command(ofWheel notches: Int, _ model: Model) -> Command? { nil }
  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool { false }
}

extension Model {
  package var defaultParts: Set<Part> { mode.definition.defaultParts }
  package func command(ofWheel notches: Int) -> Command? {
    mode.definition.command(ofWheel: notches, self)
  }
  package var hasList: Bool { mode.definition.hasList }
  package var readout: DisplayValue { mode.definition.readout(self) }
  package var flash: Instant? { mode.definition.flash(self) }
  package var dial: DialContent { mode.definition.dial(self) }
  package var isRunning: Bool { mode.definition.isRunning(self) }
  /// Whether there is a time to be started and stopped.
  package var hasTime: Bool { mode.definition.allows(.toggle, self) != nil }
  package var hasButtons: Bool { mode.definition.hasButtons }
  package var buttons: [ButtonContent] { mode.definition.buttons(self) }
  package var title: String {
    // In its own mode an alarm has words of its own.
    if isAlarmOpen, let alarm = alarmState.alarm, alarm.isInsistent, alarm.mode != mode {
      return alarm.title.lowercased()
    }
    return (estimated.contains(mode) ? "≈ " : "") + mode.definition.title(self)
  }

  /// What is shown, as text to paste: the time or the count, then a line a lap with its number, its time and the
  /// total, or a line a step of the plan, separated by tabs.
  package func transcript(at now: Instant, wall: WallClock) -> String {
    mode.definition.transcript(self, at: ClockSample(instant: now, wall: wall))
  }

  package func value(of ring: RingModel) -> RingValue {
    guard ring.source == .lap, let target = settings.lapTargets[ring.name] else {
      return value(of: ring.source)
    }
    return .part(stopwatch.currentLap, of: target)
  }

  package func value(of source: RingSource) -> RingValue {
    switch source {
    case .manual(let turns), .fed(let turns, _): .fixed(turns)
    case .second: mode.definition.turn(of: 1, self)
    case .minute: mode.definition.turn(of: 60, self)
    case .hour: mode.definition.turn(of: 3600, self)
    case .day: .timeOfDay(seconds: 86_400, step: settings.clock.step)
    case .timer: .fraction(timer.remaining, of: timer.length)
    case .plan: planProgress
    case .lap: lapReference.map { .part(stopwatch.currentLap, of: $0) } ?? .fixed(0)
    }
  }
}
