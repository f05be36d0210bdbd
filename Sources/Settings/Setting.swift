package import Geometry
package import Keys
package import Scene
package import Session
package import Timekeeping
package import Wording

/// A setting. Its option, variable, configuration key, `config default`, completions and manual entry follow from it.
package struct Setting: Sendable {
  /// A section of the help, of `config default` and of the manual.
  package enum Section: CaseIterable, Sendable {
    case content, timing, alarm, picture, window, files, state

    /// Sections with the same title are shown as one.
    package var title: String {
      switch self {
      case .content: "What to show"
      case .timing, .alarm: "Timing"
      case .picture, .window: "Window"
      case .files, .state: "Files"
      }
    }
  }

  package enum Form: Equatable, Sendable {
    /// `--name VALUE`; the associated value names VALUE in the help.
    case value(String)
    /// `--name` and `--no-name`.
    case flag
    /// `--name`.
    case word
    /// `--name VALUE`, any number of times.
    case list(String)
  }

  package enum Sources: Sendable {
    case all
    /// As an option and a variable.
    case environment
    case option
  }

  /// The configuration key. The option is `--name`, the environment variable `SEGCLOCK_NAME`.
  package let name: String
  package let section: Section
  package let form: Form
  package var sources = Sources.all
  package let help: String
  package var isHidden = false
  package var completion = Completion.none
  package let builtIn: String
  /// Parses the values of an option; a list has any number of them.
  package let takeAll: @Sendable ([String], inout ProgramSettings) throws(TextError) -> Void
  let isEqual: @Sendable (ProgramSettings, ProgramSettings) -> Bool

  /// Parses a value of the environment or the configuration, where commas separate list elements.
  func take(_ text: String, _ settings: inout ProgramSettings) throws(TextError) {
    guard case .list = form else {
      try takeAll([text], &settings)
      if name == "timer", case .until = settings.timer {
        throw TextError(text, write: "a duration, as in 25m; a time of day is for --timer")
      }
      return
    }
    // Each element is NAME=VALUE: what has no equals sign belongs to the value before, as in `Copy=42,5%`.
    var texts: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part.contains("=") || texts.isEmpty {
        texts.append(String(part.drop { $0 == " " }))
      } else {
        texts[texts.count - 1] += ",\(part)"
      }
    }
    try takeAll(texts, &settings)
  }

  /// Whether it is on or off.
  var isSwitch: Bool {
    if case .list(let words) = completion { words.starts(with: ["on", "off"]) } else { false }
  }

  package var option: String { "--\(name)" }

  package var variable: String {
    "SEGCLOCK_" + name.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// The default, as the configuration has it.
  package var toml: String { toml(of: builtIn) }

  func toml(of text: String) -> String {
    switch text {
    case "on" where isSwitch: "true"
    case "off" where isSwitch: "false"
    // A number as TOML writes it, without a leading zero or point.
    case _ where Int(text)?.description == text: text
    case _ where text.first?.isNumber == true && Double(text)?.description == text: text
    default: text.json
    }
  }

  package static let all = Mirror(reflecting: SettingTable()).children.compactMap {
    ($0.value as? any TypedSetting)?.setting
  }
  package static let inFile = all.filter { $0.sources == .all }
}

private protocol TypedSetting { var setting: Setting { get } }

