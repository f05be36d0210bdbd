import ArgumentParser
import Files
import Glibc
import Scene
import Session
import Settings
import Storage
import Wording

/// `segclock config`: manages the configuration file.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show, check or start a configuration file.",
    subcommands: [Path.self, Check.self, Default.self, ThemeCommand.self])

  @ParentCommand var parent: Segclock

  /// Refuses options that do not choose a configuration; returns the widget's name.
  @discardableResult
  func widget(_ options: WidgetOptions, for command: String) throws -> String {
    try options.name(parent, "config \(command)", using: ["--config"])
  }

  /// The configuration files of the widget called `name`, lowest priority first.
  private func files(of name: String) throws -> [(path: String, isNamed: Bool)] {
    let files = options(of: name).configurationPaths
    if files.isEmpty { throw FileError(path: "$XDG_CONFIG_HOME, $HOME", code: ENOENT) }
    return files
  }

  private func options(of name: String) -> ProgramSettings {
    var options = parent.settings
    options.name = name
    return options
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the path of the configuration file.",
      discussion:
        "With --name NAME, that of NAME.toml beside it, which overrides it for that widget.")

    @OptionGroup var widget: WidgetOptions

    @ParentCommand var parent: Config

    func run() throws {
      let name = try parent.widget(widget, for: "path")
      let files = try parent.files(of: name)
      let isCommon = name == StateFolder.defaultName
      let file = isCommon ? files.first : files.last
      try OutputFile(path: "-").write((file?.path ?? "") + "\n")
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

    @ParentCommand var parent: Config

    func run() throws {
      let name = try parent.widget(widget, for: "check")
      let paths = try file.map { [($0, true)] } ?? parent.files(of: name)
      var files = paths.map { ConfigurationFile(path: $0.0, isNamed: $0.1) }
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

    @ParentCommand var parent: Config

    func run() throws {
      try parent.widget(widget, for: "default")
      try OutputFile(path: "-").write(SettingsFile.standard)
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

    @ParentCommand var parent: Config

    func run() throws {
      let widget = try parent.widget(widget, for: "theme")
      let configuration = try Configuration(parent.options(of: widget))
      for problem in configuration.problems { StandardError.print("segclock: \(problem)") }
      let themes = configuration.themes
      guard themes.names.contains(name) else {
        throw ArgumentProblem(unknownTheme: name.rawValue, among: themes.names)
      }
      try OutputFile(path: "-").write(themes.theme(named: name).toml)
    }
  }
}
