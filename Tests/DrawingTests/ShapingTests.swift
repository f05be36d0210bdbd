import DisplayLists
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

@testable import Drawing

@Suite("Names in any script")
struct ShapingTests {
  private let turn = DrawingTurn()

  @Test(
    "which texts have to be shaped",
    arguments: [
      ("", false), ("Lap 12", false), ("Größe Œuvre ł", false), ("Ωμέγα Время", false),
      ("…–−·→", false),
      ("日本語", true), ("🏁", true), ("\u{FFFD}", false), ("ª", false),
      ("שלום", true), ("سلام", true), ("हिन्दी", true), ("ไทย", true), ("မြန်မာ", true),
      ("e\u{301}", true),
      ("\u{1112}\u{1161}\u{11AB}", true), ("a\u{200D}b", true), ("\u{202E}abc", true), ("👍🏽", true),
      ("🇩🇪", true),
      ("❤️", true), ("ﷺ", true), ("𞤀𞤣", true), ("𐤀", true), ("か\u{3099}", true), ("Lap سلام", true),
    ])
  func needsShaping(text: String, expected: Bool) {
    #expect(text.needsShaping == expected)
  }

  private static let frame = Rect(x: 20, y: 20, width: 360, height: 60)

  private func run(_ text: String, size: Double = 30, frame: Rect = frame) -> TextRun {
    TextRun(text, frame: frame, alignment: .leading, size: size, color: .black)
  }

  /// The text's line, and the columns that it inks, as ranges between blank ones.
  private func columns(_ text: String) throws -> [Range<Int>] {
    let mask = try #require(try mask(text))
    var ranges: [Range<Int>] = []
    for x in 0..<mask.rect.width {
      guard (0..<mask.rect.height).contains(where: { mask.base[$0 * mask.stride + x] > 32 }) else {
        continue
      }
      if let last = ranges.last, last.upperBound == x {
        ranges[ranges.count - 1] = last.lowerBound..<x + 1
      } else {
        ranges.append(x..<x + 1)
      }
    }
    return ranges
  }

  private func mask(_ text: String) throws -> Mask? {
    var typesetter = Typesetter()
    let set = typesetter.set(run(text))
    let line = try #require(set)
    let mask = try #require(Mask(rect: PixelRect(covering: ShapingTests.frame)))
    line.draw(on: try #require(Canvas(mask)))
    return mask
  }

  /// Whether Pango is installed, or is to be missed because this is continuous integration.
  private static let isPangoExpected = ShapedLine.isAvailable || getenv("CI") != nil

  @Test("Latin text is set without Pango, other scripts and what the typeface has not by it")
  func whatIsShaped() throws {
    var typesetter = Typesetter()
    for text in ["Lap 12", "Größe", "Время", "…–−·→"] {
      let line = typesetter.set(run(text))
      #expect(try #require(line).shaped == nil, "\(text)")
    }
    for text in ["سلام", "日本語", "e\u{301}"] {
      let line = typesetter.set(run(text))
      #expect((try #require(line).shaped != nil) == ShapedLine.isAvailable, "\(text)")
    }
    let after = typesetter.set(run("Lap 12"))
    #expect(try #require(after).shaped == nil, "what came before matters")
  }

  @Test(
    "Arabic letters join, and what is written first is at the right", .enabled(if: isPangoExpected))
  func arabic() throws {
    // Three letters that join are one piece of ink; with something between that parts them they are three.
    #expect(try columns("ببب").count == 1)
    #expect(try columns("ب\u{200C}ب\u{200C}ب").count == 3)
    // A wide letter, then a narrow one.
    let (wide, narrow) = (try columns("ש"), try columns("ו"))
    let both = try columns("שו")
    #expect(wide.count == 1 && narrow.count == 1 && both.count == 2)
    #expect(abs(both[0].count - narrow[0].count) <= 1 && abs(both[1].count - wide[0].count) <= 1)
    #expect(wide[0].count > narrow[0].count + 4)
  }

  @Test("no box stands for a character that a typeface has", .enabled(if: isPangoExpected))
  func noBoxes() throws {
    var typesetter = Typesetter()
    // A typeface without Hebrew, where boxes would be equally wide.
    typesetter.metrics = FontMetrics(family: "Nimbus Roman")
    let (wide, narrow) = (typesetter.set(run("ש")), typesetter.set(run("ו")))
    #expect(try #require(wide?.shaped).ink.width > #require(narrow?.shaped).ink.width + 4)
  }

  @Test("it stands on the baseline of its neighbours, and fits its box or is cut")
  func fits() throws {
    var typesetter = Typesetter()
    for text in [
      "سلام عليكم", "שלום", "日本語", "Lap ☃ 한국어 ☃", String(repeating: "سلام ", count: 600),
    ] {
      for width in [4.0, 30, 60, 90, 300] {
        let frame = Rect(x: 10, y: 10, width: width, height: 30)
        let latin = typesetter.set(
          run("H", size: 20, frame: Rect(x: 10, y: 10, width: 90, height: 30)))
        let plain = try #require(latin)
        guard let line = typesetter.set(run(text, size: 20, frame: frame)) else {
          #expect(width < 30)
          continue
        }
        #expect(abs(line.origin.y - plain.origin.y) <= 1)
        #expect(line.font.key.size >= 18 && line.font.key.size <= 20)
        #expect(
          line.ink.minX >= frame.minX - 3 && line.ink.maxX <= frame.maxX + 3,
          "\(text.prefix(9)) \(width)")
      }
    }
  }

  @Test(
    "a line that is cut ends with an ellipsis, of a script from right to left at its left end",
    .enabled(if: isPangoExpected))
  func ellipsis() throws {
    let key = Font.Key(size: 20, isBold: false)
    let whole = try #require(ShapedLine("שלום עולם שלום", key))
    let cut = try #require(ShapedLine("שלום עולם שלום", key, limit: whole.width * 0.6))
    #expect(cut.width <= whole.width * 0.6 && cut.width > whole.width * 0.3)
    let mask = try #require(Mask(rect: PixelRect(x: 0, y: 0, width: Int(whole.width), height: 40)))
    cut.draw(at: Point(x: 0, y: 25), on: try #require(Canvas(mask)))
    // The dots stand on the baseline: of the first columns only the last few rows above it have ink.
    for y in 0..<20 {
      #expect((0..<8).allSatisfy { mask.base[y * mask.stride + $0] < 32 })
    }
  }

  @Test("a colour becomes the less coverage the lighter it is, and none where nothing is")
  func tones() {
    #expect(
      ShapedLine.tone(of: 0) == 0 && ShapedLine.tone(of: 0xFF00_0000) == 255
        && ShapedLine.tone(of: 0x8000_0000) == 128)
    let tones = [0xFF00_0000, 0xFF00_00FF, 0xFFFF_0000, 0xFF00_FF00, 0xFFFF_FFFF].map {
      ShapedLine.tone(of: $0)
    }
    #expect(tones == tones.sorted(by: >) && Set(tones).count == tones.count)
    #expect((40...90).contains(ShapedLine.tone(of: 0xFFFF_FFFF)))
  }

  @Test("a text with an emoji keeps within its box, too, and is inked")
  func emoji() throws {
    for text in ["🏁", "Lap 😀", "❤️", "👍🏽 🇩🇪"] {
      let mask = try #require(try mask(text))
      #expect((0..<mask.rect.height * mask.stride).contains { mask.base[$0] > 100 }, "\(text)")
    }
  }
}
