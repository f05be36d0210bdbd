import Geometry
package import Scene
import Session
import Wording

/// The description of a key in a table: how it is read into a `Root`, and how it is written.
struct TableField<Root>: Sendable {
  let key: String
  let read: @Sendable (TableReader, inout Root) -> Void
  let write: @Sendable (Root) -> String

  private init(
    _ key: String, read: @escaping @Sendable (TableReader, inout Root) -> Void,
    write: @escaping @Sendable (Root) -> String
  ) {
    (self.key, self.read, self.write) = (key, read, write)
  }

  static func value<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    _ parser: TextParser<Value>, write: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> TableField {
    TableField(key) { table, root in
      root[keyPath: property] = table.value(key, parser) ?? root[keyPath: property]
    } write: {
      write($0[keyPath: property])
    }
  }

  static func color(
    _ key: String, _ property: any WritableKeyPath<Root, Color> & Sendable,
    _ parser: TextParser<Color> = Parsers.color
  ) -> TableField {
    value(key, property, parser) { $0.text.json }
  }

  static func table<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    _ fields: [TableField<Value>]
  ) -> TableField {
    TableField(key) { table, root in
      guard let item = table.item(key) else { return }
      table.read(fields, of: item, key, into: &root[keyPath: property])
    } write: { root in
      fields.inline(root[keyPath: property])
    }
  }

  /// A list of tables. Missing keys come from `base(index, oldList)`.
  static func list<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, [Value]> & Sendable,
    _ counts: ClosedRange<Int>, _ fields: [TableField<Value>],
    base: @escaping @Sendable (Int, [Value]) -> Value
  ) -> TableField {
    TableField(key) { table, root in
      guard let items = table.list(key, counts) else { return }
      let old = root[keyPath: property]
      root[keyPath: property] = items.enumerated().map { index, item in
        var value = base(index, old)
        table.read(fields, of: item, key, into: &value)
        return value
      }
    } write: { root in
      let lines = root[keyPath: property].map { "  \(fields.inline($0)),\n" }
      return lines.isEmpty ? "[]" : "[\n\(lines.joined())]"
    }
  }
}

extension [TableField<Theme>] {
  fileprivate static func shadows(
    _ key: String, _ property: any WritableKeyPath<Theme, [RelativeShadow]> & Sendable
  ) -> TableField<Theme> {
    .list(key, property, 0...4, shadow) { _, _ in
      RelativeShadow(color: .black, radius: 0, offset: 0)
    }
  }

  private static let shadow: [TableField<RelativeShadow>] = [
    .color("color", \.color), .value("radius", \.radius, Parsers.number(0...30)),
    .value("offset", \.offset, Parsers.number(-30...30)),
  ]
  private static let button: [TableField<ButtonStyle>] = [
    .color("face", \.face), .color("hover", \.hover), .color("pressed", \.pressed),
    .color("border", \.border), .color("text", \.text),
  ]
  // Rings must be opaque.
  private static let ring: [TableField<RingColors>] = [
    .color("start", \.start, Parsers.opaqueColor), .color("end", \.end, Parsers.opaqueColor),
    .color("text", \.text),
  ]

  /// In the order in which they are written.
  static let all: [TableField<Theme>] = [
    // First, because colours that equal the base theme's background follow it, unless the table sets them.
    .color("background", \.followedBackground, Parsers.opaqueColor),
    .value("font", \.fontChoice, Parsers.font.or("auto")) { ($0.value ?? "auto").json },
    .color("text", \.text), .color("secondary-text", \.secondaryText),
    .color("unlit", \.digits.unlit), .color("lit", \.digits.lit),
    .value("ink", \.digits.ink, Parsers.number(0...1)),
    shadows("segment-shadows", \.digits.shadows), .color("outline", \.digits.outline),
    .value("outline-width", \.digits.outlineWidth, Parsers.number(0...20)),
    .value("corner-radius", \.digits.cornerRadius, Parsers.number(0...10)),
    .color("plate", \.plate),
    .color("plate-border", \.plateBorder), shadows("plate-shadows", \.plateShadows),
    .color("major-tick", \.majorTick), .color("minor-tick", \.minorTick), .color("hand", \.hand),
    .color("lap-hand", \.lapHand), .table("hand-shadow", \.handShadow, shadow),
    .list("rings", \.rings, 1...6, ring) { $1[$0 % $1.count] },
    .value("track-opacity", \.trackOpacity, Parsers.number(0...1)),
    shadows("track-shadows", \.trackShadows), shadows("button-shadows", \.buttonShadows),
    .table("button", \.button, button), .table("stop-button", \.stopButton, button),
    .table("start-button", \.startButton, button),
    .color("best", \.best), .color("worst", \.worst), .color("veil", \.veil),
  ]
}

