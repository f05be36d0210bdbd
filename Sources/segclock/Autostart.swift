import ArgumentParser
import Files
import Glibc
import Settings
import Storage
import Wording

/// `segclock autostart`: whether the desktop opens the window when the person logs in.
struct Autostart: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the window at each login.",
    discussion: """
      An entry in $XDG_CONFIG_HOME/autostart, or ~/.config/autostart in its place, as all desktops read it; with --name one of \
      its own for the widget of that name. What the window is to look like belongs into the configuration.
      """)

  @Argument(
    help: "on, off or status.", completion: .list(Action.allCases.map(\.rawValue)),
    transform: { try ArgumentText.name(Action.self, "what autostart takes", $0) })
  var action: Action

  /// What is done with the entry.
  enum Action: String, CaseIterable {
    case on, off, status
  }

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  func run() throws {
    let name = try widget.name(parent, "autostart", using: ["--config"])
    guard let home = Autostart.folder else {
      throw FileError(path: "$XDG_CONFIG_HOME, $HOME", code: ENOENT)
    }
    let isUsual = name == StateFolder.defaultName
    let path = "\(home)/\(isUsual ? "segclock" : "segclock-\(name)").desktop"
    switch action {
    case .on:
      let configuration =
        try parent.scene.file.config.map { ["--config", try Autostart.absolute($0)] } ?? []
      try Folder.make(home)
      try OutputFile(path: path).write(
        try Autostart.entry(
          isUsual ? "Segclock" : "Segclock (\(name))",
          (isUsual ? [] : ["--name", name]) + configuration + ["--restore"]))
    case .status: try OutputFile(path: "-").write(access(path, F_OK) == 0 ? "on\n" : "off\n")
    case .off:
      guard unlink(path) == 0 || errno == ENOENT else { throw FileError(path: path, code: errno) }
    }
  }

  private static var folder: String? {
    let configuration =
      UserEnvironment.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? UserEnvironment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    return configuration.map { $0 + "/autostart" }
  }

  /// The path of a file that is there, for a program that runs in another folder.
  private static func absolute(_ path: String) throws -> String {
    guard let whole = realpath(path, nil) else {
      throw ArgumentProblem(
        description: "--config \(path.quoted): \(String(cString: strerror(errno)))")
    }
    defer { free(whole) }
    return String(cString: whole)
  }

  /// The entry called `name` that starts this very program with `arguments` (Desktop Application Autostart Specification 0.5).
  private static func entry(_ name: String, _ arguments: [String]) throws(FileError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else {
      throw FileError(path: "/proc/self/exe", code: errno)
    }
    let program = String(
      decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return """
      [Desktop Entry]
      Type=Application
      Name=\(name)
      Icon=segclock
      Exec=\(([program] + arguments).map(\.quotedForExec).joined(separator: " "))
      Terminal=false

      """
  }
}

extension String {
  /// As a word of Exec: in quotes, with a backslash before what means something there, that doubled as in any text of an
  /// entry, and with per cent signs doubled, which begin a field (Desktop Entry Specification 1.5).
  fileprivate var quotedForExec: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    if isPlain { return self }
    var word = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "`", "$": word += "\\\\\(scalar)"
      case "\\": word += "\\\\\\\\"
      case "%": word += "%%"
      default: word.unicodeScalars.append(scalar)
      }
    }
    return "\"\(word)\""
  }
}
