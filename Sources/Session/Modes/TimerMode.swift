import Timekeeping

struct TimerMode: ModeDefinition {
  func defaultParts(_ model: Model) -> Set<Part> { [.digits, .rings, .dial, .buttons] }
  func usualRings(_ model: Model) -> RingSet? { RingSet(builtIn: ["Left": .timer]) }

  func state(_ model: Model) -> RunState { model.timer.state }

  func readout(_ model: ModelAt) -> DisplayValue { .remaining(model.timer.remaining) }

  func flash(_ model: ModelAt) -> Instant? {
    guard model.alarmState.isTimerOver else { return model.timer.end }
    return model.base.alarmStart(of: .timer)
  }

  func dial(_ model: ModelAt) -> DialContent {
    let typed = model.entry?.typedTime.map { LinearTime($0.length) }
    let total = typed ?? model.timer.remaining
    // Of what is being typed, 20 seconds are a sliver beside 20 minutes.
    let turn = typed == nil ? scale(model.timer) : .seconds(3600)
    return .seconds(
      SecondsContent(
        total: total, readout: model.digits, rim: .wedge(.part(total, of: turn)),
        isSetByHand: !model.timer.isRunning))
  }

  /// An hour, as the labels say, and a minute for a timer of less.
  private func scale(_ timer: Countdown) -> Duration {
    .seconds(timer.length < .seconds(60) ? 60 : 3600)
  }

  /// It burns down.
  func edge(_ model: ModelAt) -> EdgeContent? {
    let timer = model.timer
    return EdgeContent(
      value: .part(timer.remaining, of: timer.length), hue: .hand, isRunning: timer.isRunning,
      remaining: timer.remaining, length: timer.length)
  }

  func buttons(_ model: ModelAt) -> [ButtonContent] {
    [
      ButtonContent(.timerReset, "Reset", does: .reset),
      ButtonContent(.timerShorter, "−1 min", does: .step(-1)),
      ButtonContent(.timerLonger, "+1 min", does: .step(1)),
      .toggle(.timerStartStop, stops: model.timer.isRunning),
    ]
  }

  func title(_ model: ModelAt) -> String {
    switch model.timer.state {
    case .running: model.alarmState.isTimerOver ? "timer over" : "timer running"
    case .stopped: TimeFormat.remaining(model.timer.remainingAtAnchor)
    case .reset: "timer"
    }
  }

  func summary(_ report: StatusReport) -> String? {
    "\(course(report)), \(TimeFormat.remaining(report.remaining))"
  }

  func isOver(_ report: StatusReport) -> Bool { report.remaining < .zero }

  func allows(_ command: Command, _ model: ModelAt) -> Bool? {
    switch command {
    case .start: model.timer.canStart
    case .toggle where model.isTimeTyped: true
    case .digit where !model.timer.isRunning: true
    case .stop: model.timer.isRunning
    case .reset: model.timer.state == .stopped
    case .step(let step): model.timer.canAdjust(by: .seconds(60 * step))
    default: nil
    }
  }

  func command(ofWheel notches: Int, over unit: Duration?, _ model: Model) -> Command? {
    guard let unit else { return nil }
    return model.timer.isRunning ? .step(-notches) : .adjustTimer(unit * -notches)
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    switch command {
    case .start:
      guard model.timer.canStart else { break }
      model.history.removeOvertaken(byStartOf: .timer, from: model.timer.state)
      if model.timer.state == .reset { model.recordTimer(model.timer.length) }
      model.timer.start(at: now)
    case .stop: model.changeTimer { $0.stop(at: now) }
    case .reset: model.changeTimer { $0.reset() }
    case .step(let step): model.changeTimer(by: .steps) { $0.adjust(by: .seconds(60 * step)) }
    case .digit(let digit) where !model.timer.isRunning:
      if !model.isTimeTyped { model.edit(.begin(.time), at: now) }
      for scalar in String(digit).unicodeScalars { model.edit(.type(scalar), at: now) }
    default: return false
    }
    return true
  }
}

extension Model {
  static let maxRecentTimers = 5

  mutating func recordTimer(_ length: Duration) {
    recentTimers = [length] + recentTimers.filter { $0 != length }.prefix(Model.maxRecentTimers - 1)
  }
}
