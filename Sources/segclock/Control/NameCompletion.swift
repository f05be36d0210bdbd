import ArgumentParser
import Control
import Platform
import Scene
import Session
import Settings
import Storage
import Wording

/// Completions whose names only the window or the configuration knows.
enum NameCompletion: String {
  // Requests to the window, which answers with a name a line.
  case rings, themes

  /// The window's names; if it does not answer, those of the configuration.
  var ofWindow: CompletionKind {
    .custom { words, _, _ in
      Self.plain(ask(words) ?? (self == .themes ? Self.chosenThemes(words) : []))
    }
  }

  static let configured = CompletionKind.custom { words, _, _ in plain(configuredThemes(words)) }

  /// The configuration's themes, and `auto`.
  static let configuredOrAutomatic = CompletionKind.custom { words, _, _ in
    plain(chosenThemes(words))
  }

  static let zones = CompletionKind.custom { _, _, _ in
    var names = ["auto", "UTC"]
    // Zones are "Z NAME ...", links "L TARGET NAME".
    try? ListFile(option: "--zone", path: "\(LocalZone.database)/tzdata.zi").read { line in
      let words = line.split(separator: " ")
      if words.count > 1, words[0] == "Z" { names.append(String(words[1])) }
      if words.count > 2, words[0] == "L" { names.append(String(words[2])) }
    }
    return names
  }

  /// The open windows. Shells do not list the folder themselves, as they would expand file names.
  static let widgets = CompletionKind.custom { _, _, _ in
    plain(ControlFolder().names().filter { (try? Parsers.widget.parse($0)) != nil })
  }

  /// Asks the window that a command line names; returns nil if it does not answer.
  private func ask(_ words: [String]) -> [String]? {
    let name = Self.value(of: "--name", in: words) ?? StateFolder.defaultName
    var names: [String] = []
    do throws(ControlClient.Failure) {
      let client = try ControlClient(name, patience: .milliseconds(300))
      try client.send(ControlRequest([rawValue]))
      while case .text(let name) = try client.receive() { names.append(name) }
      return names
    } catch {
      return nil
    }
  }

  /// The themes of the configuration that a command line or the environment names.
  private static func configuredThemes(_ words: [String]) -> [String] {
    var options = ProgramSettings(.option)
    if words.contains("--no-config") { options.noConfig = true }
    if let file = value(of: "--config", in: words) { options.config = file }
    let configuration = try? Configuration(options)
    return (configuration?.themes.names ?? ThemeName.builtIn).map(\.rawValue)
  }

  private static func chosenThemes(_ words: [String]) -> [String] {
    [ThemeName.automatic.rawValue] + configuredThemes(words)
  }

  /// The value of an option on a command line, as the next word or behind an equals sign.
  private static func value(of name: String, in words: [String]) -> String? {
    guard let index = words.lastIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) else {
      return nil
    }
    if words[index] == name { return words[(index + 1)...].first }
    return String(words[index].dropFirst(name.count + 1))
  }

  /// The names that are one word for every shell, and that none expands.
  private static func plain(_ names: [String]) -> [String] {
    names.filter { name in
      name.escaped == name
        && name.allSatisfy { !$0.isASCII || $0.isLetter || $0.isNumber || "_-+./%@,".contains($0) }
    }
  }
}