extension Array {
  fileprivate func inline<Root>(_ value: Root) -> String where Element == TableField<Root> {
    "{ \(map { "\($0.key) = \($0.write(value))" }.joined(separator: ", ")) }"
  }
}

extension Theme {
  package var toml: String {
    "[themes.\(name.rawValue)]\n"
      + [TableField<Theme>].all.map { "\($0.key) = \($0.write(self))\n" }.joined()
  }

  fileprivate var fontChoice: Choice<String> {
    get { font.map { .value($0) } ?? .automatic }
    set { font = newValue.value }
  }

  /// The background; colours that equal it follow when it is set.
  fileprivate var followedBackground: Color {
    get { background }
    set {
      let followers: [WritableKeyPath<Theme, Color>] = [
        \.plate, \.digits.lit, \.button.face, \.veil,
      ]
      for follower in followers {
        let old = self[keyPath: follower]
        guard Color(red: old.red, green: old.green, blue: old.blue) == background else { continue }
        self[keyPath: follower] = newValue.opacity(old.alpha)
      }
      background = newValue
    }
  }
}

struct ThemeTables {
  private let reader: TableReader
  private let entries: ArraySlice<Document.Item>
  private var themes: [Theme] = []
  /// The themes being read, to detect cycles.
  private var open: [String] = []

  private static let maxCount = 64

  static func read(_ reader: TableReader) -> [Theme] {
    var tables = ThemeTables(reader: reader)
    if reader.items.count > maxCount {
      reader.note("\(reader.items.count) themes are too many; write up to \(maxCount)")
    }
    for entry in tables.entries { _ = tables.theme(entry) }
    // In the order of the file, not of reading.
    return tables.entries.compactMap { entry in
      tables.themes.first { $0.name.rawValue == entry.key }
    }
  }

  private init(reader: TableReader) {
    self.reader = reader
    entries = reader.items.prefix(ThemeTables.maxCount)
  }

  private mutating func theme(_ item: Document.Item) -> Theme? {
    let key = item.key
    if let known = themes.first(where: { $0.name.rawValue == key }) { return known }
    guard let name = ThemeName(rawValue: key), name != .automatic else {
      let problem =
        key == ThemeName.automatic.rawValue
        ? "auto follows the desktop; write another name"
        : "not a theme's name; write 1 to 64 letters a to z, digits, hyphens and underscores"
      reader.note(problem, at: item.place, key)
      return nil
    }
    guard let table = reader.inner(item, key) else { return nil }
    open.append(key)
    var theme = base(of: table) ?? Theme.named(.neumorphicLight)
    open.removeLast()
    theme.name = name
    for field in [TableField<Theme>].all { field.read(table, &theme) }
    table.refuseOthers("segclock config theme neon prints all keys")
    themes.append(theme)
    return theme
  }

  private mutating func base(of table: TableReader) -> Theme? {
    guard let item = table.item("based-on"),
      let text = table.value(of: item, "based-on", TextParser(read: { $0 }))
    else { return nil }
    let isBuiltIn = ThemeName.builtIn.contains { $0.rawValue == text }
    // A theme that replaces a built-in one may be based on it.
    let isOwnName = text == open.last
    if open.contains(text), !(isOwnName && isBuiltIn) {
      table.note("based on itself; write another theme", at: item.place, "based-on")
      return nil
    }
    if !isOwnName, let own = entries.first(where: { $0.key == text }) {
      return theme(own)
    }
    if isBuiltIn, let name = ThemeName(rawValue: text) { return Theme.named(name) }
    let names = ThemeName.builtIn + entries.compactMap { ThemeName(rawValue: $0.key) }
    table.note(
      ArgumentProblem(unknownTheme: text, among: names).description, at: item.place, "based-on")
    return nil
  }
}
