package import Timekeeping

/// Goes through steps of given lengths, in rounds.
struct PlanMode: ModeDefinition {
  var defaultParts: Set<Part> { [.digits, .rings, .dial, .buttons, .laps] }

  func isRunning(_ model: Model) -> Bool { model.planRun.isRunning }

  func readout(_ model: Model) -> DisplayValue { .remaining(model.presentPlan.remaining) }

  func flash(_ model: Model) -> Instant? {
    if let end = model.planRun.lastEnd(at: model.viewedAt)?.instant,
      end > model.alarmState.planAnnounced
    {
      return end
    }
    return model.openSince(ofTimer: false)
  }

  func dial(_ model: Model) -> DialContent {
    let run = model.presentPlan
    return .seconds(
      SecondsContent(
        total: run.remaining, readout: .remaining(run.remaining),
        fraction: .fraction(run.remaining, of: run.step.length),
        words: DialWords(above: run.step.name, below: course(run))))
  }

  /// The round and what comes next.
  private func course(_ run: PlanRun) -> String {
    let next = run.isOver ? "over" : run.nextStep.map { "next: \($0.name)" } ?? "last step"
    return run.plan.rounds > 1 ? "\(round(run)) · \(next)" : next
  }

  private func round(_ run: PlanRun) -> String { "\(run.round)/\(run.plan.rounds)" }

  func hasList(_ model: Model) -> Bool { true }

  /// A list that was scrolled is back at the present step when that becomes another.
  func listExtent(_ model: Model) -> (count: Int, focus: Int, number: Int64) {
    let run = model.presentPlan
    return (run.plan.count, run.place, Int64(run.place))
  }

  /// The steps in their order, round after round.
  func list(_ model: Model, rows places: Range<Int>) -> ListContent {
    let run = model.presentPlan
    return ListContent(
      labels: .names,
      rows: places.filter { $0 != run.place }.map { place in
        let step = run.plan.step(at: place)
        return ListContent.Row(
          label: step.name, time: TimeFormat.length(step.length),
          kind: place < run.place ? .done : .plain)
      },
      running: places.contains(run.place)
        ? ListContent.Running(
          row: run.place - places.lowerBound, label: run.step.name, time: .remaining(run.remaining),
          kind: .present)
        : nil)
  }

  func buttons(_ model: Model) -> [ButtonContent] {
    let run = model.presentPlan
    return [
      run.state == .stopped
        ? ButtonContent(.planBackOrReset, "Reset", does: .reset)
        : ButtonContent(.planBackOrReset, "Back", does: .back),
      ButtonContent(.planSkip, "Skip", does: .skip),
      stops(run)
        ? ButtonContent(.planStartStop, "Stop", does: .toggle, kind: .stop)
        : ButtonContent(.planStartStop, "Start", does: .toggle, kind: .start),
    ]
  }

  func title(_ model: Model) -> String {
    let run = model.presentPlan
    let name = run.plan.rounds > 1 ? "\(run.step.name) \(round(run))" : run.step.name
    switch run.state {
    case .reset: return "plan"
    case .running: return run.isOver ? "plan is over" : run.isWaiting ? "\(name) is over" : name
    case .stopped: return "\(TimeFormat.remaining(run.remaining.value(at: run.anchor))) \(name)"
    }
  }

  /// What is left, the step's name and the round, then a line a step with its number, its length and its name,
  /// separated by tabs.
  func transcript(_ model: Model, at reading: ClockSample) -> String {
    let run = model.planRun.advanced(to: reading.instant)
    var text =
      "\(TimeFormat.remaining(run.remaining(at: reading.instant)))\t\(run.step.name)\t\(round(run))"
    for (index, step) in run.plan.steps.enumerated() {
      text += "\n\(index + 1)\t\(TimeFormat.length(step.length))\t\(step.name)"
    }
    return text
  }

  func allows(_ command: Command, _ model: Model) -> Bool? {
    let run = model.presentPlan
    switch command {
    case .start: return !run.isRunning || run.isWaiting
    case .stop: return run.isRunning
    case .toggle: return true
    case .skip: return !run.isLast
    case .back: return run.canGoBack
    case .reset: return run.state == .stopped
    default: return nil
    }
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    let present = model.planRun.advanced(to: now)
    switch command {
    case .start where present.isWaiting: change(&model) { $0.start(at: now) }
    // What was done before it can no longer be taken back: the time in between would count, or be lost.
    case .start: if model.planRun.start(at: now) { model.history.removeAll { $0.mode == .plan } }
    case .stop: change(&model) { $0.stop(at: now) }
    case .toggle: return apply(stops(present) ? .stop : .start, to: &model, at: now)
    case .skip: change(&model) { $0.skip(at: now) }
    case .back: change(&model) { $0.back(at: now) }
    case .reset: change(&model) { $0.reset() }
    default: return false
    }
    return true
  }

  /// Whether the key that starts and stops it would stop it: while it waits, it is started.
  private func stops(_ run: PlanRun) -> Bool { run.isRunning && !run.isWaiting }

  private func change(_ model: inout Model, by command: (inout PlanRun) -> Bool) {
    let before = model.planRun
    guard command(&model.planRun) else { return }
    model.history.add(.plan(before: before, after: model.planRun))
  }
}

/// The end of a step of the plan, for whoever is to be told of it.
package struct PlanEnd: Equatable, Sendable {
  /// When it was, or will be.
  package var instant: Instant
  /// What to say, in one line.
  package var words: String
  /// Whether the plan goes on by itself.
  package var goesOn: Bool
}

extension PlanEnd {
  /// The newest end of a step of `run` up to `now` that time alone has led to since the last command; nil where there is
  /// none.
  package static func last(of run: PlanRun, at now: Instant) -> PlanEnd? {
    run.lastEnd(at: now).map { PlanEnd($0.instant, ofStepAt: $0.place, of: run.plan) }
  }

  /// The first end of a step of `run` after `now` that time alone will lead to; nil where there is none.
  package static func next(of run: PlanRun, after now: Instant) -> PlanEnd? {
    run.nextEnd(after: now).map { PlanEnd($0.instant, ofStepAt: $0.place, of: run.plan) }
  }

  private init(_ instant: Instant, ofStepAt place: Int, of plan: Plan) {
    let step = plan.step(at: place)
    guard place + 1 < plan.count else {
      self.init(
        instant: instant, words: "\(step.name) is over, and the plan with it", goesOn: false)
      return
    }
    let next = plan.step(at: place + 1).name
    self.init(
      instant: instant,
      words: "\(step.name) is over, \(next) \(step.waits ? "waits for a start" : "begins")",
      goesOn: !step.waits)
  }
}

extension Model {
  /// The plan as of the instant that is shown.
  fileprivate var presentPlan: PlanRun { planRun.advanced(to: viewedAt) }

  /// When time alone will next lead to another step of the plan, or to its end; nil where it will not.
  package var nextTurn: Instant? { presentPlan.nextTurn }

  /// What of the plan is over.
  var planProgress: RingValue { .fraction(presentPlan.progress, of: planRun.plan.length) }
}

extension ButtonContent.Role {
  package static let planBackOrReset = Self("planBackOrReset")
  package static let planSkip = Self("planSkip")
  package static let planStartStop = Self("planStartStop")
}
