import Timekeeping
import Wording

package struct MenuContent: Equatable, Sendable {
  package enum Choice: Equatable, Sendable {
    case perform(InputCommand)
    case open(MenuContent)
    case back
  }

  package struct Entry: Equatable, Sendable {
    package var title: String
    /// May be empty.
    package var key = ""
    package var choice: Choice
    package var isEnabled = true
    /// nil if it has no check mark.
    package var isOn: Bool?
    package var swatch: RingSwatch?
    /// The theme of which the row shows a sample.
    package var theme: ThemeName?
  }

  /// A colour that a ring has or can have; nil for the theme's.
  package struct RingSwatch: Equatable, Sendable {
    package var ring: Int
    package var color: RingColor?
  }

  /// Never contains an empty group.
  package let groups: [[Entry]]

  package var entries: [Entry] { groups.flatMap { $0 } }

  package init(
    _ model: ModelAt, in window: WindowStatus = WindowStatus(),
    bindings: [KeyRow] = KeyRow.standard
  ) {
    let rows = MenuRows(model: model, status: window, bindings: bindings)
    groups = [
      rows.actions("start-stop", "lap", "reset", "undo"),
      [
        // TRANSLATORS: Entries of the menu, which open a further menu.
        rows.menu(trc("menu", "Timer"), rows.timer), rows.menu(trc("menu", "Plan"), rows.plan),
        rows.menu(trc("menu", "Mode"), rows.modes), rows.menu(trc("menu", "Theme"), rows.themes),
        rows.menu(trc("menu", "Rings"), [rows.rings]), rows.menu(trc("menu", "Clock"), rows.clock),
        rows.menu(trc("menu", "Window"), rows.window),
      ].compactMap { $0 },
      rows.actions("copy", "help", "quit"),
    ]
  }

  fileprivate init(groups: [[Entry]]) { self.groups = groups }
}

private struct MenuRows {
  typealias Entry = MenuContent.Entry

  let model: ModelAt
  let status: WindowStatus
  let bindings: [KeyRow]

  func menu(_ title: String, _ groups: [[Entry]]) -> Entry? {
    let groups = groups.filter { !$0.isEmpty }
    guard !groups.isEmpty else { return nil }
    let content = MenuContent(groups: [[Entry(title: title, choice: .back)]] + groups)
    return Entry(title: title, choice: .open(content))
  }

  private func row(_ title: String, _ command: Command, isOn: Bool? = nil) -> Entry {
    entry(title, .model(command), isOn: isOn)
  }

  private func entry(_ title: String, _ command: InputCommand, isOn: Bool? = nil) -> Entry {
    Entry(
      title: title, choice: .perform(command), isEnabled: model.allows(command, in: status),
      isOn: isOn)
  }

  /// Actions of the key table. In `mode`, they also work while another mode is shown, but their keys do not.
  func actions(_ names: String..., in mode: Mode? = nil) -> [Entry] {
    names.compactMap { Action(named: $0) }.map { action in
      let title = title(of: action.command) ?? action.title.text
      if let mode, mode != model.mode, case .model(let command) = action.command {
        return row(title, .within(mode, command))
      }
      var entry = entry(title, action.command, isOn: isOn(action.command))
      entry.key = bindings.hint(for: action.command) ?? ""
      return entry
    }
  }

  private func title(of command: InputCommand) -> String? {
    switch command {
    case .model(.toggle): model.toggleButton?.title
    case .model(.edit(.begin(.lapName(nil)))) where model.rings.chosen != nil:
      tr("Name the selected ring")
    case .model(.step(let minutes)) where minutes < 0: tr("−{0} min", -minutes)
    case .model(.step(let minutes)): tr("+{0} min", minutes)
    case .window(.quit) where model.silenceWarning != nil:
      tr("Quit (no alarm until the next start)")
    default: nil
    }
  }

  private func isOn(_ command: InputCommand) -> Bool? {
    switch command {
    case .model(.edit(.begin(.zone))): model.zone != nil
    case .model(.toggleSeconds): model.clock.showsSeconds
    case .model: nil
    case .window(let command): status.isOn(command)
    }
  }

  var timer: [[Entry]] {
    let presets = [1, 3, 5, 10, 15, 25, 45, 60].map { Duration.seconds(60 * $0) }
    func row(_ length: Duration) -> Entry {
      let title =
        presets.contains(length)
        // TRANSLATORS: A length of the timer, in a menu.
        ? tr("{0} min", Int(length.components.seconds / 60)) : TimeFormat.length(length)
      return self.row(
        title, .setTimer(Countdown(length: length)), isOn: model.timer.setLength == length)
    }
    let recent = model.recentTimers.filter { !presets.contains($0) }
    return [
      [self.row(tr("Type a time"), .edit(.begin(.time)))]
        + actions("down", "up", "reset", in: .timer),
      recent.map(row), presets.map(row),
    ]
  }

