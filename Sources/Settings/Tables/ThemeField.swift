import Geometry
import Scene

/// One thing that a look is made of: its key, how it is read and how it is written. The rows of `all` are the only place that
/// knows.
struct ThemeField: Sendable {
  let key: String
  /// Reads it into a look, if the table has it.
  let read: @Sendable (inout TableReading, inout Theme) -> Void
  /// What of a look it is, as TOML.
  let write: @Sendable (Theme) -> String

  private init(
    _ key: String, read: @escaping @Sendable (inout TableReading, inout Theme) -> Void,
    write: @escaping @Sendable (Theme) -> String
  ) {
    (self.key, self.read, self.write) = (key, read, write)
  }

  private static func color(
    _ key: String, _ place: any WritableKeyPath<Theme, Color> & Sendable, isOpaque: Bool = false
  ) -> ThemeField {
    ThemeField(key) { table, theme in
      let color = table.value(key, isOpaque ? ColorText.opaque : ColorText.color)
      theme[keyPath: place] = color ?? theme[keyPath: place]
    } write: {
      $0[keyPath: place].toml
    }
  }

  private static func number(
    _ key: String, _ place: any WritableKeyPath<Theme, Double> & Sendable,
    _ range: ClosedRange<Double>
  ) -> ThemeField {
    ThemeField(key) { table, theme in
      theme[keyPath: place] = table.number(key, range) ?? theme[keyPath: place]
    } write: {
      "\($0[keyPath: place])"
    }
  }

  /// A part of a whole, from 0 to 1.
  private static func share(_ key: String, _ place: any WritableKeyPath<Theme, Float> & Sendable)
    -> ThemeField
  {
    ThemeField(key) { table, theme in
      let share = table.value(key) { text in
        guard ArgumentText.number(text[...]) != nil, let share = Float(text),
          (0...1).contains(share)
        else {
          throw ArgumentProblem(description: "allowed is a number from 0 to 1, as in 0.8")
        }
        return share
      }
      theme[keyPath: place] = share ?? theme[keyPath: place]
    } write: {
      "\($0[keyPath: place])"
    }
  }

  private static func shadow(
    _ key: String, _ place: any WritableKeyPath<Theme, RelativeShadow> & Sendable
  )
    -> ThemeField
  {
    ThemeField(key) { table, theme in
      guard let item = table.item(key) else { return }
      theme[keyPath: place] = table.shadow(item, key, after: theme[keyPath: place])
    } write: {
      $0[keyPath: place].toml
    }
  }

  private static func shadows(
    _ key: String, _ place: any WritableKeyPath<Theme, [RelativeShadow]> & Sendable
  )
    -> ThemeField
  {
    ThemeField(key) { table, theme in
      guard let items = table.list(key, 0...4) else { return }
      theme[keyPath: place] = items.map { table.shadow($0, key, after: .none) }
    } write: { theme in
      let shadows = theme[keyPath: place]
      return shadows.isEmpty ? "[]" : "[\n\(shadows.map { "  \($0.toml),\n" }.joined())]"
    }
  }

  private static func button(
    _ key: String, _ place: any WritableKeyPath<Theme, ButtonStyle> & Sendable
  )
    -> ThemeField
  {
    ThemeField(key) { table, theme in
      guard var inner = table.inner(key) else { return }
      for (name, part) in ButtonStyle.parts {
        let color = inner.value(name, ColorText.color)
        theme[keyPath: place][keyPath: part] = color ?? theme[keyPath: place][keyPath: part]
      }
      inner.refuseOthers("allowed are \(ButtonStyle.parts.map(\.name).joined(separator: ", "))")
      table.take(inner)
    } write: { theme in
      let style = theme[keyPath: place]
      return
        "{ \(ButtonStyle.parts.map { "\($0.name) = \(style[keyPath: $0.place].toml)" }.joined(separator: ", ")) }"
    }
  }

  private static let rings = ThemeField("rings") { table, theme in
    guard let items = table.list("rings", 1...6) else { return }
    theme.rings = items.enumerated().map { index, item in
      var colors = theme.rings[index % theme.rings.count]
      guard var inner = table.inner(item, "rings") else { return colors }
      for (name, place) in RingColors.parts {
        let color = inner.value(name, name == "text" ? ColorText.color : ColorText.opaque)
        colors[keyPath: place] = color ?? colors[keyPath: place]
      }
      inner.refuseOthers("allowed are \(RingColors.parts.map(\.name).joined(separator: ", "))")
      table.take(inner)
      return colors
    }
  } write: { theme in
    let lines = theme.rings.map { ring in
      let parts = RingColors.parts.map { "\($0.name) = \(ring[keyPath: $0.place].toml)" }
      return "  { \(parts.joined(separator: ", ")) },\n"
    }
    return "[\n\(lines.joined())]"
  }

