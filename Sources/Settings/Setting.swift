import Geometry
import Scene
import Session
import Timekeeping
import Wording

/// The description of a setting. Its option, environment variable, configuration key, `config default`, completions and
/// manual entry are derived from it.
package struct Setting: Sendable {
  /// A section of the help, of `config default` and of the manual.
  package enum Section: CaseIterable, Sendable {
    case content, timing, alarm, picture, window

    /// Sections with the same title are shown as one.
    package var title: String {
      switch self {
      case .content: "What to show"
      case .timing, .alarm: "Timing"
      case .picture, .window: "Window"
      }
    }
  }

  package enum Form: Equatable, Sendable {
    /// `--name VALUE`; the associated value names VALUE in the help.
    case value(String)
    /// `--name` and `--no-name`.
    case flag
    /// `--name VALUE`, any number of times.
    case list(String)
  }

  /// Where a setting can be given, besides the command line.
  package enum Sources: Sendable {
    case all, environment, none
  }

  /// The configuration key. The option is `--name`, the environment variable `SEGCLOCK_NAME`.
  package let name: String
  package let section: Section
  package let form: Form
  package let sources: Sources
  package let help: String
  package let isHidden: Bool
  package let completion: Completion
  package let bounds: [String]
  /// The default, in the syntax of the setting.
  package let builtIn: String
  /// Parses the values of an option; a list has any number of them.
  package let takeAll: @Sendable ([String], inout ProgramSettings) throws(ArgumentProblem) -> Void
  /// Keeps the first's value if it has one.
  let fill: @Sendable (inout ProgramSettings, ProgramSettings) -> Void
  package let isGiven: @Sendable (ProgramSettings) -> Bool

  private init<Value>(
    _ name: String, _ property: any WritableKeyPath<ProgramSettings, Value?> & Sendable,
    _ section: Section, _ form: Form, _ parser: TextParser<Value>, _ builtIn: String,
    isHidden: Bool = false, sources: Sources = .all, _ help: String
  ) {
    (self.name, self.section, self.form, self.builtIn) = (name, section, form, builtIn)
    (self.help, self.isHidden, self.sources) = (help, isHidden, sources)
    (completion, bounds) = (parser.completion, parser.bounds)
    takeAll = { (texts: [String], settings: inout ProgramSettings) throws(ArgumentProblem) in
      settings[keyPath: property] = try parser.parse(all: texts)
    }
    fill = { $0[keyPath: property] = $0[keyPath: property] ?? $1[keyPath: property] }
    isGiven = { $0[keyPath: property] != nil }
  }

  /// Creates a setting whose default is `word`: the program decides.
  private init<Value>(
    _ name: String, _ property: any WritableKeyPath<ProgramSettings, Choice<Value>?> & Sendable,
    _ section: Section, _ form: Form, _ parser: TextParser<Value>, or word: String, _ help: String
  ) {
    self.init(name, property, section, form, parser.or(word), word, help)
  }

  /// Parses a value of the environment or the configuration, where commas separate list elements.
  func take(_ text: String, _ settings: inout ProgramSettings) throws(ArgumentProblem) {
    guard case .list = form else {
      try takeAll([text], &settings)
      if name == "timer", case .until = settings.timer {
        throw ArgumentProblem(text, write: "a duration, as in 25m; a time of day is for --timer")
      }
      return
    }
    let texts = text.split(separator: ",", omittingEmptySubsequences: false)
    try takeAll(texts.map { String($0.drop { $0 == " " }) }, &settings)
  }

  package var option: String { "--\(name)" }

  package var variable: String {
    "SEGCLOCK_" + name.uppercased().split(separator: "-").joined(separator: "_")
  }

  package var toml: String {
    switch builtIn {
    case "on": "true"
    case "off" where name != "ghost": "false"
    default: Int(builtIn) == nil ? builtIn.json : builtIn
    }
  }

  package static let inFile = all.filter { if case .all = $0.sources { true } else { false } }

  package static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  package static let all: [Setting] = [
    Setting(
      "mode", \.mode, .content, .value("mode"), Parsers.name(), "stopwatch",
      "Mode: stopwatch, timer, plan, clock or counter."),
    Setting(
      "show", \.show, .content, .value("parts"), Parsers.parts, or: "auto",
      "Parts to show: digits,rings,dial,buttons,laps or auto."),
    Setting(
      "theme", \.theme, .content, .value("theme"), Parsers.theme,
      ThemeName.neumorphicLight.rawValue,
      """
      Theme: \(ThemeName.list), your own, or auto: as the desktop.
      """),
    Setting(
      "font", \.font, .content, .value("family"), Parsers.font, or: "auto",
      "Font family; auto: the theme's, else the desktop's."),
    Setting(
      "ink", \.ink, .content, .value("ink"), Parsers.number(0...1), or: "auto",
      "Tint of lit segments, 0 to 1; auto: the theme's."),
    Setting(
      "neon", \.neon, .content, .value("colour"), Parsers.opaqueColor, "#FF7A1A",
      "Colour of the theme neon, as in #22C4FF or green."),
    Setting(
      "ring", \.ring, .content, .list("name=value"), Parsers.rings, "Goal=0%,Focus=0%,Build=0%",
      "Ring, outermost first, up to six: 50%, 50, 3/7 or \(RingText.sources)."),
    Setting(
      "digits", \.digits, .content, .value("number"), Parsers.whole(Counter.allowedDigits), "3",
      "Digits of the counter, 1 to 18."),
    Setting(
      "count", \.count, .content, .value("number"), Parsers.count, "0", sources: .none,
      "Value of the counter at the start."),
    Setting(
      "target-lap", \.targetLap, .content, .value("duration"), Parsers.lap, or: "auto",
      "Lap to compare with, as in 2m; auto: the best lap."),
    Setting(
      "ghost", \.ghost, .content, .value("lap"), Parsers.name(), "off",
      "Ghost hand of a lap on the dial: best, target or off."),
    Setting(
      "hours", \.hours, .content, .value("hours"), Parsers.name(), or: "auto",
      "Hours of the clock: 12 or 24; auto: the locale's."),
    Setting(
      "seconds", \.seconds, .content, .value("switch"), Parsers.toggle, "on",
      "Seconds of the clock: on or off."),
    Setting(
      "zone", \.zone, .content, .value("zone"), Parsers.zone, or: "auto",
      "Time zone of the clock, as in Europe/Berlin."),

    Setting(
      "timer", \.timer, .timing, .value("duration"), Parsers.timer, "5m",
      "Length: 25m, 1h30m, 90; as an option, \"until 17:30\", too."),
    Setting(
      "plan", \.plan, .timing, .value("steps"), Parsers.plan, "Focus 25m, Break 5m",
      "Steps, as in \"Focus 25m, Break 5m wait\"; wait: go on by hand."),
    Setting(
      "rounds", \.rounds, .timing, .value("number"), Parsers.rounds, or: "auto",
      "Rounds of the plan, 1 to 999; auto: 1, built-in plan: 4."),
    Setting(
      "plan-waits", \.planWaits, .timing, .flag, Parsers.toggle, "off",
      "Wait after every step."),

    Setting(
      "sound", \.sound, .alarm, .value("sound"), Parsers.command("a sound file"), or: "auto",
      "Alarm: a sound file, a shell command, none or auto."),
    Setting(
      "at-end", \.atEnd, .alarm, .value("command"), Parsers.command("a shell command"), or: "none",
      "Shell command at the end of a timer or step, or none."),
    Setting(
      "suspend", \.suspend, .alarm, .value("way"), Parsers.name(), "count",
      "Time while the computer sleeps: count or pause."),

    Setting(
      "size", \.size, .picture, .value("WxH"), Parsers.size, "840x480",
      "Size in user units."),
    Setting(
      "scale", \.scale, .picture, .value("factor"), Parsers.number(0.25...16), or: "auto",
      "Pixels per unit, 0.25 to 16; auto: the desktop's."),
    Setting(
      "shape", \.shape, .picture, .value("shape"), Parsers.name(), "rectangle",
      "Window shape: rectangle, rounded or round."),
    Setting(
      "background-opacity", \.backgroundOpacity, .picture, .value("opacity"), Parsers.number(0...1),
      "1",
      "Opacity of the background, 0 to 1."),

    Setting(
      "opacity", \.opacity, .window, .value("opacity"), Parsers.number(0.1...1), "1",
      "Opacity of the window, 0.1 to 1."),
    Setting(
      "position", \.position, .window, .value("X,Y"), Parsers.position, or: "auto",
      "Top left corner, in pixels; auto: where it was last."),
    Setting(
      "type", \.type, .window, .value("type"), Parsers.name(), "normal",
      "Window type: normal, utility, dock or desktop."),
    Setting("above", \.above, .window, .flag, Parsers.toggle, "off", "Keep above other windows."),
    Setting("below", \.below, .window, .flag, Parsers.toggle, "off", "Keep below other windows."),
    Setting("sticky", \.sticky, .window, .flag, Parsers.toggle, "off", "Show on all workspaces."),
    Setting(
      "undecorated", \.undecorated, .window, .flag, Parsers.toggle, or: "auto",
      "Remove the frame; auto: unless the shape is rectangle."),
    Setting(
      "skip-taskbar", \.skipTaskbar, .window, .flag, Parsers.toggle, "off",
      "Hide from task bars and pagers."),
    Setting(
      "click-through", \.clickThrough, .window, .flag, Parsers.toggle, "off",
      "Pass clicks to the window below; the key X ends it."),
    Setting(
      "global-key", \.globalKeys, .window, .list("action=key"), Parsers.globalKeys, "none",
      sources: .environment,
      "Key that works in all windows, as in lap=Ctrl+Alt+L, any number of times; or none."),
    Setting(
      "fps", \.fps, .window, .value("number"), Parsers.whole(1...1000), "60",
      "Maximum frame rate, 1 to 1000."),
    Setting(
      "animation", \.animation, .window, .flag, Parsers.toggle, or: "auto",
      "Animate changes; auto: as the desktop does."),
    Setting(
      "present", \.present, .window, .value("way"), Parsers.name(), "auto",
      isHidden: true, "How frames reach the server: auto, shared-memory or put."),
  ]
}
