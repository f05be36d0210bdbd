import Testing

@testable import Drawing

@Suite("Figures of one width")
struct TabularFiguresTests {
  /// A table GSUB with features of these tags, all of them of one lookup with one subtable.
  private static func table(_ tags: [String], kind: Int, subtable: [Int]) -> [Int] {
    let features =
      [tags.count]
      + tags.flatMap { tag -> [Int] in
        let bytes = tag.utf8.map(Int.init)
        return [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3], 2 + 6 * tags.count]
      }
    let feature = [0, 1, 0]
    let lookups = [1, 4, kind, 0, 1, 8] + subtable
    let end = 10 + 2 * (features.count + feature.count)
    return [1, 0, 0, 10, end] + features + feature + lookups
  }

  private static func figures(_ words: [Int]) -> TabularFigures {
    TabularFigures { offset in
      offset % 2 == 0 && words.indices.contains(offset / 2) ? words[offset / 2] : 0
    }
  }

  /// Glyphs 20 to 24 become 120 to 124.
  private static let byDifference = [1, 6, 100, 2, 1, 20, 24, 0]

  static let tables: [(name: String, kind: Int, subtable: [Int])] = [
    ("a difference and a range", 1, byDifference),
    ("a list and a list", 1, [2, 16, 5, 120, 121, 122, 123, 124, 1, 5, 20, 21, 22, 23, 24]),
    ("an extension", 7, [1, 1, 0, 8] + byDifference),
    ("two ranges", 1, [1, 6, 100, 2, 2, 1, 3, 0, 20, 24, 3]),
  ]

  @Test("digits become the figures of the feature tnum, and nothing else does", arguments: tables)
  func replaced(name: String, kind: Int, subtable: [Int]) {
    let figures = Self.figures(
      Self.table(["kern", "tnum", "zero"], kind: kind, subtable: subtable))
    for glyph in 20...24 as ClosedRange<UInt> { #expect(figures.figure(for: glyph) == glyph + 100) }
    for glyph in [0, 19, 25, 65535] as [UInt] { #expect(figures.figure(for: glyph) == nil) }
  }

  @Test("a font without the feature, or whose table ends anywhere or is random, does no harm")
  func broken() {
    let other = Self.table(["kern", "pnum"], kind: 1, subtable: Self.byDifference)
    #expect(Self.figures(other).figure(for: 20) == nil)
    for (_, kind, subtable) in Self.tables {
      let whole = Self.table(["tnum"], kind: kind, subtable: subtable)
      for count in whole.indices { _ = Self.figures(Array(whole[..<count])).figure(for: 20) }
      for index in whole.indices {
        var changed = whole
        changed[index] = 65535
        _ = Self.figures(changed).figure(for: 20)
      }
    }
  }

  @Test("a crafted font costs a bounded number of reads")
  func crafted() {
    // 65,535 lookups of as many subtables each, of coverages as long.
    var reads = 0
    let words: [Int: Int] = [6: 10, 8: 20, 10: 1, 12: 0x746E, 14: 0x756D, 16: 8]
    let figures = TabularFigures { offset in
      reads += 1
      return words[offset] ?? 0xFFFF
    }
    for glyph in 0..<10 as Range<UInt> { _ = figures.figure(for: glyph) }
    #expect(reads < 200_000, "\(reads) reads")
  }
}
