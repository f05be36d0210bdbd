import Keys
import Scene
package import Session
package import Wording

package struct SettingsFile: Sendable {
  package private(set) var settings = ProgramSettings()
  package private(set) var faults: [SettingFault] = []
  private var places: [String: Place] = [:]

  package static let maxBytes = 1 << 18

  /// Parses TOML. `themes` are defined in other files.
  package init(_ bytes: [UInt8], themes: [ThemeName] = []) {
    let document = Document(bytes)
    let root = document.root
    faults = document.faults
    for item in root.children { places[item.key] = item.place }
    root.read(
      SettingsFile.fields, hint: "segclock config default lists all", into: &settings, &faults)
    let names = ThemeName.choices(among: ThemeName.builtIn + themes + settings.themes.map(\.name))
    if !names.contains(settings.theme) {
      note(
        TextError(unknownTheme: settings.theme.rawValue, among: names).description,
        key: "theme")
    }
    if let problem = settings.roundsProblem {
      note(problem.description, key: "rounds")
    } else if let (key, problem) = settings.conflict {
      note(problem, key: key)
    }
    faults.sort { $0.place < $1.place }
  }

  package mutating func findZone(_ name: (String) throws(TextError) -> String) throws(TextError) {
    try settings.findZone(name)
  }

  package mutating func note(_ problem: String, key: String) {
    faults.append(fault(problem, key: key))
    faults.sort { $0.place < $1.place }
  }

  package func fault(_ problem: String, key: String) -> SettingFault {
    SettingFault(place: places[key] ?? .start, key: key, problem: problem)
  }

  private static let fields: [TableField<ProgramSettings>] =
    Setting.inFile.map(\.field) + [
      TableField(key: "themes") { item, settings, faults in
        settings.themes = item.themes(&faults)
      },
      TableField(key: "keys") { item, settings, faults in
        guard item.isTable(&faults) else { return }
        let global = item.globalKeys(&faults)
        if !global.isEmpty { settings.globalKeys = global }
        settings.keys = item.keys(&faults)
      },
    ]

  private static let width = 80

  /// Every setting with its default, commented out by a `#` without a space.
  package static var standard: String {
    var settings = ""
    var title = ""
    for setting in Setting.inFile where setting.name != "ring" && !setting.isHidden {
      if setting.section.title != title { settings += "\n\n# \(setting.section.title)\n" }
      title = setting.section.title
      settings += "\n\(comment(setting.help))#\(setting.name) = \(setting.toml)\n"
    }
    let rings = ProgramSettings().ring.flatMap { $0.toml.split(separator: "\n") }
    let chords = KeyRow.chords(of: KeyRow.standard)
    let keys = Action.all.map { "#" + line($0.name, chords[$0.name, default: []]) }
    let globalKeys = ["start-stop", "lap", "reset", Action.show.name].map { "#" + line($0, []) }
    return """
      # Configuration of segclock. Uncomment a line, by removing its #, to change it.
      # "segclock config check" lists mistakes. An open window follows this file.
      # Each setting is also an option and an environment variable, which override
      # the file: target-lap, --target-lap, SEGCLOCK_TARGET_LAP.
      # Changes made in the window last until you edit that setting here.
      \(settings)

      # Rings, outermost first, up to six: [[ring]] with a name, and
      # value = "50%", or source = "second", and more sources:
      \(comment("\(RingText.sources)."))\
      # color = "green", "#27AE60" or ["#27AE60", "#2ECC71"]; a source "lap" has
      # target = "2m".
      \(rings.map { "#\($0)\n" }.joined())

      # Your own themes. "segclock config theme neon" prints all keys of one:
      # [themes.mine]
      # based-on = "neon"
      # background = "#101018"


      # Keys: a key or a list of keys for each action, as in "Ctrl+Shift+L".
      #[keys]
      \(keys.joined())

      # Keys that work in all windows, for every action of [keys] and for show, which
      # raises the window: with Ctrl, Alt or Super, or F1 to F35, Pause, Print or
      # media keys (XF86AudioPlay).
      #[keys.global]
      \(globalKeys.joined())
      """
  }

  /// A configuration with these settings and nothing else. Durations, plans and rings are written as the window has them.
  package static func text(of settings: ProgramSettings) -> String {
    let lines = SettingsFile.fields.lines(of: settings)
    let rings = settings.ring.map { "\n\($0.toml)" }
    let keys = settings.keys.sorted { $0.key < $1.key }.map(line)
    let global = Dictionary(grouping: settings.globalKeys, by: \.action.name)
    let globalKeys = global.sorted { $0.key < $1.key }.map { line($0, $1.map(\.chord)) }
    let tables = [("keys", keys), ("keys.global", globalKeys)].filter { !$0.1.isEmpty }
    let themes = settings.themes.map { "\n\($0.toml)" }
    return (lines + rings + tables.map { "\n[\($0)]\n\($1.joined())" } + themes).joined()
  }

  private static func line(_ name: String, _ chords: [Chord]) -> String {
    "\(name) = [\(chords.map(\.description.json).joined(separator: ", "))]\n"
  }

  private static func comment(_ text: String) -> String {
    var lines = ["#"]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + 1 + word.count > width { lines.append("#") }
      lines[lines.count - 1] += " \(word)"
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
