import Scene
package import Session

/// A configuration file: its settings and its mistakes.
package struct SettingsFile: Sendable {
  package private(set) var settings = ProgramSettings()
  /// In the order of the lines.
  package private(set) var faults: [SettingFault]
  private var places: [String: Place] = [:]

  /// The maximum size.
  package static let mostBytes = Document.maxBytes

  /// Parses TOML. `themes` are those that another file defines.
  package init(_ bytes: [UInt8], themes: [ThemeName] = []) {
    let document = Document(bytes)
    var reader = TableReader(document.root, Place(line: 1, column: 1), path: [])
    for (key, item) in document.root.items { places[key] = item.place }
    for setting in Setting.inFile {
      guard let item = reader.item(setting.name) else { continue }
      if setting.name == "ring", case .list(let items) = item.value,
        items.contains(where: \.isTable)
      {
        settings.ring = reader.rings(items)
        continue
      }
      let value = reader.value(of: item, setting.name) { text in
        var read = ProgramSettings()
        try setting.take(text, &read)
        try read.checkTimer(text)
        return read
      }
      if let value { setting.fill(&settings, value) }
    }
    if let table = reader.inner("themes") {
      settings.themes = ThemeTables.read(table, into: &reader)
    }
    if var keys = reader.inner("keys") {
      settings.globalKeys = keys.globalKeys()
      settings.keys = keys.keys()
      reader.take(keys)
    }
    reader.refuseOthers("segclock config default lists all")
    faults = document.faults + reader.faults
    let names = ThemeName.choices(
      among: ThemeName.builtIn + themes + (settings.themes ?? []).map(\.name))
    if let theme = settings.theme, !names.contains(theme) {
      note(ArgumentText.unknownTheme(theme.rawValue, among: names).description, key: "theme")
    }
    if let (key, problem) = settings.conflict { note(problem, key: key) }
    faults.sort { $0.place < $1.place }
  }

  /// Adds a mistake of `key`.
  package mutating func note(_ problem: String, key: String) {
    faults.append(SettingFault(places[key] ?? Place(line: 1, column: 1), key: key, problem))
    faults.sort { $0.place < $1.place }
  }
}

extension Document.Item {
  fileprivate var isTable: Bool { if case .table = value { true } else { false } }
}
