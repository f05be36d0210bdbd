import Geometry
package import Scene
import Session
import Wording

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

extension Theme {
  package var toml: String {
    "[themes.\(name.rawValue)]\n"
      + [TableField<Theme>].all.lines(of: self).joined()
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
