import DisplayLists
import Geometry
import Glibc
import Session
import Testing

@testable import Scene

/// The relative luminance of an opaque colour. Source: WCAG 2.2.
private func luminance(_ color: Color) -> Double {
  func linear(_ value: Float) -> Double {
    let v = Double(value)
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
}

/// The contrast of `color` on the opaque `background`, 1 to 21. Source: WCAG 2.2.
func contrast(_ color: Color, on background: Color) -> Double {
  let opaque = Color(red: color.red, green: color.green, blue: color.blue)
  let first = luminance(background.mixed(with: opaque, by: color.alpha))
  let second = luminance(background)
  return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

@Suite("Looks")
struct ThemeTests {
  /// Every text of `list` with what is painted under it.
  private func texts(_ list: DisplayList, on background: Color) -> [(run: TextRun, under: Color)] {
    list.items.flatMap { item -> [(TextRun, Color)] in
      switch item {
      case .text(let run): return [(run, background)]
      case .picture(let picture):
        var fills: [(box: Rect, color: Color)] = []
        return picture.marks.compactMap { mark in
          // Not the lines between rows, nor swatches.
          if case .fill(let path, let color) = mark, color.alpha == 1 {
            fills.append((path.bounds, color))
          }
          guard case .text(let run) = mark, !run.string.isEmpty else { return nil }
          let under = fills.last { $0.box.contains(run.frame.center) }?.color
          return (run, under ?? background)
        }
      default: return []
      }
    }
  }

  @Test(
    "a wedge is seen on its plate, and ink is legible on it", arguments: ThemeName.builtIn)
  func wedge(name: ThemeName) throws {
    let theme = Theme.named(name)
    let wedge = theme.wedge
    #expect(wedge.alpha == 1 && contrast(wedge, on: theme.hubFill) >= 2)
    #expect(contrast(theme.text, on: wedge) >= Contrast.text)
    #expect(contrast(theme.majorTick, on: wedge) >= Contrast.large)
  }

  @Test(
    "every text that is drawn at rest can be read, in every mode and size",
    arguments: ThemeName.builtIn)
  func drawn(name: ThemeName) {
    let theme = Theme.named(name)
    var running = Model(
      theme: name,
      rings: [
        RingModel(name: "Goal", source: .manual(0.5)), RingModel(name: "Build", source: .day),
      ]
    )
    .after([(0, .start), (5, .lap), (11, .lap), (14, .lap), (15, .selectRing(1, isHeld: true))])
    let models = [.stopwatch, .timer, .plan, .clock, .counter].map { (mode: Mode) -> Model in
      running = running.after([(16, .mode(mode))])
      return mode == .stopwatch ? running : running.after([(17, .start)])
    }
    for model in models {
      for size in [(840, 480), (300, 300), (1600, 1000)] {
        let list = stillFrame(
          model, in: Environment(width: size.0, height: size.1), at: reading(20))
        let found = texts(list, on: theme.background)
        #expect(found.count > 3)
        // A button that does nothing now is exempt.
        for (run, under) in found where run.color.alpha == 1 {
          // Large is 18 points, or 14 if bold; a point is 4/3 units.
          let isLarge = run.size >= (run.isBold ? 14 : 18) * 4 / 3
          let minimum = isLarge ? Contrast.large : Contrast.text
          let value = contrast(run.color, on: under)
          #expect(
            value >= minimum - 0.01,
            "\(run.string.debugDescription) in \(model.mode), \(run.size): \(value)")
        }
        for (run, _) in found where run.color.alpha < 1 {
          let titles = model.asOf(at(0)).buttons.map(\.title) + ButtonContent.rings.map(\.title)
          #expect(
            titles.contains(run.string) || run.size < 21 && run.color.alpha == 0.4, "\(run.string)")
        }
      }
    }
  }

  @Test(
    "on a translucent background, plate, tracks and panels are translucent, and texts legible",
    arguments: ThemeName.builtIn)
  func surfaces(name: ThemeName) throws {
    for opacity in [Float(0), 0.3, 0.5] {
      let theme = Theme.named(name).onBackground(opacity: opacity)
      #expect(theme.surface >= 0.8 && theme.surface < 1)
      var environment = Environment.usual
      environment.backgroundOpacity = Double(opacity)
      let list = stillFrame(Model(theme: name), in: environment, at: reading(0))
      let fills = list.pictures.flatMap(\.marks).compactMap { mark -> Float? in
        if case .fill(let path, let color) = mark, path.bounds.width > 200 {
          color.alpha
        } else {
          nil
        }
      }
      let tracks = list.rings.map(\.trackColor.alpha).filter { $0 > 0 } + fills
      #expect(!fills.isEmpty && tracks.allSatisfy { $0 == theme.surface })
      for behind in [Color.black, .white] {
        let under = behind.mixed(with: theme.background, by: opacity)
          .mixed(with: theme.background, by: theme.surface)
        for color in [theme.text, theme.secondaryText] {
          #expect(contrast(color, on: under) >= Contrast.text, "\(opacity)")
        }
        for color in [theme.best, theme.worst, theme.lapText] {
          #expect(contrast(color, on: under) >= 2.25, "\(opacity) \(contrast(color, on: under))")
        }
      }
    }
  }

  @Test("what has to be read can be read", arguments: ThemeName.builtIn)
  func contrasts(name: ThemeName) {
    let theme = Theme.named(name)
    let plate = theme.hubFill
    #expect(contrast(theme.litFill, on: theme.background) >= 4.5)
    #expect(contrast(theme.litFill, on: theme.digits.unlit) >= 4.5)
    // A sheen is strongest at the top.
    let sheen = theme.digits.sheen
    let top = theme.litFill.mixed(with: sheen.opacity(1 / max(sheen.alpha, 0.01)), by: sheen.alpha)
    #expect(contrast(top, on: theme.background) >= 4.5)
    #expect(
      contrast(theme.text, on: theme.background) >= 4.5 && contrast(theme.text, on: plate) >= 4.5)
    #expect(contrast(theme.secondaryText, on: theme.background) >= 4.5)
    #expect(contrast(theme.lapHand, on: plate) >= 3 && contrast(theme.hand, on: plate) >= 3)
    #expect(contrast(theme.ghostHand, on: plate) >= 3 && theme.ghostHand.alpha < 1)
    #expect(contrast(theme.best, on: theme.background) >= 4.5)
    #expect(contrast(theme.worst, on: theme.background) >= 4.5)
    for button in [theme.button, theme.startButton, theme.stopButton] {
      for face in [button.face, button.hover, button.pressed] {
        #expect(contrast(button.text, on: face) >= 4.5)
        #expect(contrast(theme.secondaryText, on: face) >= 3)
      }
    }
    #expect(contrast(theme.style(of: .present).time, on: theme.background) >= 4.5)
    #expect(contrast(theme.majorTick, on: plate) >= 4.5)
  }
}

