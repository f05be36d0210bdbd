import Geometry
package import Scene
import Session

extension Theme {
  /// The theme as a table of a configuration, in full.
  package var toml: String {
    "[themes.\(name.rawValue)]\n"
      + ThemeField.all.map { "\($0.key) = \($0.write(self))\n" }.joined()
  }
}

/// A property of a theme as a row: its key, how it is read and how it is written.
struct ThemeField: Sendable {
  let key: String
  /// Reads it into a theme, if the table has it.
  let read: @Sendable (inout TableReader, inout Theme) -> Void
  /// Writes it as TOML.
  let write: @Sendable (Theme) -> String

  private init(
    _ key: String, read: @escaping @Sendable (inout TableReader, inout Theme) -> Void,
    write: @escaping @Sendable (Theme) -> String
  ) {
    (self.key, self.read, self.write) = (key, read, write)
  }

  /// A field with one value.
  private static func value<Value>(
    _ key: String, _ property: any WritableKeyPath<Theme, Value> & Sendable,
    _ parse: @escaping @Sendable (String) throws -> Value,
    write: @escaping @Sendable (Value) -> String
  ) -> ThemeField {
    ThemeField(key) { table, theme in
      theme[keyPath: property] = table.value(key, parse) ?? theme[keyPath: property]
    } write: {
      write($0[keyPath: property])
    }
  }

  private static func color(
    _ key: String, _ property: any WritableKeyPath<Theme, Color> & Sendable
  ) -> ThemeField {
    value(key, property, ColorText.color) { $0.toml }
  }

  private static func number(
    _ key: String, _ property: any WritableKeyPath<Theme, Double> & Sendable,
    _ range: ClosedRange<Double>
  ) -> ThemeField {
    value(key, property, { try TextParser.number(range).parse($0) }) { "\($0)" }
  }

  private static func fraction(
    _ key: String, _ property: any WritableKeyPath<Theme, Float> & Sendable
  ) -> ThemeField {
    value(key, property, { try TextParser.float(0...1).parse($0) }) { "\($0)" }
  }

  private static func shadows(
    _ key: String, _ property: any WritableKeyPath<Theme, [RelativeShadow]> & Sendable
  ) -> ThemeField {
    ThemeField(key) { table, theme in
      guard let items = table.list(key, 0...4) else { return }
      theme[keyPath: property] = items.map { table.shadow($0, key, after: .none) }
    } write: { theme in
      let shadows = theme[keyPath: property]
      return shadows.isEmpty ? "[]" : "[\n\(shadows.map { "  \($0.toml),\n" }.joined())]"
    }
  }

  private static func button(
    _ key: String, _ property: any WritableKeyPath<Theme, ButtonStyle> & Sendable
  ) -> ThemeField {
    ThemeField(key) { table, theme in
      guard let item = table.item(key) else { return }
      table.colors(of: item, key, ButtonStyle.parts, into: &theme[keyPath: property])
    } write: {
      ThemeField.toml($0[keyPath: property], ButtonStyle.parts)
    }
  }

  private static let rings = ThemeField("rings") { table, theme in
    guard let items = table.list("rings", 1...6) else { return }
    theme.rings = items.enumerated().map { index, item in
      var colors = theme.rings[index % theme.rings.count]
      table.colors(of: item, "rings", RingColors.parts, into: &colors)
      return colors
    }
  } write: { theme in
    "[\n\(theme.rings.map { "  \(ThemeField.toml($0, RingColors.parts)),\n" }.joined())]"
  }

  /// The colours `parts` of `value` as an inline table.
  private static func toml<Value>(_ value: Value, _ parts: [ColorPart<Value>]) -> String {
    "{ \(parts.map { "\($0.name) = \(value[keyPath: $0.property].toml)" }.joined(separator: ", ")) }"
  }

  /// The background. It is read before all others: what has its colour in the base theme follows it, unless the table says
  /// otherwise.
  private static let background = ThemeField("background") { table, theme in
    guard let color = table.value("background", ColorText.opaque) else { return }
    let followers: [WritableKeyPath<Theme, Color>] = [
      \.plate, \.digits.lit, \.button.face, \.veil,
    ]
    for follower in followers where theme[keyPath: follower].opaque == theme.background {
      theme[keyPath: follower] = color.opacity(theme[keyPath: follower].alpha)
    }
    theme.background = color
  } write: {
    $0.background.toml
  }

  /// All fields in the order in which they are written.
  static let all: [ThemeField] = [
    background,
    value("font", \.font, { try TextParser.font.or("auto").parse($0).value }) {
      ($0 ?? "auto").toml
    },
    color("text", \.text), color("secondary-text", \.secondaryText), color("unlit", \.digits.unlit),
    color("lit", \.digits.lit), fraction("ink", \.digits.ink),
    shadows("segment-shadows", \.digits.shadows), color("outline", \.digits.outline),
    number("outline-width", \.digits.outlineWidth, 0...20),
    number("corner-radius", \.digits.cornerRadius, 0...10), color("plate", \.plate),
    color("plate-border", \.plateBorder), shadows("plate-shadows", \.plateShadows),
    color("major-tick", \.majorTick), color("minor-tick", \.minorTick), color("hand", \.hand),
    color("lap-hand", \.lapHand),
    ThemeField("hand-shadow") { table, theme in
      guard let item = table.item("hand-shadow") else { return }
      theme.handShadow = table.shadow(item, "hand-shadow", after: theme.handShadow)
    } write: {
      $0.handShadow.toml
    },
    rings,
    fraction("track-opacity", \.trackOpacity), shadows("track-shadows", \.trackShadows),
    shadows("button-shadows", \.buttonShadows),
    button("button", \.button), button("stop-button", \.stopButton),
    button("start-button", \.startButton),
    color("best", \.best), color("worst", \.worst), color("veil", \.veil),
  ]
}

