extension StringProtocol {
  /// Whether a text is more than its characters' glyphs side by side from left to right: where it is of a script whose letters
  /// join, stack or run from right to left, or has marks that stand on letters.
  var needsShaping: Bool {
    // Of most texts nothing has to be looked up.
    if utf8.allSatisfy({ $0 < 0xCC }) { return false }
    return unicodeScalars.contains { $0.needsShaping }
  }
}

extension Unicode.Scalar {
  /// Whether where it stands and how it looks depends on what is around it.
  var needsShaping: Bool {
    guard value >= 0x300 else { return false }
    return Unicode.Scalar.shapedBlocks.contains { $0.contains(value) }
  }

  /// The blocks of Unicode of such characters, in their order.
  private static let shapedBlocks: [ClosedRange<UInt32>] = [
    // Marks that stand on any letter.
    0x300...0x36F, 0x483...0x489,
    // Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic.
    0x590...0x8FF,
    // Devanagari and the scripts akin to it, to Sinhala; Thai, Lao, Tibetan, Myanmar.
    0x900...0x109F,
    // The parts that syllables of Hangul are put together from.
    0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF,
    // Scripts of the Philippines, Khmer, Mongolian; Limbu to Vedic marks, and more marks.
    0x1700...0x18AF, 0x1900...0x1CFF, 0x1DC0...0x1DFF,
    // What joins, parts or turns the text around it without being seen.
    0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F,
    0x20D0...0x20FF, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0x302A...0x302F, 0x3099...0x309A,
    0xA66F...0xA67D, 0xA69E...0xA69F, 0xA6F0...0xA6F1, 0xA800...0xA8FF, 0xA900...0xA95F,
    0xA980...0xAAFF,
    0xABC0...0xABFF,
    // Letters of Hebrew and Arabic in their forms.
    0xFB1D...0xFDFF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFE70...0xFEFF,
    // Scripts that run from right to left, and the scripts of India and around it, beyond the first 65536.
    0x10800...0x11FFF, 0x16B00...0x16B8F, 0x1D165...0x1D1AD, 0x1E000...0x1EFFF,
    // Flags, colours of skin, tags and variants of emoji.
    0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0xE0000...0xE01EF,
  ]
}
