import DisplayLists
import Drawing
import Geometry
import Scene
import Session
import TestSupport
import Testing
import Timekeeping

@Suite("A partial repaint of the panel equals a full one")
struct RepaintTests {
  /// A picture that is kept up to date by damage alone, as the window is.
  private final class Screen {
    let compositor = Compositor()
    let picture: Raster
    var shown = DisplayList(width: 0, height: 0, background: .clear)
    var changes = Changes()

    init(width: Int, height: Int) throws {
      picture = try Raster(width: width, height: height)
    }

    func show(_ list: DisplayList) {
      list.addChanges(since: shown, to: &changes)
      shown = list
    }

    /// Paints what differs from what was painted last.
    func paint() {
      compositor.begin(shown, changes: changes)
      for rect in changes.damage.rects {
        compositor.paint(
          into: PixelBuffer(
            base: picture.base + rect.y * picture.width + rect.x, stride: picture.width, rect: rect))
      }
      compositor.end()
      changes.removeItems()
      changes.damage.removeAll()
    }
  }

  @Test("through random commands, times and sizes of window", arguments: ThemeName.allCases, [1, 2, 3])
  func randomPlay(theme: ThemeName, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sizes = [(420, 240), (150, 150), (240, 420), (60, 44)]
    let (width, height) = sizes[Int.random(in: 0..<sizes.count, using: &random)]
    let screen = try Screen(width: width, height: height)
    let surroundings = Surroundings(width: width, height: height)
    var stage = Stage()
    var list = DisplayList(width: 0, height: 0, background: .white)
    var model = Scenes.model(theme: theme)
    let commands: [Command] = [
      .toggle, .lap, .reset, .setRings(0), .setRings(0.5), .setRings(1), .step(.up), .chooseRing(.forward),
      .cycleMode(.forward), .count(.by(7)), .toggleHelp,
    ]
    var nanoseconds: Int64 = 0
    for _ in 0..<90 {
      nanoseconds += Int64.random(in: 1_000_000...120_000_000, using: &random)
      let now = Scenes.beginning + Duration(nanoseconds: nanoseconds)
      let isStale = Int.random(in: 0..<4, using: &random) == 0
      if isStale {
        _ = model.apply(commands[Int.random(in: 0..<commands.count, using: &random)], at: now)
      }
      let reading = Reading(
        instant: now, wall: WallClock(epochNanoseconds: nanoseconds, utcOffsetSeconds: 3600))
      if isStale || !stage.advance(model, at: reading, in: &screen.shown, noting: &screen.changes) {
        stage.compose(model, in: surroundings, at: reading, into: &list)
        screen.show(list)
      }
      // Now and then a frame is composed and not painted.
      if Int.random(in: 0..<5, using: &random) == 0 { continue }
      screen.paint()
      let whole = try Raster(painting: screen.shown)
      let equal = (0..<width * height).allSatisfy { whole.base[$0] == screen.picture.base[$0] }
      #expect(equal, "\(theme.rawValue), seed \(seed), after \(nanoseconds) ns in \(model.mode)")
      if !equal { return }
    }
  }
}
