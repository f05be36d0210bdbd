package import Timekeeping

package enum Mode: String, CaseIterable, Hashable, Sendable {
  case stopwatch, timer, plan, clock, counter

  /// The only place that selects by mode.
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

/// The differences between modes, with defaults below.
protocol ModeDefinition: Sendable {
  func defaultParts(_ model: Model) -> Set<Part>
  var ringSources: Set<RingSource> { get }
  /// Shown while the rings are the default ones; nil for these.
  func usualRings(_ model: Model) -> RingSet?
  func listExtent(_ model: ModelAt) -> ListExtent
  func list(_ model: ModelAt, rows: Range<Int>) -> ListContent
  func readout(_ model: ModelAt) -> DisplayValue
  /// The longest time that counts down in the readout; nil if none does.
  func longestTime(_ model: Model) -> Duration?
  /// When the digits begin to flash; may be in the future.
  func flash(_ model: ModelAt) -> Instant?
  func dial(_ model: ModelAt) -> DialContent
  /// What a small window has around its digits; nil for nothing.
  func edge(_ model: ModelAt) -> EdgeContent?
  /// A ring's value with one turn in `seconds`: 1, 60 or 3600.
  func turn(of seconds: Int64, _ model: Model) -> RingValue
  func buttons(_ model: ModelAt) -> [ButtonContent]
  /// The titles that the buttons may have, so that no change of state changes the layout.
  var captions: [String] { get }
  /// The largest number of buttons at a time. Their row has room for all of them.
  var maxButtons: Int { get }
  /// Whether the buttons that set the rings are always shown, not only while a ring is selected.
  var hasRingButtons: Bool { get }
  func title(_ model: ModelAt) -> String
  func state(_ model: Model) -> RunState
  /// Whether a time runs that the user or a script started.
  func isRunning(_ model: Model) -> Bool
  func transcript(_ model: ModelAt, at sample: ClockSample) -> String
  func summary(_ report: StatusReport) -> String?
  /// Whether its end has passed.
  func isOver(_ report: StatusReport) -> Bool
  /// The state, or what has come of a running one: over or waiting.
  func course(_ report: StatusReport) -> String
  /// Text for a status bar, in whole seconds.
  func barText(_ report: StatusReport) -> String
  /// Whether `command` would have an effect; nil if the mode does not handle it.
  func allows(_ command: Command, _ model: ModelAt) -> Bool?
  /// The default command of the mouse wheel; positive `notches` turn down. `unit` is that of the digits under the
  /// pointer.
  func command(ofWheel notches: Int, over unit: Duration?, _ model: Model) -> Command?
  /// What Space does, and the button that it presses; nil for starting what is stopped, and stopping what runs.
  var toggle: Command? { get }
  /// Applies `command`; returns false if the mode does not handle it.
  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool
}

extension ModeDefinition {
  var ringSources: Set<RingSource> { [.timer, .plan, .step, .lap, .day] }
  func usualRings(_ model: Model) -> RingSet? { nil }
  func listExtent(_ model: ModelAt) -> ListExtent {
    let laps = model.stopwatch.laps
    let extremes = [laps.shortestNumber, laps.longestNumber].compactMap { $0 }
    // Includes the running lap.
    return ListExtent(
      count: model.stopwatch.state == .reset ? 0 : laps.count + 1,
      pinned: extremes.map { laps.count + 1 - $0 },
      identity: model.session.number)
  }
  func list(_ model: ModelAt, rows: Range<Int>) -> ListContent { .laps(of: model, rows: rows) }
  func longestTime(_ model: Model) -> Duration? { nil }
  func flash(_ model: ModelAt) -> Instant? { nil }
  func dial(_ model: ModelAt) -> DialContent {
    .seconds(
      SecondsContent(
        total: model.stopwatch.total, readout: .time(model.stopwatch.total),
        lap: model.stopwatch.currentLap,
        lapNumber: model.stopwatch.laps.isEmpty ? nil : model.stopwatch.laps.count + 1,
        ghost: model.ghostLap, rim: model.stopwatch.rim))
  }
  func turn(of seconds: Int64, _ model: Model) -> RingValue {
    .elapsed(model.stopwatch.total, seconds: seconds)
  }
  func edge(_ model: ModelAt) -> EdgeContent? { nil }
  var hasRingButtons: Bool { false }
  func title(_ model: ModelAt) -> String { model.mode.title.text }
  func isRunning(_ model: Model) -> Bool { state(model) == .running }
  func transcript(_ model: ModelAt, at sample: ClockSample) -> String {
    readout(model).text(at: sample)
  }
  func summary(_ report: StatusReport) -> String? { nil }
  func isOver(_ report: StatusReport) -> Bool { false }
  func course(_ report: StatusReport) -> String {
    let state = state(report.model.base)
    return state == .running && isOver(report) ? "over" : state.rawValue
  }
  func barText(_ report: StatusReport) -> String {
    switch report.model.readout {
    case .time(let time): TimeFormat.wholeSeconds(time.value(at: report.instant))
    case .remaining(let time): TimeFormat.remainingSeconds(time.value(at: report.instant))
    case .whole, .timeOfDay, .number, .typed: report.digits
    }
  }
  func allows(_ command: Command, _ model: ModelAt) -> Bool? { nil }
  func command(ofWheel notches: Int, over unit: Duration?, _ model: Model) -> Command? { nil }
  var toggle: Command? { nil }
  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool { false }
}

extension Model {
  package var defaultParts: Set<Part> { mode.definition.defaultParts(self) }
  package func command(ofWheel notches: Int, over unit: Duration?) -> Command? {
    mode.definition.command(ofWheel: max(-1000, min(notches, 1000)), over: unit, self)
  }
  package var hasList: Bool { defaultParts.contains(.laps) }
  package var state: RunState { mode.definition.state(self) }
  package var isRunning: Bool { mode.definition.isRunning(self) }
  /// Whether the rings differ from the usual three. Until then most modes show rings of their own.
  var hasOwnRings: Bool { !rings.elementsEqual(RingSet.usual) }
  package var shownRings: RingSet {
    guard !hasOwnRings, var usual = mode.definition.usualRings(self) else { return rings }
    usual.select(rings.chosen, at: nil)
    return usual
  }
  /// The shown ring of this name or number; else one of this name that the mode does not show.
  package func ring(named name: String) -> RingID? {
    shownRings.id(named: name) ?? zip(rings, rings.ids).first { $0.0.name == name }?.1
  }
  /// A ring that is shown, or could be set and then would be.
  package subscript(ring id: RingID) -> RingModel? { shownRings[id] ?? rings[id] }
  package var longestTime: Duration? { mode.definition.longestTime(self) }
  package var hasRingButtons: Bool { mode.definition.hasRingButtons }
  package var captions: [String] { mode.definition.captions }
  package var maxButtons: Int { mode.definition.maxButtons }
}
