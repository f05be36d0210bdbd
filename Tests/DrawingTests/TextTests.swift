import DisplayLists
import Geometry
import PictureSupport
import TestSupport
import Testing

@testable import Drawing

@Suite("Text") struct TextTests {
  private let turn = DrawingTurn()

  private func raster(_ run: TextRun) throws -> Raster {
    try Raster(
      painting: DisplayList(width: 160, height: 60, background: .white, items: [.text(run)]))
  }

  /// The smallest rectangle around all that is not white.
  private func ink(_ raster: Raster) -> PixelRect {
    var box = PixelRect.zero
    for y in 0..<raster.height {
      for x in 0..<raster.width where raster[x, y] != 0xFFFF_FFFF {
        box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  @Test(
    "a list's typeface is that of its texts, and a list with another one after it looks as if it were the first"
  )
  func typeface() throws {
    let run = TextRun(
      "Hamburg", frame: Rect(x: 4, y: 4, width: 150, height: 50), alignment: .leading, size: 24,
      color: .black
    )
    let list = DisplayList(width: 160, height: 60, background: .white, items: [.text(run)])
    var other = list
    other.font = FontMetrics(family: "monospace")
    let compositor = Compositor()
    var pixels: [[UInt32]] = []
    for list in [list, other, list] {
      let raster = try Raster(width: list.width, height: list.height)
      compositor.paint(list, into: raster.buffer)
      pixels.append(
        Array(UnsafeBufferPointer(start: raster.base, count: raster.width * raster.height)))
    }
    #expect(pixels[0] == pixels[2] && pixels[0] != pixels[1])
  }

  @Test("no text leaves its frame, whatever it says")
  func frames() throws {
    var random = SplitMix64(seed: 5)
    let strings = [
      "07:38.37", "Wg\u{301}j\u{327}Å|", "a\u{0}b\u{1B}[31mc\nd", "\u{202E}abc", "日本語 العربية 🏁",
      "\u{FFFD}\u{10FFFF}",
      String(repeating: "x", count: 5000), "\u{2028}", "", " ",
      "e" + String(repeating: "\u{301}", count: 200),
    ]
    for index in 0..<240 {
      let frame = Rect(
        x: Double.random(in: -20...140, using: &random),
        y: Double.random(in: -20...50, using: &random),
        width: Double.random(in: 0...120, using: &random),
        height: Double.random(in: 0...40, using: &random))
      let run = TextRun(
        strings[index % strings.count], frame: frame,
        alignment: [.leading, .center, .trailing].randomElement(using: &random) ?? .center,
        size: Double.random(in: 0...40, using: &random), isBold: Bool.random(using: &random),
        isTabular: Bool.random(using: &random), color: .black)
      let box = ink(try raster(run))
      #expect(box.isEmpty || PixelRect(covering: frame).contains(box), "\(run)")
    }
  }

  @Test("odd sizes and frames paint nothing or something, and end")
  func oddNumbers() throws {
    for value in [Double.nan, .infinity, -.infinity, 1e308, -1, 0, 1e-300, 1e7] {
      for isTabular in [false, true] {
        var run = TextRun(
          "12:34", frame: Rect(x: 10, y: 10, width: 100, height: 30), size: 20,
          isTabular: isTabular,
          color: .black)
        run.size = value
        _ = try raster(run)
        for keyPath in [
          \TextRun.frame.origin.x, \TextRun.frame.origin.y, \TextRun.frame.size.width,
          \TextRun.frame.size.height,
        ]
          as [WritableKeyPath<TextRun, Double>]
        {
          var run = TextRun(
            "12:34", frame: Rect(x: 10, y: 10, width: 100, height: 30), size: 20,
            isTabular: isTabular,
            color: .black)
          run[keyPath: keyPath] = value
          _ = try raster(run)
        }
      }
    }
  }

  @Test(
    "capitals and digits stand in the middle of their frame", arguments: [9.0, 12.5, 20, 33],
    [false, true])
  func middle(size: Double, isTabular: Bool) throws {
    let frame = Rect(x: 10, y: 5, width: 140, height: 50)
    let box = ink(
      try raster(TextRun("H1E", frame: frame, size: size, isTabular: isTabular, color: .black)))
    let middle = Double(box.y) + Double(box.height) / 2
    #expect(abs(middle - frame.midY) <= 1)
    let across = Double(box.x) + Double(box.width) / 2
    #expect(abs(across - frame.midX) <= size * 0.1 + 1)
  }

  @Test("a running number moves nothing but the digits that change")
  func tabular() throws {
    let frame = Rect(x: 5, y: 5, width: 150, height: 40)
    func picture(_ string: String) throws -> Raster {
      try raster(TextRun(string, frame: frame, size: 22, isTabular: true, color: .black))
    }
    let first = try picture("11:11.11")
    for string in ["11:11.10", "11:11.18", "11:11.14"] {
      let next = try picture(string)
      var left = Int.max
      for y in 0..<60 { for x in 0..<160 where first[x, y] != next[x, y] { left = min(left, x) } }
      let box = ink(first)
      #expect(left > box.x + box.width * 3 / 4)
    }
  }

  @Test("a text too long is first made smaller, then cut with an ellipsis")
  func cutting() throws {
    var typesetter = Typesetter()
    func line(_ width: Double) throws -> TextLine {
      let run = TextRun(
        "Longest lap", frame: Rect(x: 0, y: 0, width: width, height: 20), size: 16, color: .black)
      let line = typesetter.set(run)
      return try #require(line)
    }
    let whole = try line(500)
    #expect(whole.string == "Longest lap" && whole.font.key.size == 16)
    let natural = whole.font.width(of: whole.string)
    let smaller = try line(natural * 0.93)
    #expect(smaller.string == "Longest lap")
    #expect(smaller.font.key.size < 16 && smaller.font.key.size >= 14.4)
    let cut = try line(natural * 0.6)
    #expect(cut.string.hasSuffix("\u{2026}") && cut.string.hasPrefix("Long"))
    #expect(cut.font.width(of: cut.string) <= natural * 0.6)
    #expect(!cut.string.contains(" \u{2026}"))
  }

  @Test("control characters are left out, everything else stays")
  func cleaning() {
    #expect(Typesetter.cleaned("plain 123") == "plain 123")
    #expect(Typesetter.cleaned("a\u{0}b\u{1B}c\u{7F}d\u{85}e\u{2028}f") == "abcdef")
    #expect(Typesetter.cleaned("Å 日本 🏁…") == "Å 日本 🏁…")
    #expect(
      Typesetter.cleaned(String(repeating: "é", count: 9000)).unicodeScalars.count
        == Typesetter.maxLength)
  }

  @Test(
    "a halo is as wide as asked for, and the same in a picture", arguments: [false, true], 1...3)
  func halo(isTabular: Bool, width: Int) throws {
    let (behind, paper) = (Color(hex: 0x808080), Color(hex: 0xFFFFFF))
    var run = TextRun(
      "02:31.17", frame: Rect(x: 10, y: 10, width: 100, height: 30), size: 17,
      isTabular: isTabular, color: .black)
    func raster(_ item: DisplayItem) throws -> Raster {
      try Raster(
        painting: DisplayList(width: 120, height: 50, background: behind, items: [item]))
    }
    let plain = try raster(.text(run))
    (run.halo, run.haloWidth) = (paper, width)
    let line = try raster(.text(run))
    let picture = try raster(
      .picture(
        Picture(marks: [.text(run)], extent: PixelRect(x: 0, y: 0, width: 120, height: 50))))
    var white = 0
    for y in 3..<47 {
      for x in 3..<117 {
        let isInk = (-width...width).contains { dy in
          (-width...width).contains { plain[x + $0, y + dy] != behind.premultiplied }
        }
        if line[x, y] == paper.premultiplied { white += 1 }
        if !isInk { #expect(line[x, y] == behind.premultiplied, "\(x) \(y)") }
        let parts = [16, 8, 0].map { (shift: UInt32) in
          abs(Int(line[x, y] >> shift & 255) - Int(picture[x, y] >> shift & 255))
        }
        #expect((parts.max() ?? 0) <= 40, "\(x) \(y)")
      }
    }
    #expect(white > 20 * width)
  }
}
