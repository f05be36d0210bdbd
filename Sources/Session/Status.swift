package import Timekeeping
import Wording

package struct StatusReport {
  let model: ModelAt
  let sample: ClockSample
  let isVisible: Bool
  let name: String
  /// The X server and the window manager, for bug reports; nil while unknown.
  let server: (kind: String, windowManager: String)?
  /// The keys for all windows, and how the desktop names those that it has granted.
  let globalKeys: [(key: GlobalKey, name: String?)]
  let saving: Saving

  /// Whether changes are saved.
  package enum Saving: Hashable {
    case off
    case on
    /// Not yet, for that reason.
    case waiting(String)
    /// Into a new file; the old one has that name now.
    case newFile(String)
  }

  /// The maximum number of listed laps, the newest; `segclock export` writes all.
  package static let maxLaps = 100

  package init(
    _ model: Model, at sample: ClockSample, isVisible: Bool, name: String = "default",
    server: (kind: String, windowManager: String)? = nil,
    globalKeys: [(key: GlobalKey, name: String?)] = [], saving: Saving = .on
  ) {
    self.model = model.asOf(sample.instant)
    (self.sample, self.isVisible, self.name) = (sample, isVisible, name)
    (self.server, self.globalKeys, self.saving) = (server, globalKeys, saving)
  }

  var elapsed: Duration { model.stopwatch.elapsed(at: sample.instant) }
  var lapElapsed: Duration { model.stopwatch.currentLap.value(at: sample.instant) }
  var remaining: Duration { model.timer.remaining(at: sample.instant) }
  var plan: PlanRun { model.planRun }
  var stepRemaining: Duration { plan.remaining.value(at: sample.instant) }

  package var state: String { model.state.rawValue }

  /// Whether the end of the shown timer or plan has passed.
  var isOver: Bool { model.mode.definition.isOver(self) }

  /// The state in words, which say more of what runs: also over or waiting.
  var course: String { model.mode.definition.course(self) }

  var theme: String { model.shownTheme.rawValue }

  var digits: String { model.readout.text(at: sample) }

  func turns(_ ring: RingModel) -> Double { model.value(of: ring).turns(at: sample) }

  func percent(_ ring: RingModel) -> String { RingModel.percent(turns(ring)) }

  package var words: String {
    var lines = [("mode", model.mode.rawValue)]
    for mode in Mode.allCases {
      if let line = mode.definition.summary(self) { lines.append((mode.rawValue, line)) }
    }
    for ring in model.shownRings {
      lines.append(("ring", "\(ring.name) \(percent(ring)), \(ring.source.word)"))
    }
    lines.append(("theme", theme))
    lines.append(("window", isVisible ? "visible" : "hidden"))
    if let words = saving.words { lines.append(("saving", words)) }
    let width = (lines.map(\.0.count).max() ?? 0) + 2
    return lines.map { name, text in
      name + String(repeating: " ", count: width - name.count) + text.escaped
    }.joined(separator: "\n")
  }
}

extension StatusReport.Saving {
  fileprivate var state: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .waiting: "waiting"
    case .newFile: "new-file"
    }
  }

  fileprivate var reason: String? { if case .waiting(let reason) = self { reason } else { nil } }
  fileprivate var aside: String? { if case .newFile(let name) = self { name } else { nil } }

  /// nil while there is nothing to say.
  fileprivate var words: String? {
    switch self {
    case .off: "off, nothing is kept"
    case .on: nil
    case .waiting(let reason): "not yet, \(reason)"
    case .newFile(let name): "into a new file, the old one is \(name)"
    }
  }
}

// MARK: Changes

extension StatusReport {
  package var instant: Instant { sample.instant }

  package var changesWithTime: Bool {
    Mode.allCases.contains { $0.definition.isRunning(model.base) } || state == "running"
  }

  /// The next change without a command, such as a plan's next step or the timer's end.
  package var nextTurn: Instant? {
    [model.nextTurn, model.timer.end].compactMap { $0 }.filter { $0 > instant }.min()
  }