/// A setting with the type of its value, as which `ProgramSettings` has it.
package struct SettingKey<Value: Equatable & Sendable>: TypedSetting, Sendable {
  let setting: Setting
  let builtIn: Value

  /// `text` is the default.
  fileprivate init(
    _ name: String, _ section: Setting.Section, _ form: Setting.Form, _ parser: TextParser<Value>,
    _ text: String, isHidden: Bool = false, sources: Setting.Sources = .all, _ help: String
  ) {
    let texts = if case .list = form { text.split(separator: ",").map(String.init) } else { [text] }
    guard let value = try? parser.parse(all: texts) else {
      preconditionFailure("the default of \(name) is not valid")
    }
    builtIn = value
    setting = Setting(
      name: name, section: section, form: form, sources: sources, help: help, isHidden: isHidden,
      completion: parser.completion, builtIn: text,
      takeAll: { (texts: [String], settings: inout ProgramSettings) throws(TextError) in
        let text: String? =
          if case .list = form { texts.joined(separator: ",") } else { texts.last }
        settings.set(name, try parser.parse(all: texts), text: text)
      }, isEqual: { $0.value(name, Value.self) == $1.value(name, Value.self) })
  }

  /// Creates a setting whose default is `word`: the program decides.
  fileprivate init<Wrapped>(
    _ name: String, _ section: Setting.Section, _ form: Setting.Form, _ parser: TextParser<Wrapped>,
    or word: String, sources: Setting.Sources = .all, _ help: String
  ) where Value == Wrapped? {
    self.init(name, section, form, parser.or(word), word, sources: sources, help)
  }

  fileprivate init(flag name: String, _ section: Setting.Section, _ help: String)
  where Value == Bool {
    self.init(name, section, .flag, Parsers.toggle, "off", help)
  }
}

