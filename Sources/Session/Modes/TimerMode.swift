import Timekeeping
import Wording

struct TimerMode: ModeDefinition {
  func defaultParts(_ model: Model) -> Set<Part> { [.digits, .rings, .dial, .buttons] }
  func usualRings(_ model: Model) -> RingSet? { RingSet(builtIn: ["Left": .timer]) }

  func state(_ model: Model) -> RunState { model.timer.state }

  func readout(_ model: ModelAt) -> DisplayValue { .remaining(model.timer.remaining) }

  func longestTime(_ model: Model) -> Duration? { model.timer.length }

  func flash(_ model: ModelAt) -> Instant? {
    guard model.alarmState.isTimerOver else { return model.timer.end }
    return model.base.alarmStart(of: .timer)
  }

  func dial(_ model: ModelAt) -> DialContent {
    let typed = model.entry?.typedTime.map(\.length)
    let total = typed.map { LinearTime($0) } ?? model.timer.remaining
    let scale = DialScale(holding: typed ?? model.timer.length)
    return .seconds(
      SecondsContent(
        face: .scale(scale), total: total, readout: model.digits,
        rim: .wedge(.part(total, of: scale.length)), isSetByHand: !model.timer.isRunning))
  }

  var captions: [String] {
    [trc("button", "Reset"), trc("button", "Done"), tr("+{0} min", 1), tr("−{0} min", 1)]
      + ButtonContent.toggleTitles
  }
  var maxButtons: Int { 3 }

  /// It burns down.
  func edge(_ model: ModelAt) -> EdgeContent? {
    let timer = model.timer
    return EdgeContent(
      value: .part(timer.remaining, of: timer.length), hue: .hand, isRunning: timer.isRunning,
      remaining: timer.remaining, length: timer.length)
  }

  /// What can be done in each state, and nothing else.
  func buttons(_ model: ModelAt) -> [ButtonContent] {
    // TRANSLATORS: Adds minutes to the timer, or takes them away: a button, at most eight letters, or an entry of a menu.
    let longer = ButtonContent(.timerLonger, tr("+{0} min", 1), does: .step(1))
    let (isRunning, isOver) = (model.timer.isRunning, model.timer.isOver(at: model.now))
    let toggle = ButtonContent.toggle(.timerStartStop, stops: isRunning)
    if isOver {
      // TRANSLATORS: The button of a timer that is over.
      let done = trc("button", "Done")
      return [longer, ButtonContent(.timerStartStop, done, does: .reset, kind: .stop)]
    }
    if isRunning { return [longer, toggle] }
    return model.timer.state == .stopped
      ? [ButtonContent(.timerReset, trc("button", "Reset"), does: .reset), longer.optional, toggle]
      : [ButtonContent(.timerShorter, tr("−{0} min", 1), does: .step(-1)).optional, longer, toggle]
  }

  func title(_ model: ModelAt) -> String {
    switch model.timer.state {
    // TRANSLATORS: The title of the window.
    case .running: model.alarmState.isTimerOver ? tr("timer over") : tr("timer running")
    case .stopped: TimeFormat.remaining(model.timer.remainingAtAnchor)
    case .reset: model.mode.title.text
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
    case .reset: model.timer.state == .stopped || model.timer.isOver(at: model.now)
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
    case .reset:
      model.changeTimer { timer in
        // A reset of one that is over stops it, too.
        if timer.isOver(at: now) { timer.stop(at: now) }
        timer.reset()
      }
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