  /// The next change of the whole seconds shown; nil if the digits do not run.
  package func nextSecond(after instant: Instant) -> Instant? {
    switch model.readout {
    case .time(let time), .remaining(let time), .whole(let time):
      return time.nextSecond(after: instant)
    case .timeOfDay:
      let next = sample.nextStep(of: 1)
      guard instant > next else { return next }
      let seconds = ((instant - next).nanosecondsClamped + 999_999_999) / 1_000_000_000
      return next + .seconds(seconds)
    case .number, .typed: return nil
    }
  }

  /// Everything that a command or an end changes, but not the passing of time.
  package var key: [AnyHashable] {
    [
      model.mode, model.stopwatch, model.timer, plan, model.counter, model.shownRings.all, theme,
      isVisible, remaining < .zero, model.clockSettings, model.clock.hours, saving,
    ]
  }
}

// MARK: JSON

extension StatusReport {
  /// An object in one line, by the schema in the manual; times are in nanoseconds. New members keep the version;
  /// removing or redefining one raises it.
  package var json: String {
    let (stopwatch, timer) = (model.stopwatch, model.timer)
    return object([
      ("version", "1"),
      ("mode", model.mode.rawValue.json),
      ("name", name.json),
      ("state", state.json),
      ("stopwatch", object([("state", stopwatch.state.rawValue.json)])),
      ("text", digits.json),
      ("elapsed_ns", "\(elapsed.nanosecondsClamped)"),
      ("lap_elapsed_ns", "\(lapElapsed.nanosecondsClamped)"),
      ("lap_count", "\(stopwatch.laps.count)"),
      ("laps", "[\(stopwatch.laps.suffix(StatusReport.maxLaps).map(lap).joined(separator: ","))]"),
      ("best_ns", stopwatch.laps.best.map { "\($0.nanosecondsClamped)" } ?? "null"),
      ("best_lap", stopwatch.laps.shortestNumber.map { "\($0)" } ?? "null"),
      (
        "timer",
        object([
          ("state", timer.state.rawValue.json), ("set_ns", "\(timer.length.nanosecondsClamped)"),
          ("remaining_ns", "\(remaining.nanosecondsClamped)"), ("over", "\(remaining < .zero)"),
        ])
      ),
      (
        "plan",
        object([
          ("state", plan.state.rawValue.json), ("step", plan.step.name.json),
          ("next", plan.nextStep?.name.json ?? "null"), ("round", "\(plan.round)"),
          ("rounds", "\(plan.plan.rounds)"),
          ("remaining_ns", "\(stepRemaining.nanosecondsClamped)"), ("over", "\(plan.isOver)"),
        ])
      ),
      ("counter", "\(model.counter.value)"),
      ("rings", "[\(model.shownRings.map(ring).joined(separator: ","))]"),
      ("clock_hours", model.clock.hours.rawValue),
      ("clock_seconds", "\(model.clock.showsSeconds)"),
      ("zone", model.zone?.json ?? "null"),
      ("activity", model.day.activity.json),
      ("today", "[\(today.map(activity).joined(separator: ","))]"),
      ("streak", "\(model.streak)"),
      ("theme", theme.json),
      ("estimated", "\(!model.estimated.isEmpty)"),
      ("visible", "\(isVisible)"),
      ("server", server?.kind.json ?? "null"),
      ("window_manager", server?.windowManager.json ?? "null"),
      ("global_keys", "[\(globalKeys.map(globalKey).joined(separator: ","))]"),
      (
        "saving",
        object([
          ("state", saving.state.json), ("reason", saving.reason?.json ?? "null"),
          ("aside", saving.aside?.json ?? "null"),
        ])
      ),
    ])
  }

