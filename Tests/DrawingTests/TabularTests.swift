import DisplayLists
import Drawing
import Geometry
import PictureSupport
import TestSupport
import Testing

@Suite("Tabular figures")
struct TabularTests {
  @Test(
    "a number in a picture stands where the same number stands by itself", arguments: [9.0, 12.5, 13.44, 21])
  func pictureAndItem(size: Double) throws {
    let run = TextRun(
      "01:23.45 6789", frame: Rect(x: 2, y: 2, width: 236, height: 36), alignment: .leading, size: size,
      isTabular: true, color: .black)
    func raster(_ item: DisplayItem) throws -> Raster {
      try Raster(painting: DisplayList(width: 240, height: 40, background: .white, items: [item]))
    }
    let picture = Picture(marks: [.text(run)], extent: PixelRect(x: 0, y: 0, width: 240, height: 40))
    let difference = Difference(try raster(.picture(picture)), try raster(.text(run)))
    // The same outlines on the same places; blending over nothing and over white may round differently.
    #expect(difference.most <= 3, "\(difference.most)")
  }

  @Test(
    "of a number only the figures that change are painted again, and the rest is what it was",
    arguments: [7.3, 11, 14.2, 26.9, 61], [false, true])
  func damage(size: Double, isBold: Bool) throws {
    var random = SplitMix64(seed: UInt64(size * 10))
    let frame = Rect(x: 3.4, y: 2, width: size * 6.2, height: size * 1.5)
    let compositor = Compositor()
    for alignment in [TextRun.Alignment.leading, .center, .trailing] {
      func list(_ hundredths: Int) -> DisplayList {
        let digits = "\(1_000_000 + hundredths)".dropFirst()
        let run = TextRun(
          "\(digits.prefix(2)):\(digits.dropFirst(2).prefix(2)).\(digits.suffix(2))", frame: frame,
          alignment: alignment, size: size, isBold: isBold, isTabular: true, color: .black)
        return DisplayList(
          width: Int(size * 7), height: Int(size * 2), background: .white, items: [.text(run)])
      }
      var number = 0
      let window = try Raster(painting: list(number))
      for _ in 0..<30 {
        let next = number + ([1, 7, 100, 12_345, 100_000].randomElement(using: &random) ?? 1)
        let damage = list(next % 1_000_000).changes(since: list(number)).damage
        #expect(!damage.isEmpty)
        if next / 100 == number / 100 {
          #expect(damage.area < PixelRect(covering: frame).area * 6 / 10)
        }
        number = next % 1_000_000
        for rect in damage.rects { window.repaint(rect, of: list(number), with: compositor) }
        #expect(window.firstDifference(from: try Raster(painting: list(number))) == nil)
      }
    }
  }
}
