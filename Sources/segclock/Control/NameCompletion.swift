import ArgumentParser
import Control
import Glibc
import Platform
import Session
import Settings
import Storage
import Wording

/// Completions whose names only the window, the configuration or the system knows.
enum NameCompletion {
  /// A request for the names of the rings, one a line.
  static let ringRequest = "rings"

  static let rings = CompletionKind.custom { words, _, _ in plain(ringNames(words)) }

  static let themes = CompletionKind.custom { words, _, _ in plain(themeNames(words)) }

  static let themesOrAutomatic = CompletionKind.custom { words, _, _ in
    [ThemeName.automatic.rawValue] + plain(themeNames(words))
  }

  static let zones = CompletionKind.custom { _, _, _ in ["auto"] + ZoneDatabase.names }

  /// The open windows. Shells do not list the folder themselves, as they would expand file names.
  static let widgets = CompletionKind.custom { _, _, _ in
    plain(ControlFolder().names().filter { (try? Parsers.widget.parse($0)) != nil })
  }

  /// The rings of the window that a command line names; none if it does not answer.
  private static func ringNames(_ words: [String]) -> [String] {
    var names: [String] = []
    do throws(ControlClient.Failure) {
      let window = value(of: "--name", in: words) ?? StateFolder.defaultName
      let client = try ControlClient(window, patience: .milliseconds(300))
      try client.send(ControlRequest([ringRequest]))
      while case .text(let name) = try client.receive() { names.append(name) }
    } catch {}
    return names
  }

  /// The themes of the configuration that a command line or the environment names.
  private static func themeNames(_ words: [String]) -> [String] {
    var options = ProgramSettings()
    if words.contains("--no-config") { options.noConfig = true }
    if let file = value(of: "--config", in: words) { options.config = file }
    let configuration = try? Configuration(options)
    return (configuration?.themes.names ?? ThemeName.builtIn).map(\.rawValue)
  }

  /// The value of an option on a command line, as the next word or behind an equals sign.
  private static func value(of name: String, in words: [String]) -> String? {
    let parts = words.flatMap { $0.split(separator: "=", maxSplits: 1) }
    return parts.lastIndex { $0 == name }.flatMap { parts[($0 + 1)...].first.map(String.init) }
  }

  /// The names that are one word for every shell, and that none expands.
  private static func plain(_ names: [String]) -> [String] {
    names.filter { name in
      name.escaped == name
        && name.allSatisfy { !$0.isASCII || $0.isLetter || $0.isNumber || "_-+./%@,".contains($0) }
    }
  }
}
