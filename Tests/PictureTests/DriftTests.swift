import Drawing
import Scene
import Session
import TestSupport
import Testing

@Suite("A picture that is moved against burn-in")
struct DriftTests {
  private let turn = DrawingTurn()

  @Test(
    "is the same in another place, to the last bit, and nothing of it is cut off",
    arguments: ThemeName.builtIn)
  func shifted(theme: ThemeName) throws {
    for (model, drift) in [
      (Scenes.model(theme: theme), Drift(dx: 4, dy: -3)),
      (Scenes.model(theme: theme).asHelp, Drift(dx: -4, dy: 4)),
      (Scenes.model(mode: .counter, theme: theme), Drift(dx: -1, dy: 0)),
    ] {
      var still = Scenes(width: 1280, height: 800)
      var moved = still
      moved.environment.drift = drift
      let (first, second) = (try still.picture(of: model), try moved.picture(of: model))
      let background = first.base[0]
      var (different, lost) = (0, 0)
      for y in 0..<800 {
        for x in 0..<1280 {
          let (to, from) = (second.base[y * 1280 + x], (x: x - drift.dx, y: y - drift.dy))
          let isInside = (0..<1280).contains(from.x) && (0..<800).contains(from.y)
          let wanted = isInside ? first.base[from.y * 1280 + from.x] : background
          if to != wanted { different += 1 }
          // What would have gone over the edge.
          let target = (x: x + drift.dx, y: y + drift.dy)
          if !(0..<1280).contains(target.x) || !(0..<800).contains(target.y),
            first.base[y * 1280 + x] != background
          {
            lost += 1
          }
        }
      }
      #expect(different == 0 && lost == 0, "\(drift)")
    }
  }
}

extension Model {
  /// The same with the help over it.
  fileprivate var asHelp: Model {
    var copy = self
    _ = copy.apply(.toggleHelp, at: Scenes.beginning)
    return copy
  }
}
