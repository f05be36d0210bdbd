package import Timekeeping

/// Settings that the window and `ctl` cannot change.
package struct ModelSettings: Equatable, Sendable {
  /// Above zero.
  package var targetLap: Duration?
  package var ghost = Ghost.off
  package var themes: [ThemeName] = []
  /// The locale's; `Model.clock` is the one that is shown.
  package var clock = ClockStyle()
  package var digits = Counter().digits
  package var bindings = KeyRow.standard

  package init() {}

  /// The words of a hint with the key of `command`, or none if it has no key.
  func hint(_ command: Command, _ words: (String) -> String) -> String {
    bindings.hint(for: command).map(words) ?? ""
  }
}

/// Settings of the clock; nil for one that is not given.
package struct ClockSettings: Hashable, Sendable {
  /// The inner nil means the locale's.
  package var hours: HourCycle??
  package var showsSeconds: Bool?
  /// The inner nil means the user's zone.
  package var zone: String??

  package init(hours: HourCycle?? = nil, showsSeconds: Bool? = nil, zone: String?? = nil) {
    (self.hours, self.showsSeconds, self.zone) = (hours, showsSeconds, zone)
  }

  func filled(by others: ClockSettings) -> ClockSettings {
    ClockSettings(
      hours: hours ?? others.hours, showsSeconds: showsSeconds ?? others.showsSeconds,
      zone: zone ?? others.zone)
  }
}

/// Settings that the window and `ctl` can change, too; nil for one that is not given.
package struct AdjustableSettings: Equatable, Sendable {
  package var mode: Mode?
  package var theme: ThemeName?
  package var rings: [RingModel]?
  package var timer: Duration?
  package var plan: Plan?
  package var count: Int?
  package var clock = ClockSettings()

  package init(
    mode: Mode? = nil, theme: ThemeName? = nil, rings: [RingModel]? = nil, timer: Duration? = nil,
    plan: Plan? = nil, count: Int? = nil, clock: ClockSettings = ClockSettings()
  ) {
    (self.mode, self.theme, self.rings) = (mode, theme, rings)
    (self.timer, self.plan, self.count, self.clock) = (timer, plan, count, clock)
  }

  typealias Copy = @Sendable (AdjustableSettings, inout AdjustableSettings) -> Void

  static let builtIn = AdjustableSettings(
    mode: .stopwatch, theme: .neumorphicLight, rings: RingSet.usual,
    timer: Countdown.defaultLength, plan: Plan(), count: 0,
    clock: ClockSettings(hours: .some(nil), showsSeconds: true, zone: .some(nil)))

  static let copies: [Copy] = [
    { $1.mode = $0.mode }, { $1.theme = $0.theme }, { $1.timer = $0.timer },
    { $1.plan = $0.plan }, { $1.rings = $0.rings }, { $1.count = $0.count },
    { $1.clock.hours = $0.clock.hours }, { $1.clock.zone = $0.clock.zone },
    { $1.clock.showsSeconds = $0.clock.showsSeconds },
  ]

  /// The copies of the settings in which these differ from `others`.
  func differences(from others: AdjustableSettings) -> [Copy] {
    AdjustableSettings.copies.filter { copy in
      var settings = self
      copy(others, &settings)
      return settings != self
    }
  }

  package func filled(by others: AdjustableSettings) -> AdjustableSettings {
    var filled = others
    for copy in differences(from: AdjustableSettings()) { copy(self, &filled) }
    return filled
  }
}

extension Model {
  /// Applies the configuration. Priority, from low to high: built-in values, the file, remembered changes, this run's
  /// options.
  ///
  /// A remembered change is dropped when its setting in the file changes. A running timer or plan stays.
  package mutating func configure(
    _ new: ModelSettings, file: AdjustableSettings, options: AdjustableSettings? = nil
  ) {
    settings = new
    for copy in file.differences(from: configured) { copy(AdjustableSettings(), &remembered) }
    let earlierNames = RingModel.earlierNames(from: configured.rings ?? [], to: file.rings ?? [])
    configured = file
    self.options = options ?? self.options
    adjust(
      to: self.options.filled(by: remembered).filled(by: file).filled(by: .builtIn),
      earlierNames: earlierNames)
  }

  var adjusted: AdjustableSettings {
    AdjustableSettings(
      mode: mode, theme: theme, rings: rings.all, timer: timer.setLength, plan: planRun.plan,
      count: counter.value, clock: clockSettings)
  }

  /// Remembers the differences from `before`; they override this run's options.
  mutating func remember(changesFrom before: AdjustableSettings) {
    let now = adjusted
    for copy in now.differences(from: before) {
      copy(now, &remembered)
      copy(AdjustableSettings(), &options)
    }
  }

  /// Shows `mode` at the next start, since it is running.
  mutating func rememberMode(_ mode: Mode) {
    remembered.mode = mode
    options.mode = nil
  }

  /// Applies `new`, but not to a timer or plan that was started. `earlierNames` has the earlier names
  /// of renamed rings by their new ones.
  mutating func adjust(to new: AdjustableSettings, earlierNames: [String: String] = [:]) {
    mode = new.mode ?? mode
    theme = new.theme ?? theme
    if let new = new.rings { rings.replace(by: new, earlierNames: earlierNames) }
    if let length = new.timer, timer.state == .reset, timer.length != length {
      timer = Countdown(length: length)
      alarmState.isTimerOver = false
    }
    if let plan = new.plan, planRun.state == .reset, planRun.plan != plan {
      planRun = PlanRun(plan)
    }
    clockSettings = new.clock.filled(by: clockSettings)
    let count = new.count ?? counter.value
    // Keep a count that has more digits than configured.
    let allowed = max(settings.digits, 1)...Counter.allowedDigits.upperBound
    counter = allowed.lazy.compactMap { try? Counter(count, digits: $0) }.first ?? counter
    releaseMissingRings()
  }
}
