import Desktop
import Files
import Geometry
import Glibc
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing
import Wording

/// The settings of all sources, by decreasing priority: options, environment, files, built-in values. What was changed in
/// the window comes after the options, and is the model's.
struct Configuration {
  private var files: [ConfigurationFile]
  private(set) var fileSettings = ProgramSettings()
  let options: ProgramSettings
  /// The settings of the options and the environment.
  private(set) var run: ProgramSettings
  private(set) var settings: ProgramSettings

  var problems: [String] { files.compactMap(\.problem) }

  /// Reads the settings of all sources. Throws mistakes in options and environment; those in files become `problems`.
  init(_ options: ProgramSettings) throws {
    self.options = options
    run = options.filled(by: try ProgramSettings.environment(UserEnvironment.variable))
    do throws(TextError) {
      try run.findZone(ZoneDatabase.zone(named:))
    } catch {
      throw TextError("\(options.isGiven("zone") ? "--zone" : "SEGCLOCK_ZONE"): \(error)")
    }
    files = options.configurationFiles
    settings = run
    _ = refresh()
    if let file = files.first, file.isNamed, let problem = file.unreadable {
      throw TextError("\(options.config == nil ? "SEGCLOCK_CONFIG" : "--config"): \(problem)")
    }
    try check()
  }

  /// As `init(_:)`, but also prints the problems.
  init(reporting options: ProgramSettings) throws {
    try self.init(options)
    Configuration.reportVariables()
    for problem in problems { StandardError.report(problem) }
  }

  /// Names the variables that look like settings and are none, once.
  static func reportVariables() {
    let names = UserEnvironment.names(beginningWith: "SEGCLOCK_")
    for problem in ProgramSettings.problems(ofVariables: names) {
      StandardError.report(problem)
    }
  }

  mutating func refresh() -> Bool {
    guard let read = files.refresh() else { return false }
    (fileSettings, settings) = (read, run.filled(by: read))
    return true
  }

  /// Shows other parts for this run, as `--show` does.
  mutating func show(_ parts: Set<Part>?) {
    run.show = parts
    settings = run.filled(by: fileSettings)
  }

  /// Refuses options and variables that are wrong by themselves, or together with the other settings.
  private func check() throws {
    let names = ThemeName.choices(among: themes.names)
    // A file with a mistake may define the theme.
    if problems.isEmpty, let theme = run.given(\.theme), !names.contains(theme) {
      let problem = TextError(unknownTheme: theme.rawValue, among: names)
      let source = options.isGiven("theme") ? "--theme" : "SEGCLOCK_THEME"
      throw TextError("\(source): \(problem)")
    }
    if let (name, problem) = (problems.isEmpty ? settings : run).conflict {
      throw TextError("--\(name): \(problem)")
    }
    if options.given(\.mode) == nil, options.isGiven("timer"), options.isGiven("plan") {
      throw TextError("--timer and --plan: give one of them, or --mode")
    }
    if let count = settings.given(\.count) {
      do throws(TextError) {
        _ = try Counter(count, digits: settings.digits)
      } catch {
        throw TextError("--count \(count): \(error.description)")
      }
    }
    if options.ghost == .target, settings.targetLap == nil {
      throw TextError("--ghost target: give --target-lap, too")
    }
    _ = try extent(scale: 1)
  }
}

// MARK: For other modules

extension Configuration {
  var themes: ThemeCatalog {
    var own = settings.themes
    if let glow = settings.given(\.neon), !own.contains(where: { $0.name == .neon }) {
      own.insert(.neon(glow), at: 0)
    }
    return ThemeCatalog(own: own) { theme in
      theme.digits.ink = settings.ink ?? theme.digits.ink
      theme.font = settings.font ?? theme.font
    }
  }

  /// The size in device pixels, and the scale; `scale` is the default.
  func extent(scale: Double) throws -> (width: Int, height: Int, scale: Double) {
    let scale = settings.scale ?? scale
    let width = Int((settings.size.width * scale).rounded())
    let height = Int((settings.size.height * scale).rounded())
    guard max(width, height) <= Parsers.maxSide, width * height <= Parsers.maxPixels
    else {
      throw TextError(
        """
        --size times --scale is \(width) x \(height) device pixels; write up to \(Parsers.maxSide) a side and \
        \(Parsers.maxPixels) in all
        """)
    }
    return (max(1, width), max(1, height), scale)
  }

  /// Applies the settings, except the size, with the desktop's as defaults. `globalKeys` are further rows of the help.
  func apply(
    to environment: inout Environment, on desktop: DesktopAppearance? = nil,
    globalKeys: [KeyRow] = []
  ) {
    environment.parts = settings.show
    environment.shape = settings.shape
    environment.backgroundOpacity = settings.backgroundOpacity
    environment.isAnimated = settings.animation ?? !(desktop?.current.isStill ?? false)
    environment.themes = themes
    environment.bindings = KeyRow.standard(with: settings.keys) + globalKeys
    environment.desktopFont = desktop?.connection.desktopSettings.fontName.flatMap(
      DesktopFont.family)
  }

  var modelSettings: ModelSettings {
    var model = ModelSettings()
    model.firstWeekday = LocaleDates.firstWeekday
    model.targetLap = settings.targetLap
    model.ghost = settings.ghost
    model.clock = UserLanguage.clock
    model.themes = themes.names
    model.digits = settings.digits
    model.bindings = KeyRow.standard(with: settings.keys)
    return model
  }

  func configure(_ model: inout Model) {
    model.configure(modelSettings, file: fileSettings.adjustable, options: adjustableInRun)
  }

  /// Applies the settings at the start of a window: `--timer` and `--plan` replace a timer or a plan that has begun.
  func begin(_ model: inout Model, at time: LocalTime) {
    configure(&model)
    // The zone database may have lost a zone that was chosen in the window.
    if let zone = model.zone, (try? ZoneDatabase.zone(named: zone)) != zone {
      model.clockSettings.zone = .some(nil)
    }
    time.zone = model.zone
    let timer = options.given(\.timer).map { time.countdown($0) }
    if let timer, timer.isRunning || model.timer.state != .reset { model.set(timer) }
    if options.mentionsPlan, model.planRun.state != .reset { model.set(settings.planned) }
  }

  /// The settings of the options and the environment that the window can change, too. A plan combines the settings of
  /// all sources; `--timer` and `--plan` imply their mode.
  private var adjustableInRun: SettingLayer {
    var adjustable = run.adjustable
    if run.mentionsPlan { adjustable.plan = settings.planned }
    if !options.isGiven("mode"), options.mentionsPlan || options.isGiven("timer") {
      adjustable.mode = options.mentionsPlan ? .plan : .timer
    }
    return adjustable
  }

  /// The states that the window asks for. "Always on top" set in the window is remembered until the file changes it.
  func windowStates(_ places: PlaceBook) -> WindowStates {
    var states = settings.windowStates
    guard !run.isGiven("above"), !run.isGiven("below"),
      let isAbove = places.chosenAbove
    else { return states }
    states.subtract(isAbove ? .below : .above)
    return isAbove ? states.union(.above) : states
  }

  var axis: TimeAxis { settings.suspend == "pause" ? .paused : .counted }

  var sound: SoundChoice {
    let file = files.last { $0.settings.isGiven("sound") }
    return run.isGiven("sound")
      ? SoundChoice(run.sound) : file?.sound ?? SoundChoice(settings.sound)
  }

  var faults: [String] {
    let isInFile = files.contains { $0.soundFault != nil } && !run.isGiven("sound")
    return problems + [isInFile ? nil : sound.problem.map { "sound: \($0)" }].compactMap { $0 }
  }
}
