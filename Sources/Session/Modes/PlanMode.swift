import Timekeeping
import Wording

struct PlanMode: ModeDefinition {
  func defaultParts(_ model: Model) -> Set<Part> { [.digits, .rings, .dial, .buttons, .laps] }
  func usualRings(_ model: Model) -> RingSet? {
    RingSet(builtIn: ["Plan": .plan, "Step": .step])
  }

  func state(_ model: Model) -> RunState { model.planRun.state }

  func readout(_ model: ModelAt) -> DisplayValue { .remaining(model.planRun.remaining) }

  func longestTime(_ model: Model) -> Duration? { model.planRun.plan.steps.map(\.length).max() }

  func flash(_ model: ModelAt) -> Instant? {
    if let end = model.planRun.lastEnd(since: model.base.planRun)?.instant,
      end > model.alarmState.planAnnounced
    {
      return end
    }
    return model.base.alarmStart(of: .plan)
  }

  func dial(_ model: ModelAt) -> DialContent {
    let run = model.shownPlan
    return .seconds(
      SecondsContent(
        face: .plan, total: run.remaining, readout: .remaining(run.remaining),
        rim: .steps(
          run.plan.parts(atMost: 48).map { DialRim.StepArc(start: $0, kind: $1) },
          done: .part(run.progress, of: run.plan.length)),
        above: run.step.label.text, below: course(run)))
  }

  private func course(_ run: PlanRun) -> [String] {
    // TRANSLATORS: On the dial, below the name of a step; short.
    let next =
      run.isOver
      ? trc("plan", "over") : run.nextStep.map { tr("next: {0}", $0.label) } ?? tr("last step")
    return run.plan.rounds > 1 ? [round(run), next] : [next]
  }

  private func round(_ run: PlanRun) -> String { "\(run.round)/\(run.plan.rounds)" }

  /// Scrolling resets at each new step.
  func listExtent(_ model: ModelAt) -> ListExtent {
    let run = model.shownPlan
    return ListExtent(
      count: run.plan.count, focus: run.position, identity: -Int64(run.position))
  }

  func list(_ model: ModelAt, rows positions: Range<Int>) -> ListContent {
    let run = model.shownPlan
    return ListContent(
      // TRANSLATORS: The name of a list, which a screen reader reads.
      title: tr("Steps"),
      rows: positions.map { position in
        let step = run.plan.step(at: position)
        let kind = run.plan.kind(at: position)
        guard position != run.position else {
          return ListContent.Row(label: step.label.text, kind: .present, step: kind)
        }
        return ListContent.Row(
          label: step.label.text, time: TimeFormat.length(step.length),
          kind: position < run.position ? .done : .plain, step: kind)
      }, running: .remaining(run.remaining))
  }

  /// The step burns down.
  func edge(_ model: ModelAt) -> EdgeContent? {
    let run = model.planRun
    return EdgeContent(
      value: .part(run.remaining, of: run.step.length),
      hue: .step(run.plan.kind(at: run.position)), isRunning: run.isRunning,
      remaining: run.remaining, length: run.step.length)
  }

  var captions: [String] {
    [trc("button", "Reset"), trc("button", "Back"), trc("button", "Skip")]
      + ButtonContent.toggleTitles
  }
  var maxButtons: Int { 3 }

  func buttons(_ model: ModelAt) -> [ButtonContent] {
    let run = model.planRun
    return [
      run.state == .stopped
        ? ButtonContent(.planBackOrReset, trc("button", "Reset"), does: .reset)
        : ButtonContent(.planBackOrReset, trc("button", "Back"), does: .back),
      // TRANSLATORS: The button that goes to the next step of a plan; Back goes to the one before.
      ButtonContent(.planSkip, trc("button", "Skip"), does: .skip),
      .toggle(.planStartStop, stops: run.isRunning && !run.isWaiting),
    ]
  }

  func title(_ model: ModelAt) -> String {
    let run = model.planRun
    let step = run.step.label.text
    let name = run.plan.rounds > 1 ? "\(step) \(round(run))" : step
    switch run.state {
    case .reset: return model.mode.title.text
    // TRANSLATORS: Titles of the window; {0} is the name of a step.
    case .running where run.isOver: return tr("plan is over")
    case .running: return run.isWaiting ? tr("{0} is over", name) : name
    case .stopped: return "\(TimeFormat.remaining(run.remaining.value(at: run.anchor))) \(name)"
    }
  }

  /// The remaining time, the step's name and the round, then a line a step (number, length, name), separated by tabs.
  func transcript(_ model: ModelAt, at sample: ClockSample) -> String {
    let run = model.planRun
    let remaining = TimeFormat.remaining(run.remaining.value(at: sample.instant))
    var text = "\(remaining)\t\(run.step.name)\t\(round(run))"
    for (index, step) in run.plan.steps.enumerated() {
      text += "\n\(index + 1)\t\(TimeFormat.length(step.length))\t\(step.name)"
    }
    return text
  }

  func summary(_ report: StatusReport) -> String? {
    let run = report.plan
    let time = TimeFormat.remaining(report.stepRemaining)
    return "\(course(report)), \(run.step.name) \(time), round \(run.round) of \(run.plan.rounds)"
  }

  func isOver(_ report: StatusReport) -> Bool { report.plan.isOver }

  func course(_ report: StatusReport) -> String {
    let run = report.plan
    guard run.isRunning, run.hasEnded else { return run.state.rawValue }
    return run.isLast ? "over" : "waiting"
  }

  func barText(_ report: StatusReport) -> String {
    "\(report.plan.step.name.escaped) \(TimeFormat.remainingSeconds(report.stepRemaining))"
  }

  func allows(_ command: Command, _ model: ModelAt) -> Bool? {
    let run = model.planRun
    switch command {
    case .start: return !run.isRunning || run.isWaiting
    case .stop: return run.isRunning
    case .skip: return !run.isLast
    case .back: return run.canGoBack
    case .reset: return run.state == .stopped
    case .edit(.begin(.plan)): return true
    default: return nil
    }
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    switch command {
    case .start where model.planRun.advanced(to: now).isWaiting:
      model.changePlan { $0.start(at: now) }
    case .start:
      guard !model.planRun.isRunning else { break }
      model.history.removeOvertaken(byStartOf: .plan, from: model.planRun.state)
      model.planRun.start(at: now)
    case .stop: model.changePlan { $0.stop(at: now) }
    case .skip: model.changePlan { $0.skip(at: now) }
    case .back: model.changePlan { $0.back(at: now) }
    case .reset: model.changePlan { $0.reset() }
    case .edit(.begin(.plan)):
      model.mode = .plan
      model.edit(.begin(.plan), at: now)
    default: return false
    }
    return true
  }
}
