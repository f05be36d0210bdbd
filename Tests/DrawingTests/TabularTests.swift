import DisplayLists
import Drawing
import Geometry
import PictureSupport
import TestSupport
import Testing

@Suite("Tabular figures")
struct TabularTests {
  private let turn = DrawingTurn()

  @Test(
    "a number in a picture stands where the same number stands by itself",
    arguments: [9.0, 12.5, 13.44, 21])
  func pictureAndItem(size: Double) throws {
    let run = TextRun(
      "01:23.45 6789", frame: Rect(x: 2, y: 2, width: 236, height: 36), alignment: .leading,
      size: size,
      isTabular: true, color: .black)
    func raster(_ item: DisplayItem) throws -> Raster {
      try Raster(painting: DisplayList(width: 240, height: 40, background: .white, items: [item]))
    }
    let picture = Picture(
      marks: [.text(run)], extent: PixelRect(x: 0, y: 0, width: 240, height: 40))
    let difference = Difference(try raster(.picture(picture)), try raster(.text(run)))
    // The same outlines on the same places; blending over nothing and over white may round differently.
    #expect(difference.most <= 3, "\(difference.most)")
  }
}