@Suite("Neon")
struct NeonTests {
  /// Colours of all hues, clear and pale, and the default.
  static let glows =
    stride(from: 0, to: 360, by: 3).flatMap { degrees in
      [0, 0.6].map { (white: Float) in
        let turn = Double(degrees) / 360
        func part(_ shift: Double) -> Float {
          Float(min(max(abs((turn + shift).truncatingRemainder(dividingBy: 1) * 6 - 3) - 1, 0), 1))
        }
        return Color(red: part(0), green: part(2.0 / 3), blue: part(1.0 / 3))
          .mixed(with: .white, by: white)
      }
    } + [Theme.neonGlow, .white]

  @Test(
    "the hands of a lap and of the whole time are 60 degrees of hue apart, whatever the glow is")
  func lapHand() {
    for glow in NeonTests.glows {
      let theme = Theme.neon(glow)
      let hues = [theme.lapHand, theme.hand].compactMap(NeonTests.hue)
      let distance = hues.count == 2 ? hues[0] - hues[1] : 180
      #expect(abs(distance.remainder(dividingBy: 360)) >= 59.99, "\(glow)")
      #expect(contrast(theme.lapHand, on: theme.background) >= 3)
    }
  }

  /// In degrees; nil for grey.
  private static func hue(_ color: Color) -> Double? {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let span = max(red, green, blue) - min(red, green, blue)
    guard span > 0.01 else { return nil }
    let sixths =
      switch max(red, green, blue) {
      case red: (green - blue) / span
      case green: 2 + (blue - red) / span
      default: 4 + (red - green) / span
      }
    return sixths * 60
  }
}