package struct SettingTable: Sendable {
  package static let rows = SettingTable()

  package let mode = SettingKey<Mode>(
    "mode", .content, .value("mode"), Parsers.name(), "stopwatch",
    "Mode: stopwatch, timer, plan, clock or counter.")
  package let show = SettingKey(
    "show", .content, .value("parts"), Parsers.parts, or: "auto",
    "Parts to show: \(Part.allCases.map(\.rawValue).joined(separator: ",")) or auto.")
  package let theme = SettingKey(
    "theme", .content, .value("theme"), Parsers.theme, ThemeName.neumorphicLight.rawValue,
    "Theme: \(ThemeName.list), your own, or auto: as the desktop.")
  package let font = SettingKey(
    "font", .content, .value("family"), Parsers.font, or: "auto",
    "Font family; auto: the theme's, else the desktop's.")
  package let ink = SettingKey<Float?>(
    "ink", .content, .value("ink"), Parsers.number(0...1), or: "auto",
    "Tint of lit segments, 0 to 1; auto: the theme's.")
  package let neon = SettingKey(
    "neon", .content, .value("colour"), Parsers.opaqueColor, "#FF7A1A",
    "Colour of the theme neon, as in #22C4FF or green.")
  package let ring = SettingKey(
    "ring", .content, .list("name=value"), Parsers.rings, "Goal=75%,Focus=50%,Build=25%",
    "Ring, up to six, outermost first, with a value: 50%, 50, 3/7, or \(RingText.sources).")
  package let digits = SettingKey(
    "digits", .content, .value("number"), Parsers.whole(Counter.allowedDigits), "3",
    "Digits of the counter, 1 to 18.")
  package let count = SettingKey(
    "count", .content, .value("number"), Parsers.count, "0", sources: .environment,
    "Value of the counter at the start.")
  package let targetLap = SettingKey(
    "target-lap", .content, .value("duration"), Parsers.lap, or: "auto",
    "Lap to compare with, as in 2m; auto: the best lap.")
  package let ghost = SettingKey<Ghost>(
    "ghost", .content, .value("lap"), Parsers.name(), "off",
    "Ghost hand of a lap on the dial: best, target or off.")
  package let hours = SettingKey<HourCycle?>(
    "hours", .content, .value("hours"), Parsers.name(), or: "auto",
    "Hours of the clock: 12 or 24; auto: the locale's.")
  package let seconds = SettingKey(
    "seconds", .content, .value("switch"), Parsers.toggle, "on",
    "Seconds of the clock: on or off.")
  package let zone = SettingKey(
    "zone", .content, .value("zone"), Parsers.zone, or: "auto",
    "Time zone of the clock, as in Europe/Berlin; auto: local time.")

  package let timer = SettingKey(
    "timer", .timing, .value("duration"), Parsers.timer, "5m",
    "Length, as in 25m, 1h30m or 90; only as an option: \"until 17:30\".")
  package let plan = SettingKey(
    "plan", .timing, .value("steps"), Parsers.plan, "Focus 25m, Break 5m",
    "Steps, as in \"4x Focus 25m, Break 5m wait\": 4x for rounds; wait stops after that step.")
  package let rounds = SettingKey(
    "rounds", .timing, .value("number"), Parsers.rounds, or: "auto",
    "Rounds of the plan, 1 to 999; auto: 4 of the built-in plan, else 1.")
  package let planWaits = SettingKey(flag: "plan-waits", .timing, "Wait after every step.")

  package let sound = SettingKey(
    "sound", .alarm, .value("sound"), Parsers.command("a sound file"), or: "auto",
    "Alarm: a sound file, a shell command, none or auto.")
  package let atEnd = SettingKey(
    "at-end", .alarm, .value("command"), Parsers.command("a shell command"), or: "none",
    "Shell command at the end of a timer or step, or none.")
  package let suspend = SettingKey(
    "suspend", .alarm, .value("way"), Parsers.oneOf("count", "pause"), "count",
    "Time while the computer sleeps: count or pause.")

  package let size = SettingKey(
    "size", .picture, .value("WxH"), Parsers.size, "840x480",
    "Size in user units.")
  package let scale = SettingKey<Double?>(
    "scale", .picture, .value("factor"), Parsers.number(0.25...16), or: "auto",
    "Pixels per unit, 0.25 to 16; auto: the desktop's.")
  package let shape = SettingKey<WindowShape>(
    "shape", .picture, .value("shape"), Parsers.name(), "rectangle",
    "Window shape: rectangle, rounded or round.")
  package let backgroundOpacity = SettingKey<Double>(
    "background-opacity", .picture, .value("opacity"), Parsers.number(0...1), "1",
    "Opacity of the background, 0 to 1.")

  package let opacity = SettingKey<Double>(
    "opacity", .window, .value("opacity"), Parsers.number(0.1...1), "1",
    "Opacity of the window, 0.1 to 1.")
  package let position = SettingKey(
    "position", .window, .value("X,Y"), Parsers.position, or: "auto",
    "Top left corner, in pixels; auto: where it was last.")
  package let type = SettingKey(
    "type", .window, .value("type"), Parsers.oneOf("normal", "utility", "dock", "desktop"),
    "normal",
    "Window type: normal, utility, dock or desktop.")
  package let above = SettingKey(flag: "above", .window, "Keep above other windows.")
  package let below = SettingKey(flag: "below", .window, "Keep below other windows.")
  package let sticky = SettingKey(flag: "sticky", .window, "Show on all workspaces.")
  package let undecorated = SettingKey(
    "undecorated", .window, .flag, Parsers.toggle, or: "auto",
    "Remove the frame; auto: if the shape is not rectangle.")
  package let skipTaskbar = SettingKey(
    flag: "skip-taskbar", .window, "Hide from task bars and pagers.")
  package let clickThrough = SettingKey(
    flag: "click-through", .window, "Pass clicks to the window below; the key X ends it.")
  package let globalKeys = SettingKey(
    "global-key", .window, .list("action=key"), Parsers.globalKeys, "none",
    sources: .environment,
    "Key that works in all windows, as in lap=Ctrl+Alt+L, any number of times; or none.")
  package let fps = SettingKey(
    "fps", .window, .value("number"), Parsers.whole(1...1000), "60",
    "Maximum frame rate, 1 to 1000.")
  package let animation = SettingKey(
    "animation", .window, .flag, Parsers.toggle, or: "auto",
    "Animate changes; auto: as the desktop does.")
  package let present = SettingKey(
    "present", .window, .value("way"), Parsers.oneOf("auto", "shared-memory", "put"), "auto",
    isHidden: true, "How frames reach the server: auto, shared-memory or put.")

  package let config = SettingKey(
    "config", .files, .value("file"), Parsers.file(["toml"]), or: "", sources: .option,
    "Configuration file (~/.config/segclock/config.toml).")
  package let noConfig = SettingKey(
    "no-config", .files, .word, Parsers.toggle, "off", sources: .option, "Read no configuration.")
  package let rings = SettingKey(
    "rings", .files, .value("file"), Parsers.file([]), or: "", sources: .option,
    "Rings, one on each line; - is standard input.")
  package let name = SettingKey(
    "name", .state, .value("name"), Parsers.widget, "default", sources: .option,
    "Name of the widget; each has a time of its own.")
  package let noState = SettingKey(
    "no-state", .state, .word, Parsers.toggle, "off", sources: .option,
    "Save nothing and load nothing.")
  package let restore = SettingKey(
    "restore", .state, .word, Parsers.toggle, "off", sources: .option,
    "Also restore full screen, workspace and stacking.")
  package let session = SettingKey(
    "session", .state, .value("number"), Parsers.session, or: "", sources: .option,
    "Continue this session; segclock history lists them.")
  package let start = SettingKey(
    "start", .window, .word, Parsers.toggle, "off", sources: .environment,
    "Start the stopwatch, the timer or the plan at once.")
  package let stats = SettingKey(
    "stats", .window, .word, Parsers.toggle, "off", isHidden: true, sources: .option,
    "Print frames, wake-ups and CPU time to standard error at the end.")
}

