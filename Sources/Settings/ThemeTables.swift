import Geometry
package import Scene
import Session
import Wording

/// The description of a key in a table: how it is read into a `Root`, and how it is written.
struct TableField<Root>: Sendable {
  let key: String
  let read: @Sendable (Document.Item, inout Root, inout [SettingFault]) -> Void
  let write: @Sendable (Root) -> String

  static func value<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    _ parser: TextParser<Value>, write: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> TableField {
    TableField(key: key) { item, root, faults in
      root[keyPath: property] = item.value(parser, &faults) ?? root[keyPath: property]
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
    TableField(key: key) { item, root, faults in
      item.read(fields, into: &root[keyPath: property], &faults)
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
    TableField(key: key) { list, root, faults in
      guard list.kind == .list, counts.contains(list.children.count) else {
        return list.note(
          "not a list of \(counts.lowerBound) to \(counts.upperBound); write [ and ] around it",
          in: &faults)
      }
      let old = root[keyPath: property]
      root[keyPath: property] = list.children.enumerated().map { index, item in
        var value = base(index, old)
        item.read(fields, into: &value, &faults)
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
  ]

  /// In the order in which they are written.
  static let all: [TableField<Theme>] = [
    // First, because colours that equal the base theme's background follow it, unless the table sets them.
    .color("background", \.derivedBackground, Parsers.opaqueColor),
    .value("font", \.font, Parsers.font.or("auto")) { ($0 ?? "auto").json },
    .color("text", \.text), .color("secondary-text", \.secondaryText),
    .color("unlit", \.digits.unlit), .color("lit", \.digits.lit),
    .value("ink", \.digits.ink, Parsers.number(0...1)),
    shadows("segment-shadows", \.digits.shadows), shadows("unlit-edges", \.digits.unlitEdges),
    shadows("lit-edges", \.digits.litEdges), .color("sheen", \.digits.sheen),
    .color("outline", \.digits.outline),
    .value("outline-width", \.digits.outlineWidth, Parsers.number(0...20)),
    .value("corner-radius", \.digits.cornerRadius, Parsers.number(0...10)),
    .color("plate", \.plate),
    .color("plate-border", \.plateBorder), shadows("plate-shadows", \.plateShadows),
    .color("major-tick", \.majorTick), .color("minor-tick", \.minorTick), .color("hand", \.hand),
    .color("lap-hand", \.lapHand), .color("night", \.night),
    .table("hand-shadow", \.handShadow, shadow),
    .list("rings", \.rings, 1...6, ring) { $1[$0 % $1.count] },
    .value("track-opacity", \.trackOpacity, Parsers.number(0...1)),
    .value("track-outline", \.trackOutline, Parsers.number(0...10)),
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

  /// The background; colours that equal it follow when it is set.
  fileprivate var derivedBackground: Color {
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

extension Document.Item {
  private static let maxThemes = 64

  func themes(_ faults: inout [SettingFault]) -> [Theme] {
    guard isTable(&faults) else { return [] }
    if children.count > Document.Item.maxThemes {
      note(
        "\(children.count) themes are too many; write up to \(Document.Item.maxThemes)",
        in: &faults)
    }
    let entries = children.prefix(Document.Item.maxThemes)
    var themes: [String: Theme] = [:]
    for entry in entries { _ = entry.theme(among: entries, users: [], &themes, &faults) }
    return entries.compactMap { themes[$0.key] }
  }

  /// Reads a theme after the one that it is based on. `users` are those that are based on it, to detect cycles.
  private func theme(
    among entries: ArraySlice<Document.Item>, users: [String], _ themes: inout [String: Theme],
    _ faults: inout [SettingFault]
  ) -> Theme? {
    if let known = themes[key] { return known }
    guard let name = ThemeName(rawValue: key), name != .automatic else {
      note(
        "not a theme's name; write 1 to 64 letters a to z, digits, hyphens and underscores, not auto",
        in: &faults)
      return nil
    }
    guard isTable(&faults) else { return nil }
    var theme = Theme.named(.neumorphicLight)
    if let item = self["based-on"], let based = item.value(TextParser(read: { $0 }), &faults) {
      let builtIn = ThemeName.builtIn.first { $0.rawValue == based }
      // A theme that replaces a built-in one may be based on it.
      if (users + [key]).contains(based), based != key || builtIn == nil {
        item.note("based on itself; write another theme", in: &faults)
      } else if based != key, let entry = entries.first(where: { $0.key == based }) {
        theme = entry.theme(among: entries, users: users + [key], &themes, &faults) ?? theme
      } else if let builtIn {
        theme = Theme.named(builtIn)
      } else {
        let names = ThemeName.builtIn + entries.compactMap { ThemeName(rawValue: $0.key) }
        item.note(
          TextError(unknownTheme: based, among: names).description, in: &faults)
      }
    }
    theme.name = name
    read(
      .all, besides: ["based-on"], hint: "segclock config theme neon prints all keys",
      into: &theme, &faults)
    themes[key] = theme
    return theme
  }
}
