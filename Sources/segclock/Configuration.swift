import ArgumentParser
import Files
import Geometry
import Glibc
import Platform
import Scene
import Session
import Settings
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
      throw ArgumentProblem(description: "\(name): \(String(cString: value).quoted) is not valid UTF-8")
    }
  }
}

/// What all say of how the program is to be: the options, the environment, the configuration and what is built in, of which
/// the one before counts more than the one after.
struct Configuration {
  let options: ProgramSettings
  let environment: ProgramSettings
  /// What the configuration said when it was right last.
  private(set) var inFile = ProgramSettings()
  /// What is wrong with it, for the person; nil where nothing is.
  private(set) var words: String?
  /// Where the configuration is, and whether somebody named it.
  let place: (path: String, isNamed: Bool)?
  private var file: WatchedFile?
  /// Whether the file could not be read the last time.
  private var unreadable = false

  /// What `options`, the environment and the file say; of the first two it is an error where they are wrong.
  init(_ options: ProgramSettings, from place: ConfigurationOptions) throws {
    self.options = options
    try UserEnvironment.check(
      Setting.all.map(\.variable) + ["SEGCLOCK_CONFIG", ProgramSettings.globalKeysVariable])
    environment = try ProgramSettings.environment(UserEnvironment.variable)
    if let zone = environment.zone?.value {
      do throws(ArgumentProblem) {
        _ = try FollowedZone(named: zone)
      } catch {
        throw ArgumentProblem(description: "SEGCLOCK_ZONE: \(error.description)")
      }
    }
    self.place = place.place
    file = self.place.map { WatchedFile(path: $0.path, mostBytes: SettingsFile.mostBytes) }
    _ = refresh()
    if unreadable, self.place?.isNamed == true, let words {
      throw ArgumentProblem(description: "\(place.config == nil ? "SEGCLOCK_CONFIG" : "--config"): \(words)")
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
    if let problem = given.planProblem { throw ArgumentProblem(description: "--rounds: \(problem)") }
  }

  /// What anybody has said.
  var given: ProgramSettings { options.filled(by: environment).filled(by: inFile) }
  /// What holds.
  var settings: ProgramSettings { given.filled(by: .builtIn) }

  /// Reads the file again if it is another one by now; false where it is not. One with a mistake changes nothing.
  mutating func refresh() -> Bool {
    guard let place, let news = file?.news() else { return false }
    let read: SettingsFile
    switch news {
    case .failure(let error) where error.code == ENOENT && !place.isNamed:
      (inFile, words) = (ProgramSettings(), nil)
      return true
    case .failure(let error):
      (words, unreadable) = (Configuration.words(of: error), true)
      return true
    case .bytes(let bytes): read = Configuration.read(bytes)
    }
    guard let first = read.faults.first else {
      (inFile, words) = (read.settings, nil)
      return true
    }
    let rest = read.faults.count - 1
    words =
      "\(place.path.escaped.elided(to: Configuration.longestPath)):\(first.description)"
      + (rest > 0 ? " (and \(rest) more; see segclock config check)" : "")
    return true
  }

  /// The most characters of the file's path in a message that says what is allowed, too.
  private static let longestPath = 60

  /// What the text `bytes` says, and what is wrong with it.
  static func read(_ bytes: [UInt8]) -> SettingsFile {
    var file = SettingsFile(bytes)
    if let zone = file.settings.zone?.value {
      do throws(ArgumentProblem) {
        _ = try FollowedZone(named: zone)
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