  /// What has the background's colour in the look that another is based on has it there, too, unless that says otherwise: so
  /// this is read before all others.
  private static let background = ThemeField("background") { table, theme in
    guard let color = table.value("background", ColorText.opaque) else { return }
    let places: [WritableKeyPath<Theme, Color>] = [\.plate, \.digits.lit, \.button.face, \.veil]
    for place in places where theme[keyPath: place].opaque == theme.background {
      theme[keyPath: place] = color.opacity(theme[keyPath: place].alpha)
    }
    theme.background = color
  } write: {
    $0.background.toml
  }

  /// All of them, in the order in which they are written.
  static let all: [ThemeField] = [
    background,
    ThemeField("font") { table, theme in
      if let font = table.value("font", ArgumentText.choice(read: ArgumentText.font)) {
        theme.font = font.value
      }
    } write: {
      ($0.font ?? "auto").toml
    },
    color("text", \.text), color("secondary-text", \.secondaryText), color("unlit", \.digits.unlit),
    color("lit", \.digits.lit), share("ink", \.digits.ink),
    shadows("segment-shadows", \.digits.shadows), color("outline", \.digits.outline),
    number("outline-width", \.digits.outlineWidth, 0...20),
    number("corner-radius", \.digits.cornerRadius, 0...10), color("plate", \.plate),
    color("plate-border", \.plateBorder), shadows("plate-shadows", \.plateShadows),
    color("major-tick", \.majorTick), color("minor-tick", \.minorTick), color("hand", \.hand),
    color("lap-hand", \.lapHand), shadow("hand-shadow", \.handShadow), rings,
    share("track-opacity", \.trackOpacity), shadows("track-shadows", \.trackShadows),
    shadows("button-shadows", \.buttonShadows),
    button("button", \.button), button("stop-button", \.stopButton),
    button("start-button", \.startButton),
    color("best", \.best), color("worst", \.worst), color("veil", \.veil),
  ]
}

extension TableReading {
  /// The number that is the value of `key`.
  mutating func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
    value(key) { text in
      let isNegative = text.first == "-"
      guard let size = ArgumentText.number(text.dropFirst(isNegative ? 1 : 0)),
        range.contains(isNegative ? -size : size)
      else {
        throw ArgumentProblem(
          description:
            "allowed is a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
      }
      return isNegative ? -size : size
    }
  }

  /// The shadow that `item` says; what it does not say is that of `old`.
  mutating func shadow(_ item: Document.Item, _ key: String, after old: RelativeShadow)
    -> RelativeShadow
  {
    guard var inner = inner(item, key) else { return old }
    var shadow = old
    shadow.color = inner.value("color", ColorText.color) ?? old.color
    shadow.radius = inner.number("radius", 0...30) ?? old.radius
    shadow.offset = inner.number("offset", -30...30) ?? old.offset
    inner.refuseOthers("allowed are color, radius, offset")
    take(inner)
    return shadow
  }
}

extension RelativeShadow {
  /// One that cannot be seen.
  fileprivate static let none = RelativeShadow(color: .black, radius: 0, offset: 0)

  fileprivate var toml: String {
    "{ color = \(color.toml), radius = \(radius), offset = \(offset) }"
  }
}

extension ButtonStyle {
  fileprivate static var parts: [(name: String, place: WritableKeyPath<ButtonStyle, Color>)] {
    [
      ("face", \.face), ("hover", \.hover), ("pressed", \.pressed), ("border", \.border),
      ("text", \.text),
    ]
  }
}

extension RingColors {
  fileprivate static var parts: [(name: String, place: WritableKeyPath<RingColors, Color>)] {
    [("start", \.start), ("end", \.end), ("text", \.text)]
  }
}

extension Color {
  /// The same without its alpha.
  fileprivate var opaque: Color { Color(red: red, green: green, blue: blue) }

  fileprivate var toml: String { text.toml }
}
