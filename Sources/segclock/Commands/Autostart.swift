import ArgumentParser
import Files
import Glibc
import Platform
import Settings
import Storage
import Wording

struct Autostart: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the window at each login.",
    discussion: """
      Writes an entry into $XDG_CONFIG_HOME/autostart or ~/.config/autostart, which desktops read; with --name, one for that \
      widget. The entry has no options but --config and --name: write other settings into the configuration file.
      """)

  enum Action: String, CaseIterable {
    case on, off, status
  }

  @Argument(
    help: "on, off or status.", completion: .list(Action.allCases.map(\.rawValue)),
    transform: Parsers.name().parse)
  var action: Action

  // For the help, as in `WidgetOptions`.
  @Option(
    help: ArgumentHelp("Configuration file of the entry.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @OptionGroup var widget: WidgetOptions

  func run() throws {
    let settings = try widget.settings(for: "autostart", using: ["config"])
    let name = settings.name
    guard let home = UserEnvironment.configurationHome else {
      throw UserEnvironment.noConfigurationHome
    }
    let folder = "\(home)/autostart"
    let isUsual = name == StateFolder.defaultName
    let path = "\(folder)/\(isUsual ? "segclock" : "segclock-\(name)").desktop"
    switch action {
    case .on:
      var arguments = [try Autostart.program] + (isUsual ? [] : ["--name", name])
      if let file = settings.config {
        arguments += ["--config", try Autostart.absolute(file)]
      }
      try Folder.make(folder)
      // Desktop Application Autostart Specification 0.5.
      try OutputFile(path: path).write(
        """
        [Desktop Entry]
        Type=Application
        Name=\(isUsual ? "Segclock" : "Segclock (\(name))")
        Icon=segclock
        Exec=\((arguments + ["--restore"]).map(\.quotedForExec).joined(separator: " "))
        Terminal=false

        """)
    case .status: try OutputFile(path: "-").write(access(path, F_OK) == 0 ? "on\n" : "off\n")
    case .off:
      guard unlink(path) == 0 || errno == ENOENT else { throw FileError(path: path, code: errno) }
    }
  }

  /// The absolute path of an existing file. Keeps symbolic links, whose target may change with an update.
  private static func absolute(_ path: String) throws(FileError) -> String {
    guard access(path, F_OK) == 0, let folder = getcwd(nil, 0) else {
      throw FileError(path: path, code: errno)
    }
    defer { free(folder) }
    return path.hasPrefix("/") ? path : "\(String(cString: folder))/\(path)"
  }

  private static var program: String {
    get throws(FileError) {
      let name = CommandLine.arguments.first ?? ""
      let folders =
        name.contains("/") ? [] : (UserEnvironment.variable("PATH") ?? "").split(separator: ":")
      let paths = folders.map { "\($0)/\(name)" }
      return try absolute(paths.first { access($0, X_OK) == 0 } ?? name)
    }
  }
}

extension String {
  /// Quoted as a word of Exec, and then escaped as every text of an entry (Desktop Entry Specification 1.5): so a
  /// backslash is doubled twice. A percent sign begins a field code.
  fileprivate var quotedForExec: String {
    if isPlain(besides: "/-_.") { return self }
    let special: [Unicode.Scalar: String] = [
      "\"": #"\\""#, "`": #"\\`"#, "$": #"\\$"#, "\\": #"\\\\"#, "%": "%%",
      "\n": #"\n"#, "\r": #"\r"#, "\t": #"\t"#,
    ]
    return "\"\(unicodeScalars.map { special[$0] ?? String($0) }.joined())\""
  }
}
