import DisplayLists
import Geometry
import PictureSupport
import TestSupport
import Testing

@testable import Drawing

@Suite("Measures of typefaces")
struct FontMetricsTests {
  private let turn = DrawingTurn()

  /// Upright and slanted, wide and narrow, with figures of one width and of several; where one is missing, the nearest to it.
  static let families = [
    "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Nimbus Roman", "Nimbus Sans Narrow", "C059",
    "URW Gothic",
    "Z003", "D050000L",
  ]

  @Test("the measures that are built in are those of the typeface")
  func standard() {
    // Fontconfig does not tell capitals from small letters, and so what is built in is not taken for it.
    let measured = FontMetrics(measuring: "dejavu sans")
    #expect(measured.regular == .standard && measured.bold == .standardBold)
    #expect(FontMetrics(measuring: "DejaVu Sans") == .standard)
  }

  @Test("a typeface has its own measures, and its widest digit counts")
  func widest() throws {
    let mono = FontMetrics(measuring: "DejaVu Sans Mono")
    #expect(
      mono.regular.digit == mono.regular.colon
        && mono.regular.digit != FontMetrics.standard.regular.digit)
    for family in FontMetricsTests.families {
      let metrics = FontMetrics(measuring: family)
      for isBold in [false, true] {
        let font = try #require(Font(Font.Key(size: 100, isBold: isBold, metrics: metrics)))
        let widths = (0...9).map { font.width(of: "\($0)") }
        let digit = metrics.figures(isBold: isBold).digit * 100
        #expect(abs((widths.max() ?? 0) - digit) < 0.1, "\(family) \(widths) \(digit)")
      }
    }
  }

  @Test("figures on whole pixels are hardly farther apart than the typeface has them")
  func tracking() {
    let digit = 0.556
    let figures = FontMetrics.Figures(
      digit: digit, colon: 0.278, point: 0.278, plus: 0.584, minus: 0.333)
    let font = FontMetrics(family: "Any", regular: figures, bold: figures)
    for (size, advance) in [(11.0, 6), (13, 7), (14, 8), (15, 8), (18, 10), (20, 11)] {
      #expect(font.advance(of: "0", size: size, isBold: false) == advance, "\(size)")
    }
  }

  @Test("a typeface that is not there, or whose name is odd, measures what stands in for it")
  func missing() {
    for name in [
      "", "No Such Family 9", "a\u{0}b", "-", ":bold", String(repeating: "x", count: 5000),
    ] {
      let metrics = FontMetrics(measuring: name)
      #expect(metrics.family == name && (0.05...3).contains(metrics.regular.digit))
    }
  }

  @Test(
    "of a number only the figures that change are painted again, and the rest is what it was",
    arguments: FontMetricsTests.families, [7.3, 14.2, 26.9, 61])
  func damage(family: String, size: Double) throws {
    let font = FontMetrics(measuring: family)
    var random = SplitMix64(seed: UInt64(size * 10))
    let compositor = Compositor()
    for (isBold, alignment) in zip(
      [false, true, false, true], [TextRun.Alignment.leading, .center, .trailing, .leading])
    {
      let advance = font.advance(of: "0", size: size, isBold: isBold) ?? 0
      let frame = Rect(x: 3.4, y: 2, width: Double(advance) * 6 + size * 2, height: size * 2)
      func list(_ hundredths: Int) -> DisplayList {
        let digits = "\(1_000_000 + hundredths)".dropFirst()
        let run = TextRun(
          "\(digits.prefix(2)):\(digits.dropFirst(2).prefix(2)).\(digits.suffix(2))", frame: frame,
          alignment: alignment, size: size, isBold: isBold, isTabular: true, color: .black)
        return DisplayList(
          width: Int(frame.maxX) + 4, height: Int(size * 2) + 4, background: .white, font: font,
          items: [.text(run)])
      }
      var number = 0
      let window = try Raster(painting: list(number))
      for _ in 0..<20 {
        let next = number + ([1, 7, 100, 12_345, 100_000].randomElement(using: &random) ?? 1)
        let damage = list(next % 1_000_000).damage(since: list(number))
        #expect(!damage.isEmpty)
        if next / 100 == number / 100 {
          #expect(damage.area < PixelRect(covering: frame).area * 7 / 10)
        }
        number = next % 1_000_000
        for rect in damage.rects { window.repaint(rect, of: list(number), with: compositor) }
        #expect(window.firstDifference(from: try Raster(painting: list(number))) == nil)
      }
    }
  }

  @Test(
    "two typefaces in one window, the one of a frame that fades over the other, are not mixed up")
  func snapshots() throws {
    let serif = FontMetrics(measuring: "DejaVu Serif")
    let run = TextRun(
      "Hamburg", frame: Rect(x: 4, y: 4, width: 100, height: 40), alignment: .leading, size: 20,
      color: .black
    )
    let number = TextRun(
      "12:34", frame: Rect(x: 4, y: 50, width: 100, height: 40), size: 20, isTabular: true,
      color: .black)
    let marks = Picture(marks: [.text(run)], extent: PixelRect(x: 0, y: 0, width: 110, height: 45))
    let bounds = PixelRect(x: 0, y: 0, width: 110, height: 100)
    func list(_ font: FontMetrics) -> DisplayList {
      DisplayList(
        width: 110, height: 100, background: .white, font: font,
        items: [.picture(marks), .text(number)])
    }
    var fading = list(serif)
    var snapshot = Snapshot(list(.standard), extent: bounds)
    snapshot.weight = 100
    fading.items.append(.snapshot(snapshot))
    let compositor = Compositor()
    let window = try Raster(painting: list(.standard))
    for next in [list(.standard), fading, list(serif), fading, list(.standard)] {
      window.repaint(bounds, of: next, with: compositor)
      #expect(window.firstDifference(from: try Raster(painting: next)) == nil)
    }
  }
}