@Suite("The catalogue of looks")
struct ThemeCatalogTests {
  private func own(_ name: String, _ background: Color) throws -> Theme {
    var theme = Theme.neon
    theme.name = try #require(ThemeName(rawValue: name))
    theme.background = background
    return theme
  }

  @Test(
    "one's own come after the built-in ones, or in the place of the one that they are called like")
  func own() throws {
    let catalog = ThemeCatalog(own: [try own("mine", .white), try own("neon", .black)])
    #expect(catalog.names.map(\.rawValue) == ThemeName.builtIn.map(\.rawValue) + ["mine"])
    #expect(catalog.theme(named: .neon).background == .black)
    let mine = try #require(ThemeName(rawValue: "mine"))
    #expect(catalog.theme(named: mine).background == .white)
    #expect(ThemeCatalog.builtIn.theme(named: mine) == .neumorphicLight)
  }

  @Test("on a thin background, texts are not grey, and light shadows do not shine")
  func thinBackground() {
    for theme in Theme.builtIn {
      for opacity in [0.3, 0.8] as [Float] {
        let thin = theme.onBackground(opacity: opacity)
        #expect(thin.secondaryText == (opacity < 0.6 ? theme.text : theme.secondaryText))
        let shadows = zip(
          thin.plateShadows + thin.buttonShadows, theme.plateShadows + theme.buttonShadows)
        for (new, old) in shadows {
          #expect(new.color == (old.offset < 0 ? old.color.opacity(opacity) : old.color))
        }
      }
    }
  }

  @Test("what is changed is changed in all of them")
  func changed() {
    let catalog = ThemeCatalog(own: []) { $0.digits.ink = 0.5 }
    #expect(catalog.themes.allSatisfy { $0.digits.ink == 0.5 })
    let light = catalog.theme(named: .neumorphicLight)
    #expect(light.litFill == light.background.mixed(with: light.text, by: 0.5))
  }

  @Test(
    "a look's own typeface counts most, then the desktop's, then any without serifs; each as it was measured"
  )
  func fontOfTheDesktop() {
    let figures = FontMetrics.Figures(digit: 0.9, colon: 0.3, point: 0.3, plus: 0.8, minus: 0.4)
    let measured = ["Own", "Desk", "sans-serif"].map { FontMetrics(family: $0, regular: figures) }
    for (own, desktop, family) in [
      ("Own", "Desk", "Own"), (nil, "Desk", "Desk"), (nil, nil, "sans-serif"), ("Own", nil, "Own"),
    ] {
      var environment = Environment.usual
      environment.themes = ThemeCatalog(own: []) { $0.font = own }
      environment.desktopFont = desktop
      var composer = FrameComposer()
      composer.show(Model().asOf(at(0)), in: environment)
      composer.advance(to: reading(0))
      #expect(composer.frame.list.font == FontMetrics(family: family))
      composer.frame.removeChanges()
      environment.fonts = measured
      composer.show(Model().asOf(at(0)), in: environment)
      composer.advance(to: reading(0))
      #expect(composer.frame.list.font == FontMetrics(family: family, regular: figures))
      #expect(composer.frame.damage.rects == [composer.frame.list.bounds])
      // It is no change of the look, which would fade.
      #expect(
        !composer.frame.list.items.contains { if case .snapshot = $0 { true } else { false } })
    }
    #expect(Theme.builtIn.allSatisfy { $0.font == nil })
  }
}
