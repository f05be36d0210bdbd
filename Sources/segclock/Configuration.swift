import ArgumentParser
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

extension ProgramSettings {
  /// The configuration files to read. `NAME.toml` overrides `config.toml`.
  var configurationFiles: [ConfigurationFile] {
    if self.noConfig { return [] }
    if let named = self.config ?? UserEnvironment.variable("SEGCLOCK_CONFIG") {
      return [ConfigurationFile(path: named, isNamed: true)]
    }
    guard let home = UserEnvironment.configurationHome else { return [] }
    return ["config", self.name].map {
      ConfigurationFile(path: "\(home)/segclock/\($0).toml", isNamed: false)
    }
  }

  var configurationPath: String? {
    let files = configurationFiles
    return (self.name == StateFolder.defaultName ? files.first : files.last)?.path
  }
}

extension UserEnvironment {
  static var configurationHome: String? { folder("XDG_CONFIG_HOME", or: ".config") }
  static let noConfigurationHome = FileError(path: "$XDG_CONFIG_HOME, $HOME", code: ENOENT)
}

struct ConfigurationFile {
  let path: String
  /// Whether the user named it, so that it has to exist.
  let isNamed: Bool
  /// The settings of its last version without mistakes.
  private(set) var settings = ProgramSettings()
  fileprivate var read = SettingsFile([])
  private(set) var unreadable: String?
  private var content: Result<[UInt8], FileError>?

  init(path: String, isNamed: Bool) {
    (self.path, self.isNamed) = (path, isNamed)
  }

  /// A sound that cannot be played is a fault of which nothing but the sound depends: the other settings apply.
  var faults: [SettingFault] {
    (read.faults + [soundFault].compactMap { $0 }).sorted { $0.place < $1.place }
  }

  /// The alarm's sound by this file. A relative path starts in its folder.
  var sound: SoundChoice {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
    return SoundChoice(read.settings.sound, from: folder == "" ? "/" : folder)
  }

  var soundFault: SettingFault? {
    guard read.settings.isGiven("sound") else { return nil }
    return sound.problem.map { read.fault($0, key: "sound") }
  }

  /// The message about what is wrong first; nil if nothing is.
  var problem: String? {
    guard unreadable == nil, let first = faults.first else { return unreadable }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more; see segclock config check)" : ""
    return "\(path.escaped.elided(to: FileError.maxPathLength)):\(first.description)\(more)"
  }

  /// Reads the file; returns whether it has changed since the last call.
  mutating func refresh() -> Bool {
    let before = content
    content = Result { () throws(FileError) in
      try InputFile.bytes(of: path, maxBytes: SettingsFile.maxBytes)
    }
    return content != before
  }

  /// Parses the content; `themes` are those of the file that this one overrides.
  mutating func parse(themes others: [ThemeName]) {
    (unreadable, read) = (nil, SettingsFile([]))
    switch content {
    case nil: break
    case .failure(let error) where error.code == ENOENT && !isNamed: settings = ProgramSettings()
    case .failure(let error):
      let isPlain = ![EINVAL, ENXIO].contains(error.code)
      let problem = isPlain ? error : FileError(path: path, reason: "not a plain file")
      unreadable = problem.description
    case .success(let bytes):
      read = SettingsFile(bytes, themes: others)
      do throws(TextError) {
        try read.findZone(LocalTime.zone(named:))
      } catch {
        read.note(error.description, key: "zone")
      }
      if read.faults.isEmpty { settings = read.settings }
    }
  }
}

extension [ConfigurationFile] {
  /// Reads the files, which are in the order of increasing priority; returns their settings if any has changed. A file
  /// may use a theme of another, so a change in either checks both again.
  mutating func refresh() -> ProgramSettings? {
    guard indices.filter({ self[$0].refresh() }).count > 0 else { return nil }
    var settings = ProgramSettings()
    var themes: [ThemeName] = []
    for index in indices {
      self[index].parse(themes: themes)
      themes += self[index].read.settings.themes.map(\.name)
      settings = self[index].settings.filled(by: settings)
    }
    return settings
  }
}

