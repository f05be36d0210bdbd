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

/// The options that say where the configuration is.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The configuration; by default $XDG_CONFIG_HOME/segclock/config.toml, or ~/.config in its place.",
      valueName: "file"), completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(name: .customLong("no-config"), help: "Read no configuration.")
  var noConfig = false

  func validate() throws {
    if noConfig, config != nil {
      throw ValidationError("--config and --no-config: allowed is one or the other.")
    }
  }

  /// Those of them that were given.
  var givenOptions: [String] {
    (config == nil ? [] : ["--config"]) + (noConfig ? ["--no-config"] : [])
  }

  /// Where it is, whether it is there or not, and whether somebody named it; nil where none is to be read.
  var place: (path: String, isNamed: Bool)? {
    if noConfig { return nil }
    if let named = config ?? UserEnvironment.variable("SEGCLOCK_CONFIG") { return (named, true) }
    let folder =
      UserEnvironment.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? UserEnvironment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    return folder.map { ($0 + "/segclock/config.toml", false) }
  }

  /// The files to read for the widget called `name`, and whether the user named them. `NAME.toml` wins over `config.toml`
  /// beside it.
  func paths(ofWidget name: String) -> [(path: String, isNamed: Bool)] {
    guard let place else { return [] }
    if place.isNamed { return [place] }
    return [place, ("\(place.path.dropLast("config.toml".count))\(name).toml", false)]
  }
}

/// The variables of the environment.
enum UserEnvironment {
  /// The value of the variable `name`, unless it is empty, or no text.
  static func variable(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether `path` is a file that is read and not run: as a command it would mean nothing.
  static func isPlainFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) != 0
  }

  /// Refuses a variable of ours that is no text: as if it were not there it would be passed over.
  static func check(_ names: [String]) throws(ArgumentProblem) {
    for name in names {
      guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
      throw ArgumentProblem(
        description: "\(name): \(String(cString: value).quoted) is not valid UTF-8")
    }
  }
}

/// A file of the configuration.
private struct ConfigurationFile {
  let path: String
  /// Whether the user named it: then it has to exist.
  let isNamed: Bool
  var file: WatchedFile
  /// What it said when it was right last.
  var settings = ProgramSettings()
  /// What is wrong with it, for the person; nil where nothing is.
  var words: String?
  /// Whether it could not be read the last time.
  var isUnreadable = false

  init(path: String, isNamed: Bool) {
    (self.path, self.isNamed) = (path, isNamed)
    file = WatchedFile(path: path, mostBytes: SettingsFile.mostBytes)
  }

  /// Reads it again if it has changed; false where it has not. One with a mistake changes nothing. A theme may be one of
  /// `themes`, which another file defines.
  mutating func refresh(themes: [ThemeName]) -> Bool {
    guard let news = file.news() else { return false }
    let read: SettingsFile
    switch news {
    case .failure(let error) where error.code == ENOENT && !isNamed:
      (settings, words) = (ProgramSettings(), nil)
      return true
    case .failure(let error):
      (words, isUnreadable) = (Configuration.words(of: error), true)
      return true
    case .bytes(let bytes): read = Configuration.read(bytes, themes: themes)
    }
    guard let first = read.faults.first else {
      (settings, words) = (read.settings, nil)
      return true
    }
    let others = read.faults.count - 1
    words =
      "\(path.escaped.elided(to: ConfigurationFile.longestPath)):\(first.description)"
      + (others > 0 ? " (and \(others) more; see segclock config check)" : "")
    return true
  }

  /// The most characters of the file's path in a message that says what is allowed, too.
  private static let longestPath = 60
}

/// The settings by the options, the environment, the files and what is built in; the one before wins over the one after.
struct Configuration {
  let options: ProgramSettings
  let environment: ProgramSettings
  /// The configuration, and after it the one of the widget's name, which wins.
  private var files: [ConfigurationFile] = []
  /// What the files say.
  private(set) var inFile = ProgramSettings()
  /// What is wrong with a file, for the person; nil where nothing is.
  var words: String? { files.lazy.compactMap(\.words).first }

  /// What `options`, the environment and the file say; of the first two it is an error where they are wrong.
  ///
  /// Over `config.toml`, `NAME.toml` beside it is read for the widget called `name`, unless another file was named.
  init(
    _ options: ProgramSettings, from place: ConfigurationOptions,
    name: String = StateFolder.defaultName
  ) throws {
    self.options = options
    try UserEnvironment.check(
      Setting.all.map(\.variable) + ["SEGCLOCK_CONFIG", ProgramSettings.globalKeysVariable])
    environment = try ProgramSettings.environment(UserEnvironment.variable)
    if let zone = environment.zone?.value {
      do throws(ArgumentProblem) {
        _ = try ArgumentText.knownZone(zone)
      } catch {
        throw ArgumentProblem(description: "SEGCLOCK_ZONE: \(error.description)")
      }
    }
    files = place.paths(ofWidget: name).map {
      ConfigurationFile(path: $0.path, isNamed: $0.isNamed)
    }
    _ = refresh()
    if let file = files.first, file.isUnreadable, file.isNamed, let words {
      throw ArgumentProblem(
        description: "\(place.config == nil ? "SEGCLOCK_CONFIG" : "--config"): \(words)")
    }
    let names = ThemeName.choices(among: themes.names)
    // A file with a mistake may have had it.
    guard words == nil else { return }
    for (settings, name) in [(options, "--theme"), (environment, "SEGCLOCK_THEME")] {
      guard let theme = settings.theme, !names.contains(theme) else { continue }
      throw ArgumentProblem(
        description: "\(name) \(theme.rawValue.quoted): \(ArgumentText.theme(among: names))")
    }
    if let problem = given.layerProblem { throw ArgumentProblem(description: problem) }
    if let problem = given.planProblem {
      throw ArgumentProblem(description: "--rounds: \(problem)")
    }
  }

  /// What anybody has said.
  var given: ProgramSettings { options.filled(by: environment).filled(by: inFile) }
  /// What holds.
  var settings: ProgramSettings { given.filled(by: .builtIn) }

  /// Reads the files that have changed; false where none has.
  mutating func refresh() -> Bool {
    var hasChanged = false
    for index in files.indices {
      let themes = files[..<index].flatMap { ($0.settings.themes ?? []).map(\.name) }
      hasChanged = files[index].refresh(themes: themes) || hasChanged
    }
    if hasChanged {
      inFile = files.reversed().reduce(ProgramSettings()) { $0.filled(by: $1.settings) }
    }
    return hasChanged
  }

  /// What the text `bytes` says, and what is wrong with it; `themes` are those that another file defines.
  static func read(_ bytes: [UInt8], themes: [ThemeName] = []) -> SettingsFile {
    var file = SettingsFile(bytes, themes: themes)
    if let zone = file.settings.zone?.value {
      do throws(ArgumentProblem) {
        _ = try ArgumentText.knownZone(zone)
      } catch {
        file.note(error.description, key: "zone")
      }
    }
    if let problem = file.settings.layerProblem { file.note(problem, key: "below") }
    return file
  }

  /// Why a configuration cannot be read.
  static func words(of error: FileError) -> String {
    switch error.code {
    case EINVAL, ENXIO:
      "\(error.path.escaped.elided(to: FileError.longestPath)): a configuration is a plain file"
    case EFBIG:
      """
      \(error.path.escaped.elided(to: FileError.longestPath)): a configuration has up to \
      \(SettingsFile.mostBytes >> 10) KiB
      """
    default: error.description
    }
  }
}