/// The settings that were given. `SettingTable` describes them.
@dynamicMemberLookup
package struct ProgramSettings: Equatable, Sendable {
  /// The text of a value is nil if the value was not parsed.
  private var entries: [String: (value: any Sendable, text: String?)] = [:]
  /// The tables of the configuration; keys by action name.
  package var keys: [String: [Chord]] = [:]
  package var themes: [Theme] = []

  package init() {}

  /// The value of a setting: the one that was given, or the default.
  package subscript<Value>(
    dynamicMember row: KeyPath<SettingTable, SettingKey<Value>>
  ) -> Value {
    get { given(row) ?? SettingTable.rows[keyPath: row].builtIn }
    set { set(SettingTable.rows[keyPath: row].setting.name, newValue) }
  }

  package func given<Value>(_ row: KeyPath<SettingTable, SettingKey<Value>>) -> Value? {
    value(SettingTable.rows[keyPath: row].setting.name, Value.self)
  }

  func value<Value>(_ name: String, _: Value.Type) -> Value? {
    // Not in one expression: a missing entry could be cast to an optional value.
    guard let entry = entries[name] else { return nil }
    return entry.value as? Value
  }

  mutating func set(_ name: String, _ value: some Sendable, text: String? = nil) {
    entries[name] = (value, text)
  }

  package func text(_ name: String) -> String? { entries[name]?.text }

  package func isGiven(_ name: String) -> Bool { entries[name] != nil }

  package var given: [Setting] { Setting.all.filter { isGiven($0.name) } }

  package static func == (left: ProgramSettings, right: ProgramSettings) -> Bool {
    Setting.all.allSatisfy { $0.isEqual(left, right) } && left.keys == right.keys
      && left.themes == right.themes
  }

  /// Returns these settings, with missing ones taken from `others`.
  package func filled(by others: ProgramSettings) -> ProgramSettings {
    var settings = self
    settings.entries.merge(others.entries) { own, _ in own }
    // Those of a plan's text come with it.
    if given(\.plan)?.rounds != nil, !isGiven("rounds") { settings.entries["rounds"] = nil }
    // Of above and below, the one with the higher priority wins.
    if self.above, given(\.below) == nil { settings.below = false }
    if self.below, given(\.above) == nil { settings.above = false }
    if keys.isEmpty { settings.keys = others.keys }
    // By name: a theme of one file may be used in another.
    let names = Set(themes.map(\.name))
    settings.themes += others.themes.filter { !names.contains($0.name) }
    return settings
  }

  package var conflict: (name: String, problem: String)? {
    if self.above, self.below { return ("below", "above is also on; write one of them") }
    guard let rounds = self.rounds ?? self.plan.rounds, planned.rounds < rounds else { return nil }
    return ("rounds", "the plan would take over 1000000 hours; write up to \(planned.rounds)")
  }

  /// Whether one source has two numbers of rounds, which differ: one in the plan's text.
  package var roundsProblem: TextError? {
    guard let rounds = self.rounds, let own = given(\.plan)?.rounds, own != rounds else {
      return nil
    }
    return TextError("the plan begins with \(own) rounds; write the rounds once")
  }

  package var mentionsPlan: Bool {
    given(\.plan) != nil || given(\.rounds) != nil || given(\.planWaits) != nil
  }

  /// The length of a timer that was given, unless that is a time of day.
  package var timerLength: Duration? {
    if case .length(let length) = given(\.timer) { length } else { nil }
  }

  package var adjustable: AdjustableSettings {
    AdjustableSettings(
      mode: given(\.mode), theme: given(\.theme), rings: given(\.ring),
      timer: timerLength, plan: mentionsPlan ? planned : nil, count: given(\.count),
      clock: ClockSettings(
        hours: given(\.hours), showsSeconds: given(\.seconds), zone: given(\.zone)))
  }

  /// Replaces the zone, if one is given, by its `name` in the database.
  package mutating func findZone(_ name: (String) throws(TextError) -> String) throws(TextError) {
    guard let zone = self.zone else { return }
    self.zone = try name(zone)
  }

  package mutating func adopt(_ model: Model) {
    let plan = model.planRun.plan
    let texts = [
      "mode": model.mode.rawValue, "theme": model.theme.rawValue,
      "timer": model.timer.setLength.unitText, "plan": plan.line, "rounds": "auto",
      "plan-waits": "off", "seconds": model.clock.showsSeconds ? "on" : "off",
      "zone": model.zone ?? "auto",
      "hours": (model.clockSettings.hours ?? nil)?.rawValue ?? "auto",
    ]
    for setting in Setting.inFile {
      if let text = texts[setting.name] { try? setting.take(text, &self) }
    }
    self.ring = Array(model.rings)
  }

  package var planned: Plan {
    let steps = self.plan.steps.map { step in
      var step = step
      step.waits = step.waits || self.planWaits
      return step
    }
    return Plan(
      steps: steps,
      rounds: self.rounds ?? self.plan.rounds
        ?? (given(\.plan) == nil ? Plan.defaultRounds : 1))
  }

  /// The variables besides the settings: one that chooses the file, and those of `--at-end`, whose command may call the
  /// program again.
  private static let otherVariables = [
    "SEGCLOCK_CONFIG", "SEGCLOCK_LENGTH", "SEGCLOCK_OVERRUN", "SEGCLOCK_WORDS",
  ]

  /// What to say of those of `variables` that no setting has.
  package static func problems(ofVariables variables: [String]) -> [String] {
    let known = Setting.all.filter { $0.sources != .option }.map(\.variable) + otherVariables
    return variables.filter { !known.contains($0) }.sorted().map { name in
      let option = Setting.all.first { $0.variable == name }?.option
      let problem =
        option.map { "ignored; this setting is only an option: \($0)" }
        ?? SettingFault.unknown(
          name, "variable", among: known, hint: "man segclock.toml lists the settings")
      return "\(name.escaped.elided(to: 48)): \(problem)"
    }
  }

  package static func environment(
    _ variable: (String) -> String?
  ) throws(TextError) -> ProgramSettings {
    var settings = ProgramSettings()
    for setting in Setting.all where setting.sources != .option {
      guard let text = variable(setting.variable) else { continue }
      do throws(TextError) {
        try setting.take(text, &settings)
      } catch {
        throw TextError("\(setting.variable): \(error.description)")
      }
    }
    if let problem = settings.roundsProblem { throw TextError("SEGCLOCK_ROUNDS: \(problem)") }
    return settings
  }
}

extension [ProgramSettings] {
  /// These settings by decreasing priority, as one.
  package var combined: ProgramSettings { reduce(ProgramSettings()) { $0.filled(by: $1) } }
}
