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

struct ConfigurationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Configuration (~/.config/segclock/config.toml).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(name: .customLong("no-config"), help: "Read no configuration.")
  var noConfig = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Rings, one on each line; - is standard input.", valueName: "file"),
    completion: .file())
  var rings: String?

  func validate() throws {
    if noConfig, config != nil {
      throw ValidationError("--config and --no-config: give one of them")
    }
  }

  var given: [GivenOption] {
    [("--config", config != nil), ("--no-config", noConfig), ("--rings", rings != nil)]
      .filter(\.1).map { GivenOption(name: $0.0) }
  }

  /// The files to read for the widget called `name`, and whether the user named them. `NAME.toml` overrides
  /// `config.toml`.
  func paths(ofWidget name: String) -> [(path: String, isNamed: Bool)] {
    if noConfig { return [] }
    if let named = config ?? UserEnvironment.variable("SEGCLOCK_CONFIG") { return [(named, true)] }
    guard let home = UserEnvironment.configurationHome else { return [] }
    return ["config", name].map { ("\(home)/segclock/\($0).toml", false) }
  }
}

enum UserEnvironment {
  /// The value of a variable, unless it is empty or not UTF-8.
  static func variable(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// $XDG_CONFIG_HOME or ~/.config.
  static var configurationHome: String? {
    [variable("XDG_CONFIG_HOME"), variable("HOME").map { $0 + "/.config" }].lazy
      .compactMap { $0 }.first { $0.hasPrefix("/") }
  }

  /// Whether `path` is a file that cannot be run as a command.
  static func isPlainFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) != 0
  }

  /// Refuses variables that are not UTF-8, which `variable` would ignore.
  static func check(_ names: [String]) throws(ArgumentProblem) {
    for name in names {
      guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
      throw ArgumentProblem(
        description: "\(name): \(String(cString: value).quoted) is not valid UTF-8")
    }
  }
}

private struct ConfigurationFile {
  let path: String
  /// Whether the user named it, so that it has to exist.
  let isNamed: Bool
  private var file: WatchedFile
  private var content = WatchedFile.Change.bytes([])
  /// The settings of its last version without mistakes.
  private(set) var settings = ProgramSettings()
  /// The message about its first mistake; nil if there is none.
  private(set) var problem: String?
  var isUnreadable: Bool { if case .failure = content { problem != nil } else { false } }

  init(path: String, isNamed: Bool) {
    (self.path, self.isNamed) = (path, isNamed)
    file = WatchedFile(path: path, maxBytes: SettingsFile.mostBytes)
  }

  /// Reads the file; returns whether it has changed since the last call.
  mutating func refresh() -> Bool {
    guard let news = file.change() else { return false }
    content = news
    return true
  }

  /// Parses the content; `themes` are those of the file that this one overrides.
  mutating func parse(themes: [ThemeName]) {
    switch content {
    case .failure(let error) where error.code == ENOENT && !isNamed:
      (settings, problem) = (ProgramSettings(), nil)
    case .failure(let error): problem = Configuration.words(of: error)
    case .bytes(let bytes):
      let read = Configuration.read(bytes, themes: themes)
      guard let first = read.faults.first else {
        (settings, problem) = (read.settings, nil)
        return
      }
      let others = read.faults.count - 1
      problem =
        "\(path.escaped.elided(to: ConfigurationFile.longestPath)):\(first.description)"
        + (others > 0 ? " (and \(others) more; see segclock config check)" : "")
    }
  }

  private static let longestPath = 60
}

/// The settings of all sources, by decreasing priority: options, environment, files, built-in values.
struct Configuration {
  let options: ProgramSettings
  let environment: ProgramSettings
  /// By increasing priority: `config.toml`, and the widget's own.
  private var files: [ConfigurationFile] = []
  private(set) var inFile = ProgramSettings()
  var problems: [String] { files.compactMap(\.problem) }

  /// Reads the settings for the widget called `name`. Throws mistakes in the options and the environment; those in the
  /// files become `problems`.
  init(
    _ options: ProgramSettings, from place: ConfigurationOptions,
    name: String = StateFolder.defaultName
  ) throws {
    self.options = options
    try UserEnvironment.check(
      Setting.all.filter { $0.sources != .none }.map(\.variable) + ["SEGCLOCK_CONFIG"])
    environment = try ProgramSettings.environment(UserEnvironment.variable)
    files = place.paths(ofWidget: name).map {
      ConfigurationFile(path: $0.path, isNamed: $0.isNamed)
    }
    _ = refresh()
    if let file = files.first, file.isUnreadable, file.isNamed, let problem = file.problem {
      throw ArgumentProblem(
        description: "\(place.config == nil ? "SEGCLOCK_CONFIG" : "--config"): \(problem)")
    }
    let names = ThemeName.choices(among: themes.names)
    let sources: [(settings: ProgramSettings, label: (Setting) -> String)] = [
      (options, \.option), (environment, \.variable),
    ]
    for (settings, label) in sources {
      func refuse(_ name: String, _ problem: ArgumentProblem) -> ArgumentProblem {
        let label = Setting.named(name).map(label) ?? name
        return ArgumentProblem(description: "\(label): \(problem.description)")
      }
      if let problem = settings.zone?.value.flatMap(LocalTime.problem(ofZone:)) {
        throw refuse("zone", problem)
      }
      // A file with a mistake may define the theme.
      if problems.isEmpty, let theme = settings.theme, !names.contains(theme) {
        throw refuse("theme", ArgumentProblem(unknownTheme: theme.rawValue, among: names))
      }
    }
    if problems.isEmpty, let (name, problem) = given.conflict {
      throw ArgumentProblem(description: "--\(name): \(problem)")
    }
  }

  /// The settings of all sources, without the built-in values.
  var given: ProgramSettings { options.filled(by: environment).filled(by: inFile) }
  var settings: ProgramSettings { given.filled(by: .builtIn) }

  /// Reads the files; returns whether any has changed. A file may use a theme of another, so a change in either checks
  /// both again.
  mutating func refresh() -> Bool {
    var hasChanged = false
    for index in files.indices { hasChanged = files[index].refresh() || hasChanged }
    guard hasChanged else { return false }
    inFile = ProgramSettings()
    for index in files.indices {
      files[index].parse(themes: (inFile.themes ?? []).map(\.name))
      inFile = files[index].settings.filled(by: inFile)
    }
    return true
  }

  /// Parses a file; `themes` are those that another file defines.
  static func read(_ bytes: [UInt8], themes: [ThemeName] = []) -> SettingsFile {
    var file = SettingsFile(bytes, themes: themes)
    if let problem = file.settings.zone?.value.flatMap(LocalTime.problem(ofZone:)) {
      file.note(problem.description, key: "zone")
    }
    return file
  }

  static func words(of error: FileError) -> String {
    let limit: String
    switch error.code {
    case EINVAL, ENXIO: limit = "a configuration is a plain file"
    case EFBIG: limit = "a configuration has up to \(SettingsFile.mostBytes >> 10) KiB"
    default: return error.description
    }
    return "\(error.path.escaped.elided(to: FileError.longestPath)): \(limit)"
  }
}
