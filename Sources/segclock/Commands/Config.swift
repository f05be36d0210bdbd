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
        StandardError.report(problem)
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
        plan, clock and whether the window is kept above others.
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
      var places = PlaceBook(model.windowPlace)
      places.forgetAbove(unlessConfigured: settings.above)
      if let isAbove = places.chosenAbove { settings.keepAbove(isAbove) }
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
