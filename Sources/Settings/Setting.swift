import Session
package import Wording

/// A setting. Its option, variable, configuration key, `config default`, completions and manual entry follow from it.
package struct Setting: Sendable {
  /// A section of the help, of `config default` and of the manual.
  package enum Section: CaseIterable, Sendable {
    case content, timing, alarm, picture, window, files, state

    /// Sections with the same title are shown as one.
    package var title: String {
      switch self {
      case .content: "What to show"
      case .timing, .alarm: "Timing"
      case .picture, .window: "Window"
      case .files, .state: "Files"
      }
    }
  }

  package enum Form: Equatable, Sendable {
    /// `--name VALUE`; the associated value names VALUE in the help.
    case value(String)
    /// `--name` and `--no-name`.
    case flag
    /// `--name`.
    case word
    /// `--name VALUE`, any number of times.
    case list(String)
  }

  package enum Sources: Sendable {
    case all
    /// As an option and a variable.
    case environment
    case option
  }

  /// The configuration key. The option is `--name`, the environment variable `SEGCLOCK_NAME`.
  package let name: String
  package let section: Section
  package let form: Form
  package var sources = Sources.all
  package let help: String
  package var isHidden = false
  package var completion = Completion.none
  package let builtIn: String
  /// Parses the values of an option; a list has any number of them.
  package let takeAll: @Sendable ([String], inout ProgramSettings) throws(TextError) -> Void
  /// Sets what is given in a layer of the model; nil if the window cannot change it.
  let give: (@Sendable (ProgramSettings, inout SettingLayer) -> Void)?
  /// Replaces the setting by that in a layer of the model.
  let adopt: (@Sendable (SettingLayer, inout ProgramSettings) -> Void)?

  /// Parses a value of the environment or the configuration, where commas separate list elements.
  func take(_ text: String, _ settings: inout ProgramSettings) throws(TextError) {
    guard case .list = form else {
      try takeAll([text], &settings)
      if name == "timer", case .until = settings.timer {
        throw TextError(text, write: "a duration, as in 25m; a time of day is for --timer")
      }
      return
    }
    // Each element is NAME=VALUE: what has no equals sign belongs to the value before, as in `Copy=42,5%`.
    var texts: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part.contains("=") || texts.isEmpty {
        texts.append(String(part.drop { $0 == " " }))
      } else {
        texts[texts.count - 1] += ",\(part)"
      }
    }
    try takeAll(texts, &settings)
  }

  /// Whether it is on or off.
  var isSwitch: Bool {
    if case .list(let words) = completion { words.starts(with: ["on", "off"]) } else { false }
  }

  package var option: String { "--\(name)" }

  package var variable: String {
    "SEGCLOCK_" + name.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// The default, as the configuration has it.
  package var toml: String { toml(of: builtIn) }

  func toml(of text: String) -> String {
    switch text {
    case "on" where isSwitch: "true"
    case "off" where isSwitch: "false"
    // A number as TOML writes it, without a leading zero or point.
    case _ where Int(text)?.description == text: text
    case _ where text.first?.isNumber == true && Double(text)?.description == text: text
    default: text.json
    }
  }

  /// The key of the configuration's root table.
  var field: TableField<ProgramSettings> {
    TableField(key: name) { item, settings, faults in
      if name == "ring", item.children.contains(where: { $0.kind == .table }) {
        settings.ring = item.rings(&faults)
      } else {
        _ = item.noting(&faults) { try take(item, &settings) }
      }
    } write: { settings in
      settings.text(name).map(toml(of:))
    }
  }

  /// Parses the value of a file.
  private func take(
    _ item: Document.Item, _ settings: inout ProgramSettings
  ) throws(TextError) {
    if case .list = form, item.kind == .list {
      // An element may have commas.
      var texts: [String] = []
      for element in item.children { texts.append(try element.text) }
      return try takeAll(texts, &settings)
    }
    let text = try item.text
    do throws(TextError) {
      try take(text, &settings)
    } catch {
      // On and off are not TOML.
      guard isSwitch else { throw error }
      throw TextError(text, write: builtIn == "auto" ? "true, false or \"auto\"" : "true or false")
    }
  }

  package static let all = Mirror(reflecting: SettingTable()).children.compactMap {
    ($0.value as? any TypedSetting)?.setting
  }
  package static let inFile = all.filter { $0.sources == .all }
}