/// The settings of all sources, by decreasing priority: options, environment, files, built-in values.
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
      try run.findZone(LocalTime.zone(named:))
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
    for problem in problems { StandardError.print("segclock: \(problem)") }
  }

  /// Names the variables that look like settings and are none, once.
  static func reportVariables() {
    let names = UserEnvironment.names(beginningWith: "SEGCLOCK_")
    for problem in ProgramSettings.problems(ofVariables: names) {
      StandardError.print("segclock: \(problem)")
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
    model.targetLap = settings.targetLap
    model.ghost = settings.ghost
    model.clock = ClockStyle(ofLocale: "") ?? ClockStyle()
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
    if let zone = model.zone, (try? LocalTime.zone(named: zone)) != zone {
      model.clockSettings.zone = .some(nil)
    }
    time.zone = model.zone
    let timer = options.given(\.timer).map { time.countdown($0) }
    if let timer, timer.isRunning || model.timer.state != .reset { model.set(timer) }
    if options.mentionsPlan, model.planRun.state != .reset { model.set(settings.planned) }
  }

  /// The settings of the options and the environment that the window can change, too. A plan combines the settings of
  /// all sources; `--timer` and `--plan` imply their mode.
  private var adjustableInRun: AdjustableSettings {
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
      let isAbove = places.chosenAbove(configured: fileSettings.above)
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

extension ProgramSettings {
  var windowStates: WindowStates {
    let states: [(isOn: Bool, states: WindowStates)] = [
      (self.above, .above), (self.below, .below), (self.sticky, .sticky),
      (self.skipTaskbar, [.skipTaskbar, .skipPager]),
    ]
    return WindowStates(states.filter(\.isOn).map(\.states))
  }

  /// Whether the window manager draws a frame; by default, only around a rectangle.
  var isDecorated: Bool { self.undecorated.map { !$0 } ?? (self.shape == .rectangle) }

  func windowOptions(width: Int, height: Int) -> WindowOptions {
    var options = WindowOptions(title: "segclock", width: width, height: height)
    options.sharesMemory = self.present != "put"
    options.states = windowStates
    options.isDecorated = isDecorated
    options.isTranslucent = self.shape != .rectangle || self.backgroundOpacity < 1
    if let place = self.position { options.position = (Int(place.x), Int(place.y)) }
    options.kind = self.type
    return options
  }
}

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print or check a configuration file.",
    subcommands: [Path.self, Check.self, Default.self, Show.self, ThemeCommand.self])

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the path of the configuration file.",
      discussion:
        "With --name NAME, that of NAME.toml beside it, which overrides it for that widget.")

    @OptionGroup var widget: WidgetOptions

    func run() throws {
      let settings = try widget.settings(for: "config path", using: ["config"])
      guard let path = settings.configurationPath else {
        throw UserEnvironment.noConfigurationHome
      }
      try OutputFile(path: "-").write(path + "\n")
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List every mistake in the configuration.",
      discussion: """
        Prints a line for each mistake: file, line, column, key, what is wrong and what to write. Checks config.toml, and \
        NAME.toml of the widget that --name names. Exit codes: 0 no mistakes; 65 mistakes; 66 a file cannot be read.
        """)

    @Argument(
      help: "The file to check (default: those that the window reads).",
      completion: .file(extensions: ["toml"]))
    var file: String?

    @OptionGroup var widget: WidgetOptions

    func run() throws {
      let settings = try widget.settings(for: "config check", using: ["config"])
      var files =
        file.map { [ConfigurationFile(path: $0, isNamed: true)] } ?? settings.configurationFiles
      if files.isEmpty { throw UserEnvironment.noConfigurationHome }
      _ = files.refresh()
      if let problem = files.lazy.compactMap(\.unreadable).first {
        StandardError.print("segclock: \(problem)")
        throw ExitCode.noInput
      }
      let lines = files.flatMap { file in
        file.faults.map { "\(file.path.escaped):\($0.description)\n" }
      }
      try OutputFile(path: "-").write(lines.joined())
      if !lines.isEmpty { throw ExitCode.wrongData }
    }
  }

  struct Default: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a configuration file with the default of every setting.")

    @OptionGroup var widget: WidgetOptions

    func run() throws {
      _ = try widget.settings(for: "config default", using: ["config"])
      try OutputFile(path: "-").write(SettingsFile.standard)
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the present settings as a configuration file.",
      discussion: """
        Combines the configuration with what was changed in the window or by `segclock ctl`: mode, theme, rings, timer, \
        plan and clock.
        """)

    @OptionGroup var widget: WidgetOptions

    func run() throws {
      let options = try widget.settings(for: "config show", using: ["config"])
      let configuration = try Configuration(reporting: options)
      var model =
        try Database.snapshot(ofWidget: options.name)?.model(at: .now(configuration.axis))?.0
        ?? Model()
      model.configure(configuration.modelSettings, file: configuration.fileSettings.adjustable)
      var settings = configuration.fileSettings
      settings.adopt(model)
      try OutputFile(path: "-").write(SettingsFile.text(of: settings))
    }
  }

  struct ThemeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "theme", abstract: "Print a theme in full, as a start for your own.")

    @Argument(
      help: ArgumentHelp("A built-in theme, or one of the configuration.", valueName: "theme"),
      completion: NameCompletion.themes, transform: Parsers.theme.parse)
    var name: ThemeName

    @OptionGroup var widget: WidgetOptions

    func run() throws {
      let options = try widget.settings(for: "config theme", using: ["config"])
      let themes = try Configuration(reporting: options).themes
      guard themes.names.contains(name) else {
        throw TextError(unknownTheme: name.rawValue, among: themes.names)
      }
      try OutputFile(path: "-").write(themes.theme(named: name).toml)
    }
  }
}
