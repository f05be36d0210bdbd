package import Timekeeping

package enum Part: String, CaseIterable, Hashable, Sendable {
  case digits, rings, dial, buttons, laps
}

package struct Model: Equatable, Sendable {
  // Stopwatch, timer and plan keep running in every mode.
  package internal(set) var mode: Mode
  package internal(set) var stopwatch: Stopwatch
  package internal(set) var session = StopwatchSession()
  package internal(set) var timer: Countdown
  package internal(set) var planRun: PlanRun
  package internal(set) var counter: Counter
  package internal(set) var rings: RingSet
  package internal(set) var theme: ThemeName
  /// For `automatic`; not saved.
  package var desktopTheme = ThemeName.neumorphicLight
  package internal(set) var settings = ModelSettings()
  /// All are given.
  package var clockSettings = ClockSettings(
    hours: .some(nil), showsSeconds: true, zone: .some(nil))
  package private(set) var isHelpShown = false
  package internal(set) var entry: Entry?
  package internal(set) var notice: Notice?
  /// A lasting problem, such as a full disk; hidden by a notice.
  package internal(set) var trouble: Notice?
  /// The modes that kept running, by the wall clock, through a restart of the computer. One that is reset stays here
  /// until it starts anew, in case the reset is undone.
  var estimatedUntilStart: Set<Mode> = []
  /// The newest different lengths that the timer was started with, newest first.
  package internal(set) var recentTimers: [Duration] = []
  var history = UndoHistory()
  /// Changes made in the window or by `ctl`. Each lasts until the file's setting is edited.
  var remembered = SettingLayer()
  var configured = SettingLayer()
  /// This run's options, without those changed since; not saved.
  var options = SettingLayer()
  package internal(set) var alarmState = AlarmState()
  /// Where the window was on each set of monitors, as text.
  package var windowPlace = ""

  package init(
    mode: Mode = .stopwatch, theme: ThemeName = .neumorphicLight,
    rings: [RingModel] = RingSet.usual,
    stopwatch: Stopwatch = Stopwatch(), timer: Countdown = Countdown(), plan: PlanRun = PlanRun(),
    counter: Counter = Counter(), targetLap: Duration? = nil, ghost: Ghost = .off,
    clock: ClockStyle = ClockStyle()
  ) {
    self.mode = mode
    self.theme = theme
    self.rings = RingSet(rings)
    self.stopwatch = stopwatch
    self.timer = timer
    planRun = plan
    self.counter = counter
    settings.targetLap = targetLap
    settings.ghost = ghost
    settings.clock = clock
    clockSettings.showsSeconds = clock.showsSeconds
    remember(changesFrom: .builtIn)
  }

  /// The modes whose time is an estimate.
  package var estimated: Set<Mode> {
    estimatedUntilStart.filter { $0.definition.state(self) != .reset }
  }

  package var shownTheme: ThemeName { theme == .automatic ? desktopTheme : theme }

  package mutating func apply(_ command: Command, at now: Instant) -> Effect? {
    expire(at: now)
    recordEnd(at: now)
    let counted = (timer, planRun)
    let (before, wasRunning) = (adjusted, mode.definition.isRunning(self))
    let (isUndo, old) = (command == .undo, estimated)
    defer {
      if !isUndo { estimatedUntilStart.subtract(estimated.subtracting(old)) }
      releaseMissingRings()
      remember(changesFrom: before)
      if self.mode.definition.isRunning(self), !wasRunning { rememberMode(self.mode) }
      acknowledgeChanges(from: counted, at: now)
      if isTimeTyped, self.mode != .timer || timer != counted.0 { entry = nil }
      if case .lapName(let lap?)? = entry?.field, lap > stopwatch.laps.count { entry = nil }
      if entry?.field == .plan, self.mode != .plan || planRun.plan != counted.1.plan { entry = nil }
    }
    var (mode, command) = (self.mode, command)
    if case .within(let otherMode, let inner) = command { (mode, command) = (otherMode, inner) }
    if command == .toggle, let other = mode.definition.toggle { command = other }
    if command == .toggle {
      if mode == .timer, isTimeTyped {
        edit(.confirm, at: now)
        guard !isTimeTyped else { return nil }
      }
      command = mode.definition.allows(.start, asOf(now)) == true ? .start : .stop
    }
    if mode.definition.apply(command, to: &self, at: now) { return nil }
    switch command {
    // The modes handle these.
    case .start, .stop, .toggle, .lap, .lapNamed, .nameLap, .skip, .back, .reset, .count, .within:
      break
    case .undo: notice = Notice(text: undo() ?? "Nothing to undo", since: now)
    case .step(let step):
      changeRings(by: .steps, at: now) { $0.change { $0 + Double(step) / 100 } }
    case .setRings(let value): changeRings(at: now) { $0.change { _ in value } }
    case .digit(let digit): changeRings(at: now) { $0.change { _ in Double(digit) / 10 } }
    case .selectRing(let id, let isHeld): rings.select(id, at: isHeld ? nil : now)
    case .turnRing(let id, let percents):
      changeRings(id, by: .steps, at: now) { $0.turn(id, percents: percents) }
    case .dragRing(let id, let turns, let drag):
      changeRings(id, by: .drag(drag), at: now) { rings in
        if case .manual? = rings[id]?.source { rings.set(id, to: .manual(turns)) }
      }
    // No undo entry: a feed may set its ring a hundred times a second.
    case .setRing(let id, .fed(let value, let isOver)):
      guard self[ring: id] != nil else { break }
      rings.replace(by: ringSet(with: id))
      rings.set(id, to: .fed(value, isOver: isOver))
    case .setRing(let id, let source): changeRings(id, at: now) { $0.set(id, to: source) }
    case .nameRing(let id, let name):
      if ringSet(with: id).canName(id, name) {
        changeRings(id, at: now) { $0.edit(id) { $0.name = name } }
      }
    case .colorRing(let id, let color): changeRings(id, at: now) { $0.edit(id) { $0.color = color } }
    case .moveRing(let id, let position): changeRings(id, at: now) { $0.move(id, to: position) }
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
    case .cycleTheme(let direction): theme = settings.themes.next(direction, from: shownTheme)
    case .toggleHelp: isHelpShown.toggle()
    case .announce(let text, let lifetime):
      notice = Notice(text: text, since: now, lifetime: lifetime)
    case .trouble(let text): trouble = text.map { Notice(text: $0, since: now, lifetime: nil) }
    case .edit(let edit): return self.edit(edit, at: now)
    case .announceEnd: return announceEnd(at: now)
    case .answer(let answer, let source): self.answer(answer, of: source, at: now)
    }
    return nil
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
      let undo = settings.hint(.undo) { ": \($0) restores it" }
      notice = Notice(text: "Plan replaced\(undo)", since: now)
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

  /// The shown rings; those of the user, if the ring is one of these that the mode does not show.
  func ringSet(with id: RingID?) -> RingSet {
    id.map { shownRings[$0] == nil } == true ? rings : shownRings
  }

  /// Changes the rings among which `id` is, by default the shown ones. They then are the user's.
  mutating func changeRings(
    _ id: RingID? = nil, by gesture: Gesture? = nil, at now: Instant,
    _ change: (inout RingSet) -> Void
  ) {
    rings.use(at: now)
    let before = ringSet(with: id)
    var new = rings
    new.replace(by: before)
    change(&new)
    let changes = zip(before.ids, before).compactMap { id, old in
      new[id].flatMap { RingChange(id, from: old, to: $0) }
    }
    let order = before.ids == new.ids ? [] : before.ids
    guard !changes.isEmpty || !order.isEmpty else { return }
    rings = new
    history.add(.rings(changes, order: order), by: gesture)
  }

  /// Ends the selection and the typing of a ring that is no longer shown: the clock may have rings of its own.
  mutating func releaseMissingRings() {
    if let chosen = rings.chosen, shownRings[chosen] == nil { rings.select(nil, at: nil) }
    switch entry?.field {
    case .ringName(let id)?, .ringValue(let id)?: if shownRings[id] == nil { entry = nil }
    default: break
    }
  }

  /// Removes a notice, and ends the selection of a ring, if its time is over.
  mutating func expire(at now: Instant) {
    if notice?.isShown(at: now) == false { notice = nil }
    rings.release(at: now)
  }
}
