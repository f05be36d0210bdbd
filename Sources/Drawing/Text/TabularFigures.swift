import CCairo

/// The OpenType feature `tnum` of a font, digits of one width; cairo itself knows no features.
/// Source: OpenType 1.9.1, "GSUB" and "OpenType Layout Common Table Formats".
struct TabularFigures {
  /// Returns the 16-bit number at an offset of GSUB; 0 beyond its end.
  private let number: (Int) -> Int
  /// The offsets of the feature's single substitutions.
  private var subtables: [Int] = []
  /// The maximum number of lookups and subtables that are read in all; a font has some dozens. A crafted one could have
  /// 65,535 lookups of as many subtables each.
  private static let maxEntries = 256

  static func replacing(_ glyphs: [UInt], in font: OpaquePointer) -> [UInt] {
    guard let face = cairo_ft_scaled_font_lock_face(font) else { return glyphs }
    defer { cairo_ft_scaled_font_unlock_face(font) }
    let figures = TabularFigures { Int(segclock_gsub(face, $0)) }
    return glyphs.map { figures.figure(for: $0) ?? $0 }
  }

  init(_ number: @escaping (Int) -> Int) {
    self.number = number
    var remaining = TabularFigures.maxEntries
    func entries(_ offset: Int) -> Range<Int> {
      let count = min(number(offset), remaining)
      remaining -= count
      return 0..<count
    }
    let (features, lookups) = (number(6), number(8))
    let records = (0..<number(features)).lazy.map { features + 2 + 6 * $0 }
    guard let record = records.first(where: { number($0) == 0x746E && number($0 + 2) == 0x756D })
    else { return }
    let feature = features + number(record + 4)
    for index in entries(feature + 2) {
      let lookup = lookups + number(lookups + 2 + 2 * number(feature + 4 + 2 * index))
      for index in entries(lookup + 4) {
        var (kind, subtable) = (number(lookup), lookup + number(lookup + 6 + 2 * index))
        // An extension has a kind, and an offset of 32 bits.
        if kind == 7 {
          kind = number(subtable + 2)
          subtable += number(subtable + 4) << 16 | number(subtable + 6)
        }
        if kind == 1 { subtables.append(subtable) }
      }
    }
  }

  func figure(for glyph: UInt) -> UInt? {
    for subtable in subtables {
      guard let index = index(of: Int(glyph), in: subtable + number(subtable + 2)) else { continue }
      return number(subtable) == 1
        ? (glyph + UInt(number(subtable + 4))) & 0xFFFF : UInt(number(subtable + 6 + 2 * index))
    }
    return nil
  }

  /// The index of `glyph` in a coverage table, which lists glyphs or ranges of them in order.
  private func index(of glyph: Int, in coverage: Int) -> Int? {
    let isList = number(coverage) == 1
    func place(_ index: Int) -> Int { coverage + 4 + (isList ? 2 : 6) * index }
    // The last one that does not begin after the glyph.
    var (low, high) = (0, number(coverage + 2))
    while low < high {
      let middle = (low + high) / 2
      if number(place(middle)) <= glyph { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let found = place(low - 1)
    if isList { return number(found) == glyph ? low - 1 : nil }
    return glyph <= number(found + 2) ? number(found + 4) + glyph - number(found) : nil
  }
}
