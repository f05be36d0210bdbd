import Scene
package import Session

/// A configuration as it was read: what it says, and all that is wrong with it.
package struct SettingsFile: Sendable {
  package private(set) var settings = ProgramSettings()
  /// In the order of the lines.
  package private(set) var faults: [SettingFault]
  private var places: [String: Place] = [:]

  /// The most bytes that are read.
  package static let mostBytes = Document.mostBytes

  /// What the TOML text `bytes` says; `themes` are those that another file defines.
  package init(_ bytes: [UInt8], themes: [ThemeName] = []) {
    let document = Document(bytes)
    var reading = TableReading(document.root, Place(line: 1, column: 1), path: [])
    for (key, item) in document.root.items { places[key] = item.place }
    for setting in Setting.all {
      guard let item = reading.item(setting.name) else { continue }
      if setting.name == "ring", case .list(let items) = item.value,
        items.contains(where: \.isTable)
      {
        settings.ring = reading.rings(items)
        continue
      }
      let value = reading.value(of: item, setting.name) { text in
        var read = ProgramSettings()
        try setting.take(text, &read)
        return read
      }
      if let value { setting.fill(&settings, value) }
    }
    if let table = reading.inner("themes") {
      settings.themes = ThemeTable.read(table, into: &reading)
    }
    if var keys = reading.inner("keys") {
      settings.globalKeys = keys.globalKeys()
      settings.keys = keys.keys()
      reading.take(keys)
    }
    reading.refuseOthers("segclock config default lists all")
    faults = document.faults + reading.faults
    checkTogether(themes)
    faults.sort { $0.place < $1.place }
  }

  /// Notes what is wrong with `key` besides.
  package mutating func note(_ problem: String, key: String) {
    faults.append(SettingFault(places[key] ?? Place(line: 1, column: 1), key: key, problem))
    faults.sort { $0.place < $1.place }
  }

  /// Looks at what depends on several keys.
  private mutating func checkTogether(_ themes: [ThemeName]) {
    let names = ThemeName.choices(
      among: ThemeName.builtIn + themes + (settings.themes ?? []).map(\.name))
    if let theme = settings.theme, !names.contains(theme) {
      note(ArgumentText.theme(among: names), key: "theme")
    }
    if let problem = settings.planProblem { note(problem, key: "rounds") }
  }
}

extension ProgramSettings {
  /// What is wrong with the rounds of the plan, if anything.
  package var planProblem: String? {
    guard let rounds = rounds?.value, planned.rounds < rounds else { return nil }
    return """
      this plan can be gone through up to \(planned.rounds) times, as all of it is allowed to take 1000000 hours
      """
  }
}

extension Document.Item {
  fileprivate var isTable: Bool { if case .table = value { true } else { false } }
}
