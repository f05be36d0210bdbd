import Measuring
import Testing

@Suite("Verdicts")
struct VerdictTests {
  @Test(
    "a target is met up to its limit; what was not measured is neither met nor missed",
    arguments: [
      (1.3, "met"), (1.31, "missed"), (0, "met"), (-1, "met"), (nil, "not measured"),
      (.nan, "not measured"),
      (.infinity, "not measured"),
    ] as [(Double?, String)])
  func word(found: Double?, word: String) {
    #expect(Verdict("it", atMost: 1.3, found: found).word == word)
  }

  private let verdicts = [
    Verdict("running", atMost: 1.3, "x the bound", digits: 1, found: 1.304, remark: "840 x 480"),
    Verdict("stopped", atMost: 0, "wake-ups", found: 0),
    Verdict("iconified", atMost: 0, found: nil, remark: "no window manager"),
  ]

  @Test("the table shows a digit more than the target has, and counts")
  func table() {
    let text = Verdict.text(verdicts)
    #expect(
      text.contains(
        "| running   | <= 1.3 x the bound | 1.30 x the bound | missed       | 840 x 480         |"))
    #expect(
      text.contains(
        "| stopped   | <= 0 wake-ups      | 0.0 wake-ups     | met          |                   |"))
    #expect(
      text.contains(
        "| iconified | <= 0               | -                | not measured | no window manager |"))
    #expect(text.hasSuffix("\n\n1 met, 1 missed, 1 not measured\n"))
  }
}

@Suite("Growth")
struct GrowthTests {
  private func row(_ name: String, pixels: Double, compose: Double, paint: Double) -> Growth.Row {
    var row = Growth.Row(name)
    row.pixels = pixels
    row.compose = compose
    row.paint = paint
    return row
  }

  @Test("cost is told a damaged pixel, and in times of the first specimen")
  func table() {
    let growth = Growth(
      "size",
      [
        row("small", pixels: 1000, compose: 4, paint: 1),
        row("large", pixels: 20_000, compose: 4, paint: 16),
      ])
    #expect(growth.rows.map(\.perPixel) == [5, 1])
    #expect(row("none", pixels: 0, compose: 1, paint: 0).perPixel == 0)
    let lines = Growth.text([growth]).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[3].hasPrefix("| size       | large    |  20000 |"))
    #expect(lines[3].hasSuffix("|    4.00 |"))
  }

  @Test(
    "the worst is told of two or more that are damaged alike, to a hundredth, and is never below one"
  )
  func worst() {
    let rows = [
      row("a", pixels: 1000, compose: 5, paint: 5), row("b", pixels: 1009, compose: 4, paint: 5),
    ]
    #expect(Growth("g", rows).worst == 1)
    #expect(Growth("g", rows + [row("c", pixels: 1000, compose: 9, paint: 6)]).worst == 1.5)
    #expect(Growth("g", rows + [row("c", pixels: 1011, compose: 1, paint: 1)]).worst == nil)
    #expect(Growth("g", [rows[0]]).worst == nil)
    #expect(Growth("g", []).worst == nil)
  }
}
