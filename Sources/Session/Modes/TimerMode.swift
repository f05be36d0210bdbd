import Timekeeping

struct TimerMode: ModeDefinition {
  var defaultParts: Set<Part> { [.digits, .rings, .dial, .buttons] }

  func state(_ model: Model) -> RunState { model.timer.state }

  func readout(_ model: Model) -> DisplayValue { .remaining(model.timer.remaining) }

  func flash(_ model: Model) -> Instant? {
    guard model.alarmState.isTimerOver else { return model.timer.end }
    return model.openSince(ofTimer: true)
  }

  func dial(_ model: Model) -> DialContent {
    .seconds(
      SecondsContent(
        total: model.timer.remaining, readout: readout(model),
        fraction: .part(model.timer.remaining, of: model.timer.length)))
  }

  func buttons(_ model: Model) -> [ButtonContent] {
    [
      ButtonContent(.timerReset, "Reset", does: .reset),
      ButtonContent(.timerLonger, "+1 min", does: .step(1)),
      .toggle(.timerStartStop, stops: model.timer.isRunning),
    ]
  }

  func title(_ model: Model) -> String {
    switch model.timer.state {
    case .running: model.alarmState.isTimerOver ? "timer over" : "timer running"
    case .stopped: TimeFormat.remaining(model.timer.remainingAtAnchor)
    case .reset: "timer"
    }
  }

  func summary(_ report: StatusReport) -> String? {
    let timer = report.model.timer
    let state = timer.isOver(at: report.instant) ? "over" : timer.state.rawValue
    return "\(state), \(TimeFormat.remaining(report.remaining))"
  }

  func allows(_ command: Command, _ model: Model) -> Bool? {
    switch command {
    case .start: model.timer.canStart
    case .stop: model.timer.isRunning
    case .reset: model.timer.state == .stopped
    case .step(let step): model.timer.canAdjust(by: .seconds(60 * step))
    default: nil
    }
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    switch command {
    case .start:
      guard model.timer.canStart else { break }
      model.history.removeOvertaken(byStartOf: .timer, from: model.timer.state)
      model.timer.start(at: now)
    case .stop: model.changeTimer { $0.stop(at: now) }
    case .reset: model.changeTimer { $0.reset() }
    case .step(let step): model.changeTimer(isStep: true) { $0.adjust(by: .seconds(60 * step)) }
    default: return false
    }
    return true
  }
}
