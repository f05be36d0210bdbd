package import Timekeeping

/// The settings of a model that only the configuration and the options can change.
package struct ModelSettings: Sendable {
  package var targetLap: Duration?
  package var ghost = Ghost.off
  /// The target laps of the rings with these names.
  package var lapTargets: [String: Duration] = [:]
  /// The themes to choose from.
  package var themes: [ThemeName] = []
  package var clock = ClockStyle()
  /// The name of the clock's time zone; nil for the user's.
  package var zone: String?
  /// The counter's number of digits.
  package var digits = Counter().digits

  package init() {}
}

extension Model {
  /// Applies the configuration. Of increasing priority are built-in values, the file, what is remembered, and the
  /// options of this run, which are given at the start.
  ///
  /// A remembered value is dropped when the file says something else than before. A timer or a plan that is under way stays.
  package mutating func configure(
    _ settings: ModelSettings, file: AdjustableSettings, options new: AdjustableSettings? = nil
  ) {
    targetLap = settings.targetLap.flatMap { $0 > .zero ? $0 : nil }
    ghost = settings.ghost
    lapTargets = settings.lapTargets.filter { $0.value > .zero }
    themes = settings.themes
    clock = settings.clock
    zone = settings.zone
    let marks = file.marks
    for (index, field) in AdjustableSettings.fields.enumerated()
    where marks[index] != configured[index] {
      field.clear(&remembered)
    }
    configured = marks
    options = new ?? options
    adjust(
      to: options.filled(by: remembered).filled(by: file).filled(by: .builtIn),
      digits: settings.digits)
  }

  /// Replaces the timer; undo restores the old one.
  package mutating func set(_ new: Countdown) {
    let before = timer
    timer = new
    if timer != before { history.add(.timer(before: before, after: timer)) }
    alarmState.isTimerOver = false
    if new.isRunning { rememberMode(.timer) }
  }

  /// Replaces the plan; undo restores the old one.
  package mutating func set(_ new: Plan) {
    let before = planRun
    planRun = PlanRun(new)
    if planRun != before { history.add(.plan(before: before, after: planRun)) }
  }

  /// The adjustable settings as they are now.
  var adjusted: AdjustableSettings {
    var settings = AdjustableSettings()
    settings.mode = mode
    settings.theme = theme
    settings.rings = rings.all
    settings.timer = timer.length
    settings.plan = planRun.plan
    settings.count = counter.value
    return settings
  }

  /// Remembers what differs from `before`; it overrides the options of this run.
  mutating func remember(changesFrom before: AdjustableSettings) {
    let now = adjusted
    for field in AdjustableSettings.fields where !field.isEqual(before, now) {
      field.copy(now, &remembered)
      field.clear(&options)
    }
  }

  /// Has the next start show this mode: what runs is shown again.
  mutating func rememberMode(_ mode: Mode) {
    remembered.mode = mode
    options.mode = nil
  }

  /// Applies these values, but not to a timer or a plan under way.
  mutating func adjust(to settings: AdjustableSettings, digits: Int) {
    mode = settings.mode ?? mode
    theme = settings.theme ?? theme
    if let new = settings.rings { rings = RingSet(new, chosen: rings.chosen) }
    if let length = settings.timer, timer.state == .reset, timer.length != length {
      timer = Countdown(length: length)
      alarmState.isTimerOver = false
    }
    if let plan = settings.plan, planRun.state == .reset, planRun.plan != plan {
      planRun = PlanRun(plan)
    }
    let count = settings.count ?? counter.value
    // A count is kept even if it has more digits than the configuration asks for.
    let allowed = max(digits, 1)...Counter.allowedDigits.upperBound
    counter = allowed.lazy.compactMap { try? Counter(count, digits: $0) }.first ?? counter
  }
}
