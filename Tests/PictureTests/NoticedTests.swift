import DisplayLists
import Drawing
import Geometry
import PictureSupport
import Scene
import Session
import TestSupport
import Testing
import Timekeeping

@Suite("A golden notices whatever is missing from a picture")
struct NoticedTests {
  private let turn = DrawingTurn()

  /// Fainter than this, a thing may go unnoticed: it is an unlit segment or the edge of a shadow.
  private static let faint = 12

  /// The same for marks that share tiles with others, as small ticks do.
  private static let faintMark = 96

  /// Whether an item begins with a shadow, as what dims the hands behind a text does, and a plate.
  private func isVeil(_ item: DisplayItem) -> Bool {
    guard case .picture(let picture) = item else { return false }
    if case .shadow? = picture.marks.first { return true }
    return false
  }

  @Test("each item of a panel, one after the other", arguments: ThemeName.builtIn, [0, 1, 2])
  func items(theme: ThemeName, scene: Int) throws {
    let mode = [Mode.stopwatch, .timer, .clock][scene]
    var scenes = Scenes(width: 840, height: 480)
    let whole = try scenes.picture(of: Scenes.model(mode: mode, theme: theme))
    let list = scenes.composer.frame.list
    let tiles = GoldenTile.all(of: whole)
    #expect(tiles.allSatisfy { $0.allows(whole, beside: whole) })
    var noticed = 0
    for (index, item) in list.items.enumerated() where !isVeil(item) {
      var lacking = list
      lacking.items[index] = .none
      let picture = try Raster(painting: lacking)
      guard Difference(picture, whole).most > Self.faint else { continue }
      noticed += 1
      #expect(!tiles.allSatisfy { $0.allows(picture, beside: whole) }, "\(item)")
    }
    #expect(noticed > 10)
  }

  @Test("each mark of a picture of marks, as a tick or a label of the dial")
  func marks() throws {
    var scenes = Scenes(width: 840, height: 480)
    let whole = try scenes.picture(of: Scenes.model())
    let list = scenes.composer.frame.list
    let tiles = GoldenTile.all(of: whole)
    for (index, item) in list.items.enumerated() {
      guard case .picture(let picture) = item else { continue }
      for mark in picture.marks.indices {
        if case .shadow = picture.marks[mark] { continue }
        var marks = picture.marks
        marks.remove(at: mark)
        var lacking = list
        var without = Picture(marks: marks, extent: picture.bounds, backdrop: picture.backdrop)
        (without.x, without.y) = (picture.x, picture.y)
        lacking.items[index] = .picture(without)
        let raster = try Raster(painting: lacking)
        guard Difference(raster, whole).most > Self.faintMark else { continue }
        #expect(!tiles.allSatisfy { $0.allows(raster, beside: whole) }, "\(picture.marks[mark])")
      }
    }
  }
}
