import DisplayLists
import Drawing
import Geometry
import Scene
import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("A partial repaint of the panel equals a full one")
struct RepaintTests {
  private let turn = DrawingTurn()

  /// A picture that is kept up to date by damage alone, as the window is.
  private final class Screen {
    let compositor = Compositor()
    let picture: Raster
    var composer = FrameComposer()

    init(width: Int, height: Int) throws {
      picture = try Raster(width: width, height: height)
    }

    /// Paints what differs from what was painted last.
    func paint() {
      compositor.begin(composer.frame.list, changed: composer.frame.changedItems)
      for rect in composer.frame.damage.rects {
        compositor.paint(
          into: PixelBuffer(
            base: picture.base + rect.y * picture.width + rect.x, stride: picture.width, rect: rect)
        )
      }
      composer.frame.removeChanges()
    }
  }

  @Test(
    "through random commands, times and sizes of window", arguments: ThemeName.builtIn, [1, 2, 3])
  func randomPlay(theme: ThemeName, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sizes = [(420, 240), (150, 150), (240, 420), (60, 44)]
    let (width, height) = sizes[Int.random(in: 0..<sizes.count, using: &random)]
    let screen = try Screen(width: width, height: height)
    var environment = Environment(width: width, height: height)
    // Figures of one width, of several, and of several that lean.
    let family = ["DejaVu Sans", "Nimbus Roman", "Z003"][Int(seed) % 3]
    environment.desktopFont = family
    environment.fonts = [FontMetrics(measuring: family)]
    var pointer = Pointer()
    var model = Scenes.model(theme: theme)
    model.settings.themes = ThemeName.builtIn
    let commands: [Command] = [
      .toggle, .lap, .reset, .start, .setRings(0), .setRings(0.5), .setRings(1), .step(1),
      .selectRing(1),
      .cycleMode(.forward), .skip, .back, .count(.by(7)), .toggleHelp, .cycleTheme(.forward),
      .step(-10), .undo, .digit(7), .digit(1), .count(.to(-1)), .announceEnd,
      .edit(.begin(.plan)), .edit(.type("x")), .edit(.move(.left)),
    ]
    let steps: [ListStep] = [.pageUp, .pageDown, .home, .end]
    screen.composer.show(model.asOf(Scenes.beginning), in: environment)
    var nanoseconds: Int64 = 0
    for _ in 0..<90 {
      nanoseconds += Int64.random(in: 1_000_000...120_000_000, using: &random)
      let now = Scenes.beginning + Duration.nanoseconds(nanoseconds)
      if Int.random(in: 0..<4, using: &random) == 0 {
        _ = model.apply(commands[Int.random(in: 0..<commands.count, using: &random)], at: now)
        pointer.move(to: screen.composer.elements.randomElement(using: &random)?.area.box.center)
        if Bool.random(using: &random) { pointer.moveFocus(.forward, on: screen.composer) }
        pointer.list.settle(on: model.asOf(now).listExtent)
        pointer.scroll(steps[Int.random(in: 0..<4, using: &random)], on: screen.composer)
        if Int.random(in: 0..<3, using: &random) == 0 {
          environment.drift = Drift(
            dx: Int.random(in: -2...2, using: &random), dy: Int.random(in: -2...2, using: &random))
        }
        screen.composer.show(model.asOf(now), in: environment, pointer: pointer)
      }
      screen.composer.advance(
        to: ClockSample(
          instant: now, wall: WallClock(epochNanoseconds: nanoseconds, utcOffsetSeconds: 3600)))
      // Now and then a frame is composed and not painted.
      if Int.random(in: 0..<5, using: &random) == 0 { continue }
      screen.paint()
      let whole = try Raster(painting: screen.composer.frame.list)
      let equal = (0..<width * height).allSatisfy { whole.base[$0] == screen.picture.base[$0] }
      #expect(equal, "\(theme.rawValue), seed \(seed), after \(nanoseconds) ns in \(model.mode)")
      guard equal else { return }
    }
  }
}