/// Reads the user's themes, which may be based on each other.
struct ThemeTables {
  private var reader: TableReader
  private let entries: ArraySlice<(key: String, item: Document.Item)>
  private var themes: [Theme] = []
  /// The names of the themes that are being read, to find one that is based on itself.
  private var open: [String] = []

  private static let maxCount = 64

  /// The themes of `reader`, with their mistakes noted in `table`.
  static func read(_ reader: TableReader, into table: inout TableReader) -> [Theme] {
    var tables = ThemeTables(reader: reader)
    if reader.table.items.count > maxCount {
      tables.reader.note("\(reader.table.items.count) themes are too many; write up to \(maxCount)")
    }
    for (key, item) in tables.entries { _ = tables.theme(key, item) }
    table.take(tables.reader)
    // In the order of the file, not in that of reading.
    return tables.entries.compactMap { entry in
      tables.themes.first { $0.name.rawValue == entry.key }
    }
  }

  private init(reader: TableReader) {
    self.reader = reader
    entries = reader.table.items.prefix(ThemeTables.maxCount)
  }

  private mutating func theme(_ key: String, _ item: Document.Item) -> Theme? {
    if let known = themes.first(where: { $0.name.rawValue == key }) { return known }
    guard let name = ThemeName(rawValue: key), name != .automatic else {
      let problem =
        key == ThemeName.automatic.rawValue
        ? "auto follows the desktop; write another name"
        : "not a theme's name; write 1 to 64 letters a to z, digits, hyphens and underscores"
      reader.note(problem, at: item.place, key)
      return nil
    }
    guard var table = reader.inner(item, key) else { return nil }
    open.append(key)
    var theme = base(of: &table) ?? Theme.named(.neumorphicLight)
    open.removeLast()
    theme.name = name
    for field in ThemeField.all { field.read(&table, &theme) }
    table.refuseOthers("segclock config theme neon prints all keys")
    reader.take(table)
    themes.append(theme)
    return theme
  }

  private mutating func base(of table: inout TableReader) -> Theme? {
    guard let item = table.item("based-on"), let text = table.value(of: item, "based-on", { $0 })
    else { return nil }
    let isBuiltIn = ThemeName.builtIn.contains { $0.rawValue == text }
    // A theme that replaces a built-in one may be based on that.
    let isOwnName = text == open.last
    if open.contains(text), !(isOwnName && isBuiltIn) {
      table.note("based on itself; write another theme", at: item.place, "based-on")
      return nil
    }
    if !isOwnName, let own = entries.first(where: { $0.key == text }) {
      return theme(text, own.item)
    }
    if isBuiltIn, let name = ThemeName(rawValue: text) { return Theme.named(name) }
    let names = ThemeName.builtIn + entries.compactMap { ThemeName(rawValue: $0.key) }
    table.note(
      ArgumentText.unknownTheme(text, among: names).description, at: item.place, "based-on")
    return nil
  }
}

/// A colour of a table of colours: its key and its property.
private typealias ColorPart<Value> = (name: String, property: WritableKeyPath<Value, Color>)

extension TableReader {
  /// Reads the table `item` of the colours `parts`.
  fileprivate mutating func colors<Value>(
    of item: Document.Item, _ key: String, _ parts: [ColorPart<Value>], into value: inout Value
  ) {
    guard var inner = inner(item, key) else { return }
    for (name, property) in parts {
      // The start and the end of a ring's arc hide what is below them.
      let isOpaque = Value.self == RingColors.self && name != "text"
      let color = inner.value(name, isOpaque ? ColorText.opaque : ColorText.color)
      value[keyPath: property] = color ?? value[keyPath: property]
    }
    inner.refuseOthers("write \(ArgumentText.alternatives(parts.map(\.name)))")
    take(inner)
  }

  /// The shadow that `item` says; what it lacks is that of `old`.
  fileprivate mutating func shadow(
    _ item: Document.Item, _ key: String, after old: RelativeShadow
  ) -> RelativeShadow {
    guard var inner = inner(item, key) else { return old }
    var shadow = old
    shadow.color = inner.value("color", ColorText.color) ?? old.color
    shadow.radius = inner.value("radius") { try TextParser.number(0...30).parse($0) } ?? old.radius
    shadow.offset =
      inner.value("offset") { try TextParser.number(-30...30).parse($0) } ?? old.offset
    inner.refuseOthers("write color, radius or offset")
    take(inner)
    return shadow
  }
}

extension RelativeShadow {
  fileprivate static let none = RelativeShadow(color: .black, radius: 0, offset: 0)

  fileprivate var toml: String {
    "{ color = \(color.toml), radius = \(radius), offset = \(offset) }"
  }
}

extension ButtonStyle {
  fileprivate static var parts: [ColorPart<ButtonStyle>] {
    [
      ("face", \.face), ("hover", \.hover), ("pressed", \.pressed), ("border", \.border),
      ("text", \.text),
    ]
  }
}

extension RingColors {
  fileprivate static var parts: [ColorPart<RingColors>] {
    [("start", \.start), ("end", \.end), ("text", \.text)]
  }
}

extension Color {
  fileprivate var opaque: Color { Color(red: red, green: green, blue: blue) }

  fileprivate var toml: String { text.toml }
}
