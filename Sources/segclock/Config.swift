import ArgumentParser
import Files
import Glibc
import Scene
import Session
import Settings
import Wording

/// `segclock config`: what there is to know of the configuration.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Where the configuration is, what it can say, and what is wrong with it.",
    subcommands: [Path.self, Check.self, Default.self, Look.self])

  @ParentCommand var parent: Segclock

  /// Where it is. All options but the ones for that are refused, as `command` has no use for them.
  func place(for command: String) throws -> (path: String, isNamed: Bool) {
    let given = parent.scene.givenOptions.first { $0 != "--config" } ?? parent.windowOptions.first
    if let given {
      throw ValidationError("\(given) is for the window; config \(command) has no use for it.")
    }
    guard let place = parent.scene.file.place else {
      throw FileError(path: "$XDG_CONFIG_HOME, $HOME", code: ENOENT)
    }
    return place
  }

  /// `segclock config path`
  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print where the configuration is.")

    @ParentCommand var parent: Config

    func run() throws {
      try OutputFile(path: "-").write(try parent.place(for: "path").path + "\n")
    }
  }

  /// `segclock config check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List everything that is wrong with the configuration.",
      discussion: """
        A line for each: the file, the line and the column, the key, and what is allowed. The exit code is 0 where nothing \
        is wrong, 65 where something is, and 66 where the file cannot be read.
        """)

    @Argument(
      help: "The file; by default the one that the window reads.",
      completion: .file(extensions: ["toml"]))
    var file: String?

    @ParentCommand var parent: Config

    func run() throws {
      let place = try file.map { ($0, true) } ?? parent.place(for: "check")
      var watched = WatchedFile(path: place.0, mostBytes: SettingsFile.mostBytes)
      switch watched.news() {
      case .bytes(let bytes):
        let faults = Configuration.read(bytes).faults
        let lines = faults.map { "\(place.0.escaped):\($0.description)\n" }
        try OutputFile(path: "-").write(lines.joined())
        if !faults.isEmpty { throw ExitCode.wrongData }
      case .failure(let error):
        // What is not there says nothing wrong.
        if error.code == ENOENT, !place.1 { return }
        StandardError.print("segclock: \(Configuration.words(of: error))")
        throw ExitCode.noInput
      case nil: return
      }
    }
  }

  /// `segclock config default`
  struct Default: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a configuration that says what is built in, to start from.")

    @ParentCommand var parent: Config

    func run() throws {
      _ = try parent.place(for: "default")
      try OutputFile(path: "-").write(SettingsFile.standard)
    }
  }

  /// `segclock config theme`
  struct Look: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "theme", abstract: "Print a theme in full, to make one's own of it.")

    @Argument(
      help: ArgumentHelp("A built-in theme, or one of the configuration.", valueName: "theme"),
      completion: NameCompletion.configured, transform: ArgumentText.theme)
    var name: ThemeName

    @ParentCommand var parent: Config

    func run() throws {
      _ = try parent.place(for: "theme")
      let configuration = try Configuration(ProgramSettings(), from: parent.parent.scene.file)
      if let words = configuration.words { StandardError.print("segclock: \(words)") }
      let themes = configuration.themes
      guard themes.names.contains(name) else {
        throw ArgumentProblem(
          description: "\(name.rawValue.quoted): \(ArgumentText.theme(among: themes.names))")
      }
      try OutputFile(path: "-").write(themes.theme(named: name).toml)
    }
  }
}