  private static let plans = [
    // TRANSLATORS: Plans that the menu offers; each is followed by its steps.
    (markc("plan", "Pomodoro"), "4 × Focus 25m, Break 5m"),
    (markc("plan", "Intervals"), "8 × Run 1m, Walk 2m"),
    (markc("plan", "Talk"), "Talk 20m, Questions 10m"),
  ]

  var plan: [[Entry]] {
    let plans: [Entry] = MenuRows.plans.compactMap { title, text in
      guard let plan = try? Plan(parsing: text) else { return nil }
      let steps = text.first?.isNumber == true ? plan.translated.line : plan.translated.text
      return row(
        // TRANSLATORS: {0} is the name of a plan, {1} its steps.
        trc("plan", "{0}: {1}", title, steps), .setPlan(plan), isOn: model.planRun.plan == plan)
    }
    let plan = model.planRun.plan
    let isPreset = plans.contains { $0.isOn == true }
    let other = isPreset ? [] : [row(plan.translated.line, .setPlan(plan), isOn: true)]
    return [actions("next-step", "previous-step", "edit-plan", in: .plan), other, plans]
  }

  var modes: [[Entry]] {
    let all = Mode.allCases.map { row($0.label.text, .mode($0), isOn: $0 == model.mode) }
    return [all, actions("next-mode", "previous-mode")]
  }

  var themes: [[Entry]] {
    let all = (model.settings.themes + [.automatic]).map { theme in
      var entry = row(theme.label.text, .theme(theme), isOn: theme == model.theme)
      entry.theme = theme == .automatic ? nil : theme
      return entry
    }
    return [all, actions("next-theme", "previous-theme")]
  }

  var rings: [Entry] {
    model.shownRings.enumerated().compactMap { index, ring in
      let id = model.shownRings.ids[index]
      let values = [0, 0.25, 0.5, 0.75, 1, 1.2].map { value in
        row(percents(value), .setRing(id, .manual(value)), isOn: ring.source == .manual(value))
      }
      let sources = RingSource.named.compactMap { _, source in
        ring.source == source || model.mode.definition.ringSources.contains(source)
          ? row(source.label.text, .setRing(id, source), isOn: ring.source == source) : nil
      }
      let value: Double? = if case .fixed(let turns) = model.value(of: ring) { turns } else { nil }
      let manual = RingSource.manual(value ?? 0)
      let byHand = row(
        RingSource.manual(0).label.text, .setRing(id, manual), isOn: ring.source == manual)
      // TRANSLATORS: Opens the menu of what a ring shows: the second, the timer and so on.
      let follow = menu(tr("Follow"), [sources, [byHand]])
      var entry = menu(
        // TRANSLATORS: {0} is the name of a ring, {1} its value, as in 42 %.
        value.map { trc("ring", "{0} {1}", ring.title, percents($0)) }
          ?? ring.source.label(ofRing: ring.title).text,
        [
          values + [row(tr("Other…"), .edit(.begin(.ringValue(id))))],
          [follow, menu(tr("Colour"), colors(of: ring, id, index))].compactMap { $0 }
            + [row(tr("Rename…"), .edit(.begin(.ringName(id))))],
        ])
      entry?.swatch = MenuContent.RingSwatch(ring: index, color: ring.color)
      return entry
    }
  }

  private func colors(of ring: RingModel, _ id: RingID, _ index: Int) -> [[Entry]] {
    func row(_ title: String, _ color: RingColor?) -> Entry {
      var entry = self.row(title, .colorRing(id, color), isOn: ring.color == color)
      entry.swatch = MenuContent.RingSwatch(ring: index, color: color)
      return entry
    }
    return [
      [row(tr("As the theme"), nil)], RingColor.named.map { row(RingColor.label(of: $0).text, $1) },
    ]
  }

  var clock: [[Entry]] {
    let now = model.clockSettings
    func row(_ title: String, _ new: ClockSettings) -> Entry {
      self.row(title, .setClock(new), isOn: new.filled(by: now) == now)
    }
    return [
      [
        row(tr("24 hours"), ClockSettings(hours: .twentyFour)),
        row(tr("12 hours"), ClockSettings(hours: .twelve)),
        row(tr("As the locale"), ClockSettings(hours: .some(nil))),
      ],
      actions("clock-seconds"),
      actions("clock-zone") + [row(tr("Local time"), ClockSettings(zone: .some(nil)))],
    ]
  }

  private func percents(_ turns: Double) -> String { tr("{0} %", Int((turns * 100).rounded())) }

  var window: [[Entry]] {
    [
      actions("above", "click-through", "full-screen"),
      actions("name-lap", "scroll-up", "scroll-down", "scroll-home", "scroll-end"),
    ]
  }
}
