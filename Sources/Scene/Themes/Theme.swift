import DisplayLists
package import Geometry
package import Session

/// A shadow of a raised shape, in hundredths of its size.
package struct RelativeShadow: Equatable, Sendable {
  package var color: Color
  /// The standard deviation of the blur.
  package var radius: Double
  package var offset: Double

  package init(color: Color, radius: Double, offset: Double) {
    (self.color, self.radius, self.offset) = (color, radius, offset)
  }

  func shadow(of size: Double) -> Shadow {
    let offset = offset / 100 * size
    return Shadow(color: color, radius: radius / 100 * size, dx: offset, dy: offset)
  }
}

extension [RelativeShadow] {
  func reach(of size: Double) -> Double {
    map { ($0.radius * 3 + abs($0.offset)) / 100 * size }.max() ?? 0
  }
}

/// The style of the digits' segments; lengths in hundredths of a digit's width.
package struct DigitStyle: Equatable, Sendable {
  package var unlit: Color
  /// The fill of a lit segment, without ink.
  package var lit: Color
  /// How far `lit` is tinted toward the text colour, 0 to 1.
  package var ink: Float
  package var shadows: [RelativeShadow]
  /// Fall into unlit and into lit segments from their edges.
  package var unlitEdges: [RelativeShadow] = []
  package var litEdges: [RelativeShadow] = []
  /// Over lit segments; fades from their tops to nothing at their bottoms.
  package var sheen = Color.clear
  package var outline: Color
  package var outlineWidth: Double
  package var cornerRadius: Double
}

package struct RingColors: Equatable, Sendable {
  package var start: Color
  package var end: Color
}

package struct ButtonStyle: Equatable, Sendable {
  package var face: Color
  package var hover: Color
  package var pressed: Color
  package var border: Color
  package var text: Color
}

