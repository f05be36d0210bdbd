package import Timekeeping
import Wording

/// A model at one moment. What depends on the time is a member of this type, so it cannot be read without one.
@dynamicMemberLookup
package struct ModelAt: Sendable {
  /// Has no notice and no selected ring whose time is over.
  package let base: Model
  package let now: Instant
  /// Advanced to `now`, unlike that of `base`.
  package let planRun: PlanRun

  fileprivate init(_ model: Model, _ now: Instant) {
    var base = model
    base.expire(at: now)
    (self.base, self.now) = (base, now)
    planRun = base.planRun.advanced(to: now)
  }

  package subscript<Value>(dynamicMember path: KeyPath<Model, Value>) -> Value {
    base[keyPath: path]
  }
}

extension Model {
  package func asOf(_ now: Instant) -> ModelAt { ModelAt(self, now) }
}

extension ModelAt {
  private var definition: any ModeDefinition { base.mode.definition }

  /// The next moment at which time alone changes what is not a number: the plan's next step.
  package var nextTurn: Instant? { planRun.nextTurn }
  /// When time alone changes the buttons: at the end of the timer.
  package var nextButtons: Instant? {
    base.mode == .timer ? base.timer.end.flatMap { $0 > now ? $0 : nil } : nil
  }

  package var listExtent: ListExtent { definition.listExtent(self) }
  package var readout: DisplayValue { definition.readout(self) }
  /// The plan as it is typed, as soon as it makes sense; else that of the mode.
  var shownPlan: PlanRun { base.entry?.typedPlan.map { PlanRun($0) } ?? planRun }
  /// The kind of the present step, as in `DialRim.StepArc`.
  package var stepKind: Int { shownPlan.plan.kind(at: shownPlan.position) }
  /// The readout, or the time that is typed.
  package var digits: DisplayValue {
    if let time = base.entry?.typedTime { return .typed(time) }
    if base.entry?.typedPlan != nil { return .remaining(shownPlan.remaining) }
    return readout
  }
  package var flash: Instant? { definition.flash(self) }
  package var dial: DialContent { definition.dial(self) }
  package var edge: EdgeContent? { definition.edge(self) }
  package var buttons: [ButtonContent] { definition.buttons(self) }
  /// The button that does what Space does.
  package var toggleButton: ButtonContent? {
    buttons.first { $0.command == definition.toggle ?? .toggle }
  }
  /// Whether a ring is selected that takes a value: its buttons are then shown in every mode.
  package var isRingSelected: Bool { base.rings.chosen != nil && base.shownRings.canBeSet }
  package var hasTime: Bool { definition.allows(.stop, self) != nil }

  package var title: String {
    // In its own mode, the mode's title already says so.
    if let alarm = base.openAlarms.first(where: \.isInsistent), alarm.mode != base.mode {
      return alarm.windowTitle.text
    }
    return (base.estimated.contains(base.mode) ? "≈ " : "") + definition.title(self)
  }

  package var message: Notice? { base.notice ?? base.trouble }

  /// Text for the clipboard: the time or count, then a line a lap (number, time, total) or a line a step, separated by
  /// tabs.
  package func transcript(wall: WallClock) -> String {
    definition.transcript(self, at: ClockSample(instant: now, wall: wall))
  }

  package func value(of ring: RingModel) -> RingValue {
    if ring.source == .today { return today(of: ring) }
    guard ring.source == .lap, let target = ring.target else {
      return value(of: ring.source)
    }
    return .part(base.stopwatch.currentLap, of: target, limit: RingModel.maximum)
  }

  package func value(of source: RingSource) -> RingValue {
    switch source {
    case .manual(let turns), .fed(let turns, _): .fixed(turns)
    case .second: definition.turn(of: 1, base)
    case .minute: definition.turn(of: 60, base)
    case .hour: definition.turn(of: 3600, base)
    case .day: .timeOfDay(seconds: 86_400, step: base.clock.step)
    case .timer: .part(base.timer.remaining, of: base.timer.length)
    case .plan: .part(planRun.progress, of: planRun.plan.length)
    case .step: .part(planRun.stepProgress, of: planRun.step.length)
    // Only a ring has a name and a goal.
    case .today: .fixed(0)
    case .lap:
      base.lapReference.map { .part(base.stopwatch.currentLap, of: $0, limit: RingModel.maximum) }
        ?? .fixed(0)
    }
  }

  /// Today's activities; nil if nothing is remembered.
  package var today: DayReport.Day? {
    base.day.today.flatMap { bounds in
      DayReport(
        bounds.date...bounds.date, of: base.day.today(at: now), goals: base.goals
      ).days.first
    }
  }

  /// The closed days in a row up to today, which counts once it is closed.
  package var streak: Int { base.day.streakBeforeToday + (today?.isClosed == true ? 1 : 0) }

  private func today(of ring: RingModel) -> RingValue {
    switch ring.goal ?? RingModel.usualGoal {
    case .time(let goal):
      .part(base.day.timeToday(of: ring.name), of: goal, limit: RingModel.maximum)
    case .count:
      .fixed((ring.goal ?? RingModel.usualGoal).turns(of: base.day.rowsToday(of: ring.name)))
    }
  }

  /// Whether `command` would have an effect. If not, its button is disabled.
  package func allows(_ command: Command) -> Bool {
    if let answer = definition.allows(command, self) { return answer }
    switch command {
    case .toggle:
      return definition.toggle.map { allows($0) } ?? (allows(.start) || allows(.stop))
    case .within(let mode, let command): return mode.definition.allows(command, self) ?? false
    case .adjustTimer(let change): return base.timer.canAdjust(by: change)
    case .start, .stop, .lap, .lapNamed, .nameLap, .skip, .back, .reset, .count:
      return false
    case .undo:
      var trial = base
      return trial.undo() != nil
    case .edit(.begin(let field)): return canBegin(field)
    case .step, .setRings, .digit: return base.shownRings.canBeSet
    case .nameRing(let id, let name): return base.ringSet(with: id).canName(id, name)
    default: return true
    }
  }
}
