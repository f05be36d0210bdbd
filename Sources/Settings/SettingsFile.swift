import Scene
package import Session

package struct SettingsFile: Sendable {
  package private(set) var settings = ProgramSettings()
  /// In the order of the lines.
  package private(set) var faults: [SettingFault] = []
  private var places: [String: Place] = [:]

  package static let mostBytes = Document.maxBytes

  /// Parses TOML. `themes` are defined in other files.
  package init(_ bytes: [UInt8], themes: [ThemeName] = []) {
    let document = Document(bytes)
    let list = FaultList()
    let reader = TableReader(document.root, Place(line: 1, column: 1), into: list)
    for item in document.root { places[item.key] = item.place }
    for setting in Setting.inFile {
      guard let item = reader.item(setting.name) else { continue }
      if setting.name == "ring", case .list(let items) = item.value,
        items.contains(where: \.isTable)
      {
        settings.ring = reader.rings(items)
        continue
      }
      _ = reader.noting(item, setting.name) { () throws(ArgumentProblem) in
        try setting.take(try item.text, &settings)
      }
    }
    settings.themes = reader.inner("themes").map(ThemeTables.read)
    if let keys = reader.inner("keys") {
      settings.globalKeys = keys.globalKeys()
      settings.keys = keys.keys()
    }
    reader.refuseOthers("segclock config default lists all")
    faults = document.faults + list.faults
    let names = ThemeName.choices(
      among: ThemeName.builtIn + themes + (settings.themes ?? []).map(\.name))
    if let theme = settings.theme, !names.contains(theme) {
      note(ArgumentProblem(unknownTheme: theme.rawValue, among: names).description, key: "theme")
    }
    if let (key, problem) = settings.conflict { note(problem, key: key) }
    faults.sort { $0.place < $1.place }
  }

  package mutating func note(_ problem: String, key: String) {
    faults.append(SettingFault(places[key] ?? Place(line: 1, column: 1), key: key, problem))
    faults.sort { $0.place < $1.place }
  }
}

extension Document.Item {
  fileprivate var isTable: Bool { if case .table = value { true } else { false } }
}