package struct Theme: Equatable, Sendable {
  package var name: ThemeName
  package var background: Color
  package var font: String?
  package var text: Color
  package var secondaryText: Color
  package var digits: DigitStyle
  /// In hundredths of the dial's diameter.
  package var plateShadows: [RelativeShadow]
  package var plate: Color
  package var plateBorder: Color
  /// At every 5 seconds.
  package var majorTick: Color
  package var minorTick: Color
  /// For the total and the running lap.
  package var hand: Color
  package var lapHand: Color
  /// On the rim of the clock's dial.
  package var night = Color(hex: 0x43529C)
  /// In hundredths of the dial's diameter.
  package var handShadow: RelativeShadow
  /// From the outermost inward.
  package var rings: [RingColors]
  /// The strength of a ring's colour in its track.
  package var trackOpacity: Float
  /// The width of the line around a track in the ring's colour, in user units; 0 for none.
  package var trackOutline: Double
  /// Cast by a ring's rims into its track, in hundredths of the outermost ring's diameter.
  package var trackShadows: [RelativeShadow]
  /// In hundredths of a button's height.
  package var buttonShadows: [RelativeShadow]
  package var button: ButtonStyle
  package var stopButton: ButtonStyle
  package var startButton: ButtonStyle
  /// For the shortest and the longest lap.
  package var best: Color
  package var worst: Color
  package var veil: Color
  /// A line around lit segments and what hands cross, on a translucent background; its width is in device pixels.
  var halo: Color?
  var haloWidth = 1.0
  /// What texts lie on at worst, if not on the background: the surface on what contrasts least with them.
  var ground: Color?
  /// The opacity of what texts lie on: the plate, tracks, and panels behind the legend and the list.
  var surface: Float = 1
  /// Whether it is for a picture to be laid on any other.
  var isCutOut = false

  var litFill: Color { digits.lit.mixed(with: text, by: digits.ink) }

  /// Whether hands and rings shine: a hand's shadow in its own colour and place is a glow.
  var glows: Bool {
    handShadow.color.alpha > 0 && handShadow.offset == 0
      && handShadow.color.opacity(0) == hand.opacity(0)
  }

  /// Unlit segments fade with the background, what texts lie on fades less; lit segments get a halo.
  func onBackground(opacity: Float) -> Theme {
    guard opacity < 1 else { return self }
    var theme = self
    theme.digits.unlit = digits.unlit.tint(on: background).opacity(opacity)
    // An edge is finer than what it surrounds, and seen sooner.
    for index in digits.unlitEdges.indices {
      theme.digits.unlitEdges[index].color = digits.unlitEdges[index].color.opacity(
        opacity * opacity)
    }
    (theme.halo, theme.surface) = (background, Theme.minSurface + (1 - Theme.minSurface) * opacity)
    // On what is behind the window, grey texts are illegible, and light shadows shine.
    if opacity < Theme.minGreyOpacity {
      (theme.secondaryText, theme.digits.ink, theme.haloWidth) = (text, 1, Theme.wideHalo)
      let isLight = background.luminance > text.luminance
      let ground = background.mixed(with: isLight ? .black : .white, by: 1 - theme.surface)
      theme.ground = ground
      theme.best = best.shade(toward: text, by: Contrast.text, on: ground)
      theme.worst = worst.shade(toward: text, by: Contrast.text, on: ground)
    }
    for shadows in [\Theme.digits.shadows, \.plateShadows, \.trackShadows, \.buttonShadows] {
      for (index, shadow) in theme[keyPath: shadows].enumerated() where shadow.offset < 0 {
        theme[keyPath: shadows][index].color = shadow.color.opacity(opacity)
      }
    }
    return theme
  }

  /// The opacity of the background below which texts and digits have all ink, and their halo's width there.
  private static let (minGreyOpacity, wideHalo): (Float, Double) = (0.6, 1.5)

  /// For a picture without its background: on that background it looks as usual, and on any other it is legible.
  ///
  /// What is a little darker or lighter than the background becomes a tint, so that unlit segments are faint on dark, too;
  /// lit ones get a halo. Highlights of a relief would shine, and are left out.
  var withoutBackground: Theme {
    var theme = self
    func tint(_ color: Color) -> Color {
      let opaque = Color(red: color.red, green: color.green, blue: color.blue)
      let tint = background.mixed(with: opaque, by: color.alpha).tint(on: background)
      return tint.alpha < 0.5 ? tint : .clear
    }
    theme.digits.unlit = digits.unlit.tint(on: background)
    for shadows in [
      \Theme.digits.shadows, \.digits.unlitEdges, \.plateShadows, \.trackShadows, \.buttonShadows,
    ] {
      for (index, shadow) in theme[keyPath: shadows].enumerated() {
        theme[keyPath: shadows][index].color = tint(shadow.color)
      }
    }
    (theme.halo, theme.isCutOut) = (background, true)
    return theme
  }

  /// Legible texts need this on any picture.
  private static let minSurface: Float = 0.8

  /// A panel behind small texts; nil on an opaque background.
  func panel(behind texts: [Rect], scale: Double) -> Picture? {
    guard surface < 1 || isCutOut, let first = texts.first else { return nil }
    let box = texts.reduce(first) { $0.union($1) }.inset(by: -8 * scale).snapped
    let path = Path.roundedRect(box, radius: 12 * scale)
    let shadows = isCutOut ? [] : buttonShadows.map { $0.shadow(of: 24 * scale) }
    let reach = buttonShadows.reach(of: 24 * scale)
    let fill = background.opacity(isCutOut ? 0.9 : surface)
    return Picture(
      shadows.map { .shadow(path, $0, .outside) } + [.fill(path, fill)],
      covering: box.inset(by: -reach - 1))
  }

  /// The digits and the hand of an overrun are red, and so is what glows.
  var ofOverrun: Theme { lit(in: worst) }

  /// The digits, the hand and what glows in one colour.
  func lit(in color: Color) -> Theme {
    var theme = self
    (theme.hand, theme.digits.lit, theme.digits.ink) = (color, color, 0)
    // A darker shade of the same hue.
    let main = max(color.red, color.green, color.blue)
    func half(_ part: Float) -> Float { part == main ? part : part / 2 }
    let edge = Color(red: half(color.red), green: half(color.green), blue: half(color.blue))
    theme.digits.outline = edge.opacity(digits.outline.alpha)
    for index in digits.shadows.indices
    where digits.shadows[index].offset == 0 && digits.shadows[index].color != background {
      theme.digits.shadows[index].color = color.opacity(digits.shadows[index].color.alpha)
    }
    if glows {
      theme.digits.lit = color.mixed(with: .white, by: 0.86).inBytes
      for index in digits.litEdges.indices { theme.digits.litEdges[index].color = edge }
      theme.handShadow.color = color.opacity(handShadow.color.alpha)
    }
    return theme
  }

  /// The colour of the lap hand, legible as text of any size.
  var lapText: Color { lapHand.shade(toward: text, by: Contrast.text, on: ground ?? background) }
}

/// The contrasts that WCAG 2.2 requires: of text, and of large text and graphics.
enum Contrast {
  static let text = 4.5
  static let large = 3.0
}

package struct ThemeCatalog: Equatable, Sendable {
  /// Unique names; the first theme replaces any that is missing.
  package let themes: [Theme]

  package static let builtIn = ThemeCatalog(own: [])

  /// `own` themes replace built-in ones of the same name; `change` modifies all.
  package init(own: [Theme], changedBy change: (inout Theme) -> Void = { _ in }) {
    var themes = Theme.builtIn
    for theme in own {
      if let index = themes.firstIndex(where: { $0.name == theme.name }) {
        themes[index] = theme
      } else {
        themes.append(theme)
      }
    }
    for index in themes.indices { change(&themes[index]) }
    self.themes = themes
  }

  package var names: [ThemeName] { themes.map(\.name) }

  package func theme(named name: ThemeName) -> Theme {
    themes.first { $0.name == name } ?? themes.first ?? .neumorphicLight
  }
}
