package import Timekeeping

package enum Part: String, CaseIterable, Hashable, Sendable {
  case digits, rings, dial, buttons, laps, gap
  /// Covers the others.
  case month
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
  package internal(set) var isHelpShown = false
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
  package internal(set) var day = DayLog()
  /// The month over the window, if one is shown; not saved.
  package internal(set) var month: MonthPlace?
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

  /// Removes a notice, and ends the selection of a ring, if its time is over.
  mutating func expire(at now: Instant) {
    if notice?.isShown(at: now) == false { notice = nil }
    rings.release(at: now)
  }
}
