package import Timekeeping
import Wording

/// What a widget tells of itself to other programs: all that it counts, at one moment.
package struct StatusReport {
  let model: Model
  let reading: ClockSample
  let isVisible: Bool
  /// The widget's name.
  let name: String

  /// The most laps that are told of one by one, the newest: `segclock export` writes all.
  package static let maxLaps = 100

  /// What there is to tell of `model` at `reading`, of a window of which any can be seen where it `isVisible`.
  package init(_ model: Model, at reading: ClockSample, isVisible: Bool, name: String = "default") {
    self.name = name
    self.model = model.asOf(reading.instant)
    self.reading = reading
    self.isVisible = isVisible
  }

  var elapsed: Duration { model.stopwatch.elapsed(at: reading.instant) }
  var lapElapsed: Duration { model.stopwatch.lapElapsed(at: reading.instant) }
  var remaining: Duration { model.timer.remaining(at: reading.instant) }
  var plan: PlanRun { model.planRun.advanced(to: reading.instant) }
  var planRemaining: Duration { plan.remaining.value(at: reading.instant) }

  /// What the mode that is shown does: running, stopped or reset; a clock runs, and a counter stands.
  package var state: String {
    switch model.mode {
    case .stopwatch: model.stopwatch.state.rawValue
    case .timer: model.timer.state.rawValue
    case .plan: model.planRun.state.rawValue
    case .clock: "running"
    case .counter: model.counter.value == 0 ? "reset" : "stopped"
    }
  }

  /// The name of the look that is shown.
  var themeWord: String { model.shownTheme.rawValue }

  /// What the digits show.
  var digits: String { model.readout.text(at: reading) }

  /// Whether any of it changes with time alone.
  package var changesWithTime: Bool {
    model.mode == .clock || model.stopwatch.isRunning || model.timer.isRunning
      || model.planRun.isRunning
  }

  /// What a ring shows, in turns.
  func turns(_ ring: RingModel) -> Double { model.value(of: ring).turns(at: reading) }

  /// In words, a line for each thing that it counts.
  package var words: String {
    let laps = model.stopwatch.laps
    var lines = [("mode", model.mode.rawValue)]
    var stopwatch = "\(model.stopwatch.state.rawValue), \(TimeFormat.elapsed(elapsed))"
    if !laps.isEmpty { stopwatch += ", lap \(laps.count + 1) at \(TimeFormat.elapsed(lapElapsed))" }
    lines.append(("stopwatch", stopwatch))
    lines.append(("timer", "\(model.timer.state.rawValue), \(TimeFormat.remaining(remaining))"))
    lines.append(
      (
        "plan",
        """
        \(model.planRun.state.rawValue), \(plan.step.name) \(TimeFormat.remaining(planRemaining)), round \(plan.round) \
        of \(plan.plan.rounds)
        """
      ))
    lines.append(
      (
        "counter",
        DisplayValue.number(model.counter.value, digits: model.counter.digits).text(at: reading)
      ))
    for ring in model.rings {
      lines.append(("ring", "\(ring.name) \(percent(ring)), \(ring.source.word)"))
    }
    lines.append(("theme", themeWord))
    lines.append(("window", isVisible ? "visible" : "hidden"))
    return lines.map { name, text in
      name + String(repeating: " ", count: 11 - name.count) + text.escaped
    }.joined(separator: "\n")
  }

  /// A ring's per cent, cut off as in the legend.
  func percent(_ ring: RingModel) -> String {
    "\(Int(exactly: (max(0, turns(ring)) * 100 + 0.001).rounded(.down)) ?? 0)%"
  }
}

extension RingSource {
  /// What it is called: `manual`, `fed`, or its name.
  var word: String {
    switch self {
    case .manual: "manual"
    case .fed(_, let isOver): isOver ? "fed, over" : "fed"
    default: RingSource.named.first { $0.value == self }?.key ?? ""
    }
  }
}
