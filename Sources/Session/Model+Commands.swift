package import Timekeeping
import Wording

extension Model {
  package mutating func apply(_ command: Command, at now: Instant) -> Effect? {
    expire(at: now)
    recordEnd(at: now)
    // Before a day begins, it has to be known.
    if !command.beginsDay { endPastRuns(at: now) }
    _ = day.takeChanges()
    let newestUndo = history.newest
    let (before, counted) = (adjusted, (timer: timer, plan: planRun))
    let (wasRunning, wasEstimated) = (isRunning, estimated)
    let effect = perform(command, at: now)
    if command != .undo { estimatedUntilStart.subtract(estimated.subtracting(wasEstimated)) }
    releaseMissingRings()
    remember(changesFrom: before)
    if isRunning, !wasRunning { rememberMode(mode) }
    acknowledgeChanges(from: counted, at: now)
    endEntry(ofChanged: counted)
    followRuns(at: now)
    let changes = day.takeChanges()
    if command != .undo, history.newest != newestUndo { history.attach(changes) }
    return effect
  }

  private mutating func perform(_ command: Command, at now: Instant) -> Effect? {
    var (mode, command) = (self.mode, command)
    if case .within(let otherMode, let inner) = command { (mode, command) = (otherMode, inner) }
    if command == .toggle {
      guard let meaning = meaningOfToggle(in: mode, at: now) else { return nil }
      command = meaning
    }
    if mode.definition.apply(command, to: &self, at: now) { return nil }
    switch command {
    // The modes handle these.
    case .start, .stop, .toggle, .lap, .lapNamed, .nameLap, .skip, .back, .reset, .count, .within:
      break
    case .undo: notice = Notice(phrase: undo() ?? mark("Nothing to undo"), since: now)
    case .step, .setRings, .digit, .selectRing, .turnRing, .setRing, .setGoal, .dragRing, .nameRing,
      .colorRing, .moveRing:
      applyToRings(command, at: now)
    case .setTimer(let new):
      set(new)
      self.mode = .timer
    case .adjustTimer(let change): changeTimer(by: .steps) { $0.adjust(by: change) }
    case .dragTimer(let remaining, let drag):
      guard !timer.isRunning else { break }
      changeTimer(by: .drag(drag)) { $0.adjust(by: remaining - $0.remainingAtAnchor) }
    case .setPlan(let new):
      set(new, at: now)
      self.mode = .plan
    case .setClock(let new): set(new)
    case .toggleHours:
      set(ClockSettings(hours: clock.hours == .twelve ? .twentyFour : .twelve))
    case .toggleSeconds: set(ClockSettings(showsSeconds: !clock.showsSeconds))
    case .mode(let new): self.mode = new
    case .cycleMode(let direction): self.mode = Mode.allCases.next(direction, from: mode)
    case .theme(let new): theme = new
    case .cycleTheme(let direction):
      theme = settings.themes.next(direction, from: shownTheme)
    case .toggleHelp: isHelpShown.toggle()
    case .announce(let phrase, let lifetime, let topic):
      notice = Notice(phrase: phrase, since: now, lifetime: lifetime, topic: topic)
    case .endNotice(let topic): if notice?.topic == topic { notice = nil }
    case .trouble(let phrase):
      trouble = phrase.map { Notice(phrase: $0, since: now, lifetime: nil) }
    case .edit(let edit): return self.edit(edit, at: now)
    case .day(let command): applyToDay(command, at: now)
    case .announceEnd: return announceEnd(at: now)
    case .answer(let answer, let source): self.answer(answer, of: source, at: now)
    }
    return nil
  }

  /// What `toggle` does in `mode`; nil if a time is typed that cannot be confirmed.
  private mutating func meaningOfToggle(in mode: Mode, at now: Instant) -> Command? {
    if let meaning = mode.definition.toggle { return meaning }
    if mode == .timer, isTimeTyped {
      edit(.confirm, at: now)
      guard !isTimeTyped else { return nil }
    }
    return mode.definition.allows(.start, asOf(now)) == true ? .start : .stop
  }

  /// Ends the typing of what a command has changed or hidden.
  private mutating func endEntry(ofChanged old: (timer: Countdown, plan: PlanRun)) {
    if isTimeTyped, mode != .timer || timer != old.timer { entry = nil }
    if case .lapName(let lap?)? = entry?.field, lap > stopwatch.laps.count { entry = nil }
    if entry?.field == .plan, mode != .plan || planRun.plan != old.plan.plan { entry = nil }
  }

  package mutating func set(_ new: Countdown) {
    changeTimer { $0 = new }
    if isTimeTyped { entry = nil }
    alarmState.isTimerOver = false
    if new.isRunning {
      rememberMode(.timer)
      estimatedUntilStart.remove(.timer)
    }
  }

  /// Announces at `now`, if given, that a plan that had begun is replaced.
  package mutating func set(_ new: Plan, at now: Instant? = nil) {
    if let now, planRun.state != .reset {
      let key = settings.bindings.hint(for: .model(.undo))
      notice = Notice(
        // TRANSLATORS: {0} is a key, as in Ctrl+Z.
        phrase: key.map { mark("Plan replaced: {0} restores it", $0) } ?? mark("Plan replaced"),
        since: now)
    }
    changePlan { $0 = PlanRun(new) }
  }

  mutating func changeTimer(by gesture: Gesture? = nil, _ change: (inout Countdown) -> Void) {
    let before = timer
    change(&timer)
    if timer != before { history.add(.timer(before), by: gesture) }
  }

  mutating func changePlan(_ change: (inout PlanRun) -> Void) {
    let before = planRun
    change(&planRun)
    if planRun != before { history.add(.plan(before)) }
  }
}
