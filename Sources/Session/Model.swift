package import Timekeeping

/// The parts that a window can show.
package enum Part: String, CaseIterable, Hashable, Sendable {
  case digits, rings, dial, buttons, laps
}

/// All that a window shows and that outlives a frame.
package struct Model: Equatable, Sendable {
  package internal(set) var mode: Mode
  /// It runs on in every mode.
  package internal(set) var stopwatch: Stopwatch
  /// Which of all the times that the stopwatch has been used it counts.
  package internal(set) var session = StopwatchSession()
  /// It runs on in every mode, too.
  package internal(set) var timer: Countdown
  /// It runs on in every mode, too.
  package internal(set) var planRun: PlanRun
  package internal(set) var counter: Counter
  /// How long a lap is to take, if that was set; longer than nothing.
  package internal(set) var targetLap: Duration?
  package internal(set) var ghost: Ghost
  /// How long a lap is to take for the rings of these names.
  package internal(set) var lapTargets: [String: Duration] = [:]
  /// How the clock shows the time.
  package internal(set) var clock: ClockStyle
  /// The name of the clock's time zone; nil for the user's.
  package internal(set) var zone: String?
  package internal(set) var rings: RingSet
  /// The look that was chosen, or the wish that it be the desktop's.
  package internal(set) var theme: ThemeName
  /// The look that suits the desktop; not kept.
  package private(set) var desktopTheme = ThemeName.neumorphicLight
  /// The looks to choose from, in turn.
  package internal(set) var themes = ThemeName.builtIn
  package private(set) var isHelpShown = false
  /// Whether the window is to fill the screen.
  package private(set) var isFullScreen = false
  /// Whether the window stays above the others.
  package private(set) var isAbove = false
  /// Whether clicks go through the window.
  package private(set) var isClickThrough = false
  /// The name that is being typed, if one is: keys are text then.
  package internal(set) var entry: NameEntry?
  /// What was said last, if it is still to be seen.
  package internal(set) var notice: Notice?
  /// What is wrong for as long as it is, such as that nothing can be saved; shown where there is no notice.
  package internal(set) var trouble: Notice?
  /// The modes whose time went on through a restart of the computer, by the wall clock.
  package internal(set) var estimated: Set<Mode> = []
  var history = UndoHistory()
  /// What was changed in the window or by `ctl`: it holds until the file says something else of it.
  var remembered = AdjustableSettings()
  /// The marks of what the file said last.
  var configured = AdjustableSettings().marks
  /// What the options of this run say and nothing has changed since; not saved.
  var options = AdjustableSettings()
  /// Which ends have come, and been told.
  package internal(set) var alarmState = AlarmState()
  /// The instant that is shown, if that is later than the last command: what it says of itself holds from then on, up
  /// to `nextTurn`.
  private(set) var viewedAt = Instant.distantPast

  /// A fresh model; more than six rings are cut to six, none are the usual three, and their values are held
  /// within 0...`RingModel.maximum`.
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
    self.targetLap = targetLap.flatMap { $0 > .zero ? $0 : nil }
    self.ghost = ghost
    self.clock = clock
    remember(changesFrom: .builtIn)
  }

  /// The look that is shown.
  package var shownTheme: ThemeName { theme == .automatic ? desktopTheme : theme }

  /// Takes it that this look suits the desktop by now.
  package mutating func follow(desktop theme: ThemeName) { desktopTheme = theme }

  /// The same to be shown at `now`: what it says of itself then holds up to its `nextTurn`.
  package func asOf(_ now: Instant) -> Model {
    var copy = self
    copy.viewedAt = now
    return copy
  }

  /// Whether `command` would do something now; a button for it is drawn disabled where it would not.
  package func allows(_ command: Command) -> Bool {
    if let answer = mode.definition.allows(command, self) { return answer }
    switch command {
    case .within(let mode, let command): return mode.definition.allows(command, self) ?? false
    case .adjustTimer(let change): return timer.canAdjust(by: change)
    case .start, .stop, .toggle, .lap, .nameLap, .skip, .back, .reset, .count: return false
    case .undo: return canUndo
    case .editName(.begin): return mode.definition.allows(.nameLap(nil, ""), self) ?? false
    case .step, .setRings: return rings.canBeSet
    case .leave: return isHelpShown || isFullScreen
    default: return true
    }
  }

  /// Carries out `command` as of `now` and returns what the program itself has to do besides, if anything.
  package mutating func apply(_ command: Command, at now: Instant) -> Effect? {
    expireNotice(at: now)
    alarmState.pass(to: now, timer, planRun)
    let before = (timer, planRun)
    let (settings, wasRunning) = (adjusted, mode.definition.isRunning(self))
    defer {
      remember(changesFrom: settings)
      if self.mode.definition.isRunning(self), !wasRunning { rememberMode(self.mode) }
      if timer != before.0 { alarmState.note(timer, at: now) }
      if planRun != before.1 { alarmState.notePlan(at: now) }
    }
    let (mode, command) =
      if case .within(let mode, let command) = command { (mode, command) } else {
        (self.mode, command)
      }
    if mode.definition.apply(command, to: &self, at: now) {
      if command == .reset { estimated.remove(mode) }
      return nil
    }
    switch command {
    // Without a mode that has a use for them they do nothing.
    case .start, .stop, .toggle, .lap, .nameLap, .skip, .back, .reset, .count, .within: break
    case .undo: notice = Notice(text: undo()?.notice ?? "Nothing to undo", since: now)
    case .step(let step): setRings(isStep: true) { $0.change { $0 + step.progress } }
    case .setRings(let value): setRings { $0.change { _ in value } }
    case .chooseRing(let direction): rings.choose(direction)
    case .selectRing(let index): rings.select(index)
    case .turnRing(let index, let percents):
      setRings(isStep: true) { $0.turn(index, percents: percents) }
    // A feed may set its ring a hundred times a second.
    case .setRing(let index, .fed(let value, let isOver)):
      rings.set(index, to: .fed(value, isOver: isOver))
    case .setRing(let index, let source): setRings { $0.set(index, to: source) }
    case .setTimer(let new):
      set(new)
      self.mode = .timer
    case .adjustTimer(let change): adjustTimer(by: change)
    case .setPlan(let new):
      set(new)
      self.mode = .plan
    case .mode(let new): self.mode = new
    case .cycleMode(let direction): self.mode = mode.next(direction)
    case .theme(let new): theme = new
    case .cycleTheme(let direction): theme = shownTheme.next(direction, among: themes)
    case .scrollList(let step): return .scrollList(step)
    case .focusButton(let direction): return .focusButton(direction)
    case .toggleHelp: isHelpShown.toggle()
    case .showMenu: return .showMenu
    case .toggleFullScreen: return requestFullScreen(!isFullScreen)
    case .fullScreenChanged(let new): isFullScreen = new
    case .toggleAbove: return .setAbove(!isAbove)
    case .aboveChanged(let new):
      guard new != isAbove else { break }
      isAbove = new
      notice = Notice(text: isAbove ? "Always on top" : "No longer on top", since: now)
    case .setClickThrough(let new):
      let wanted = new ?? !isClickThrough
      guard wanted != isClickThrough else { break }
      isClickThrough = wanted
      notice = Notice(
        text: wanted
          ? "Clicks go through the window: X ends that" : "Clicks are for the window again",
        since: now)
      return .setClickThrough(wanted)
    case .copy: return .copy
    case .announce(let text, let lifetime):
      notice = Notice(text: text, since: now, lifetime: lifetime)
    case .trouble(let text): trouble = text.map { Notice(text: $0, since: now, lifetime: nil) }
    case .editName(let edit): edit.apply(to: &self, at: now)
    case .announceEnd: return announceEnd(at: now)
    case .answer(let answer): answer.apply(to: &self, at: now)
    case .leave:
      if isHelpShown {
        isHelpShown = false
      } else if isFullScreen {
        return requestFullScreen(false)
      }
    case .quit: return .quit
    }
    return nil
  }

  mutating func adjustTimer(by change: Duration) {
    let before = timer
    timer.adjust(by: change)
    if timer != before { history.add(.timerSet(before: before, after: timer), isStep: true) }
  }

  private mutating func setRings(isStep: Bool = false, _ change: (inout RingSet) -> Void) {
    let before = rings.all
    change(&rings)
    guard rings.all != before else { return }
    history.add(.rings(before: before, after: rings.all), isStep: isStep)
  }

  /// Drops a notice whose time is over at `now`.
  package mutating func expireNotice(at now: Instant) {
    if notice?.isShown(at: now) == false { notice = nil }
  }

  private mutating func requestFullScreen(_ wanted: Bool) -> Effect {
    isFullScreen = wanted
    return .setFullScreen(wanted)
  }
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
  /// The case after or before this one, around the end.
  func next(_ direction: Direction) -> Self {
    let all = Self.allCases
    guard let index = all.firstIndex(of: self) else { return self }
    return all[(index + direction.rawValue + all.count) % all.count]
  }
}
