package import Scene
import Session

extension Theme {
  /// The look as a table of a configuration, in full.
  package var toml: String {
    "[themes.\(name.rawValue)]\n"
      + ThemeField.all.map { "\($0.key) = \($0.write(self))\n" }.joined()
  }
}

/// Reads the looks of one's own, of which one may be based on another.
struct ThemeTable {
  private var reading: TableReading
  /// Those that are read.
  private let entries: ArraySlice<(key: String, item: Document.Item)>
  private var themes: [Theme] = []
  /// Those that are being read, to see one that is based on itself.
  private var open: [String] = []

  /// The most looks of one's own.
  private static let most = 64

  /// What `reading` has of looks; what is wrong with them goes to `table`.
  static func read(_ reading: TableReading, into table: inout TableReading) -> [Theme] {
    var themes = ThemeTable(reading: reading)
    if reading.table.items.count > most {
      themes.reading.note("allowed are up to \(most) themes")
    }
    for (key, item) in themes.entries { _ = themes.theme(key, item) }
    table.take(themes.reading)
    // In the order in which they stand, not in which one has needed another.
    return themes.entries.compactMap { entry in
      themes.themes.first { $0.name.rawValue == entry.key }
    }
  }

  private init(reading: TableReading) {
    self.reading = reading
    entries = reading.table.items.prefix(ThemeTable.most)
  }

  private mutating func theme(_ key: String, _ item: Document.Item) -> Theme? {
    if let known = themes.first(where: { $0.name.rawValue == key }) { return known }
    if key == ThemeName.automatic.rawValue {
      reading.note(
        "auto is the look that suits the desktop; give this one another name", at: item.place, key)
      return nil
    }
    guard let name = ThemeName(rawValue: key) else {
      reading.note(
        "a theme's name has 1 to 64 letters a to z, digits, hyphens and underscores",
        at: item.place, key)
      return nil
    }
    guard var table = reading.inner(item, key) else { return nil }
    open.append(key)
    var theme = base(of: &table) ?? Theme.named(.neumorphicLight)
    open.removeLast()
    theme.name = name
    for field in ThemeField.all { field.read(&table, &theme) }
    table.refuseOthers("segclock config theme prints all that a theme has")
    reading.take(table)
    themes.append(theme)
    return theme
  }

  /// What a look is based on, if it says so.
  private mutating func base(of table: inout TableReading) -> Theme? {
    guard let item = table.item("based-on"), let text = table.value(of: item, "based-on", { $0 })
    else {
      return nil
    }
    if open.contains(text), text != open.last || !ThemeName.builtIn.map(\.rawValue).contains(text) {
      table.note("a theme cannot be based on itself", at: item.place, "based-on")
      return nil
    }
    // One that stands in the place of a built-in one can be based on that.
    if text != open.last, let own = entries.first(where: { $0.key == text }) {
      return theme(text, own.item)
    }
    if let name = ThemeName(rawValue: text), ThemeName.builtIn.contains(name) {
      return Theme.named(name)
    }
    let names = ThemeName.builtIn.map(\.rawValue) + entries.map(\.key)
    table.note(
      ArgumentText.theme(among: names.compactMap { ThemeName(rawValue: $0) }), at: item.place,
      "based-on")
    return nil
  }
}
