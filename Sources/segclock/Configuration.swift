import ArgumentParser
import Files
import Geometry
import Glibc
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
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
  private var file: WatchedFile
  /// The settings of its last version without mistakes.
  private(set) var settings = ProgramSettings()
  /// The last version's names of themes, for a file that overrides this one.
  private(set) var themes: [ThemeName] = []
  private(set) var faults: [SettingFault] = []
  private(set) var unreadable: String?
  private var content = WatchedFile.Change.success([])

  init(path: String, isNamed: Bool) {
    (self.path, self.isNamed) = (path, isNamed)
    file = WatchedFile(path: path, maxBytes: SettingsFile.maxBytes)
  }

  /// The message about what is wrong first; nil if nothing is.
  var problem: String? {
    guard unreadable == nil, let first = faults.first else { return unreadable }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more; see segclock config check)" : ""
    return "\(path.escaped.elided(to: FileError.maxPathLength)):\(first.description)\(more)"
  }

  /// Reads the file; returns whether it has changed since the last call.
  mutating func refresh() -> Bool {
    guard let change = file.change() else { return false }
    content = change
    return true
  }

  /// Parses the content; `themes` are those of the file that this one overrides.
  mutating func parse(themes others: [ThemeName]) {
    (unreadable, faults) = (nil, [])
    switch content {
    case .failure(let error) where error.code == ENOENT && !isNamed: settings = ProgramSettings()
    case .failure(let error):
      let isPlain = ![EINVAL, ENXIO].contains(error.code)
      let problem = isPlain ? error : FileError(path: path, reason: "not a plain file")
      unreadable = problem.description
    case .success(let bytes):
      var read = SettingsFile(bytes, themes: others)
      if let problem = read.settings.zone.flatMap(LocalTime.problem(ofZone:)) {
        read.note(problem.description, key: "zone")
      }
      (faults, themes) = (read.faults, read.settings.themes.map(\.name))
      if faults.isEmpty { settings = read.settings }
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
      themes += self[index].themes
      settings = self[index].settings.filled(by: settings)
    }
    return settings
  }
}

/// The settings of all sources, by decreasing priority: options, environment, files, built-in values.
struct Configuration {
  private var files: [ConfigurationFile]
  private(set) var fileSettings = ProgramSettings()
  /// The settings of the options and the environment.
  let run: ProgramSettings
  private(set) var settings: ProgramSettings

  var problems: [String] { files.compactMap(\.problem) }

  /// Reads the settings of all sources. Throws mistakes in the options and the environment; those in the files become
  /// `problems`.
  init(_ options: ProgramSettings) throws {
    run = options.filled(by: try ProgramSettings.environment(UserEnvironment.variable))
    files = options.configurationFiles
    settings = run
    _ = refresh()
    if let file = files.first, file.isNamed, let problem = file.unreadable {
      throw ArgumentProblem(
        description: "\(options.config == nil ? "SEGCLOCK_CONFIG" : "--config"): \(problem)")
    }
    try check(options)
  }

  mutating func refresh() -> Bool {
    guard let read = files.refresh() else { return false }
    (fileSettings, settings) = (read, run.filled(by: read))
    return true
  }

  /// Refuses options and variables that are wrong by themselves, or together with the other settings.
  private func check(_ options: ProgramSettings) throws {
    if let problem = run.zone.flatMap(LocalTime.problem(ofZone:)) {
      throw ArgumentProblem(description: "\(run.label(\.zone)): \(problem)")
    }
    let names = ThemeName.choices(among: themes.names)
    // A file with a mistake may define the theme.
    if problems.isEmpty, let theme = run.given(\.theme), !names.contains(theme) {
      let problem = ArgumentProblem(unknownTheme: theme.rawValue, among: names)
      throw ArgumentProblem(description: "\(run.label(\.theme)): \(problem)")
    }
    if let (name, problem) = (problems.isEmpty ? settings : run).conflict {
      throw ArgumentProblem(description: "--\(name): \(problem)")
    }
    if options.given(\.mode) == nil, options.isGiven("timer"), options.isGiven("plan") {
      throw ArgumentProblem(description: "--timer and --plan: give one of them, or --mode")
    }
    if let count = settings.given(\.count) {
      do throws(TextError) {
        _ = try Counter(count, digits: settings.digits)
      } catch {
        throw ArgumentProblem(description: "--count \(count): \(error.description)")
      }
    }
    if options.ghost == .target, settings.targetLap == nil {
      throw ArgumentProblem(description: "--ghost target: give --target-lap, too")
    }
    _ = try extent(scale: 1)
  }
}