  fileprivate func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\($0.json):\($1)" }.joined(separator: ",") + "}"
  }

  private func globalKey(_ key: GlobalKey, _ name: String?) -> String {
    object([
      ("action", key.action.name.json), ("key", key.chord.description.json),
      ("granted", name?.json ?? "null"),
    ])
  }

  /// What ran today, those with a goal first.
  var today: [DayReport.Activity] { model.today?.activities ?? [] }

  private func activity(_ activity: DayReport.Activity) -> String {
    let goal: [(String, String)] =
      switch activity.goal {
      case .time(let goal): [("goal_ns", "\(goal.nanosecondsClamped)")]
      case .count(let goal): [("goal_count", "\(goal)")]
      case nil: [("goal_ns", "null")]
      }
    return object(
      [
        ("name", activity.name.json), ("ns", "\(activity.total.time.nanosecondsClamped)"),
        ("count", "\(activity.total.count)"),
      ] + goal)
  }

  private func lap(_ lap: Lap) -> String {
    let name = model.stopwatch.laps.namesByNumber[lap.number].map { [("name", $0.json)] } ?? []
    return object(
      [("n", "\(lap.number)")] + name + [
        ("lap_ns", "\(lap.duration.nanosecondsClamped)"),
        ("total_ns", "\(lap.total.nanosecondsClamped)"),
      ])
  }

  private func ring(_ ring: RingModel) -> String {
    var members = [("name", ring.name.json), ("value", "\(turns(ring))")]
    if case .fed(_, let isOver) = ring.source {
      members += [("source", "fed".json), ("over", "\(isOver)")]
    } else {
      members.append(("source", ring.source.word.json))
    }
    return object(members + [("color", ring.color?.word.json ?? "null")])
  }
}

// MARK: Styles

package enum StatusStyle: Sendable {
  case words
  case json
  case template(StatusTemplate)
  /// With a template, that is the text; its fields are escaped for the bar, and the rest may be the bar's markup.
  case bar(Bar, StatusTemplate? = nil)

  package enum Bar: String, CaseIterable, Sendable {
    /// Objects with text, tooltip, class and percentage.
    case waybar
    /// Plain lines.
    case polybar
    /// Objects with full_text, short_text and color (interval=persist, format=json).
    case i3blocks
  }

  package var template: StatusTemplate? {
    switch self {
    case .template(let template): template
    case .bar(_, let template): template
    case .words, .json: nil
    }
  }

  /// Binds its template to the rings that have these names now, even if they are renamed later.
  package mutating func bind(to rings: RingSet) {
    switch self {
    case .template(var template):
      template.bind(to: rings)
      self = .template(template)
    case .bar(let bar, var template?):
      template.bind(to: rings)
      self = .bar(bar, template)
    case .words, .json, .bar: break
    }
  }

  package func text(for report: StatusReport) -> String {
    switch self {
    case .words: report.words
    case .json: report.json
    case .template(let template): template.text(for: report)
    case .bar(let bar, let template):
      report.text(
        for: bar,
        template?.text(for: report, bar.escaped, joinedBy: bar.join)
          ?? bar.escaped(report.barText))
    }
  }
}

extension StatusStyle.Bar {
  /// A text that the bar shows as it is: a name must not become markup or a command.
  fileprivate func escaped(_ text: String) -> String {
    switch self {
    case .waybar: text.markup
    // There is no escape for the start of a tag. A name may end with its first character.
    case .polybar: text.replacing("%{", with: "% {")
    case .i3blocks: text
    }
  }

  /// Two parts of a line, of which at least one is a value: a tag must not begin where they meet.
  fileprivate func join(_ first: String, _ second: String) -> String {
    let isTag = self == .polybar && first.hasSuffix("%") && second.hasPrefix("{")
    return isTag ? "\(first) \(second)" : first + second
  }
}

extension StatusReport {
  fileprivate var barText: String { model.mode.definition.barText(self) }

  fileprivate func text(for bar: StatusStyle.Bar, _ text: String) -> String {
    switch bar {
    case .polybar: text
    case .waybar: waybar(text)
    case .i3blocks: i3blocks(text)
    }
  }

  private func waybar(_ text: String) -> String {
    let mode = model.mode.rawValue.json
    let turns = model.shownRings.first.map { self.turns($0) } ?? 0
    // Also over and waiting, which run.
    let classes = [mode, state.json] + (course == state ? [] : [course.json])
    return object([
      ("text", text.json), ("alt", mode), ("tooltip", words.markup.json),
      ("class", "[\(classes.joined(separator: ","))]"),
      ("percentage", "\(Int(max(0, min(100, turns * 100))))"),
    ])
  }

  private func i3blocks(_ text: String) -> String {
    // A block may be set to read markup.
    let text = [("full_text", text.json), ("short_text", text.json), ("markup", "none".json)]
    guard state == "running" else { return object(text) }
    return object(
      text + [("color", model.readout.isOverrun(at: instant) ? "#FF5F5F".json : "#5FD787".json)])
  }
}
