import Geometry

/// Where the characters of a running number stand, and which of them have changed.
extension TextRun {
  /// The pixels in which this number may differ from `old` in the same `font`; nil where more than some of its figures has
  /// changed.
  func changedFigures(since old: TextRun, in font: FontMetrics) -> PixelRect? {
    guard isTabular, old.isTabular, frame.minX.isFinite, size.isFinite, size == old.size,
      frame == old.frame,
      alignment == old.alignment, isBold == old.isBold, color == old.color,
      string.utf8.count == old.string.utf8.count
    else { return nil }
    let digit = font.advance(of: "0", size: size, isBold: isBold) ?? 0
    var width = 0
    var changed: (first: Int, last: Int)?
    var former = old.string.utf8.makeIterator()
    for byte in string.utf8 {
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      let advance =
        isDigit ? digit : font.advance(of: Unicode.Scalar(byte), size: size, isBold: isBold)
      guard let advance, let before = former.next() else { return nil }
      if before != byte {
        // Another separator, or a digit in the place of one, moves what follows.
        guard isDigit, UInt8(ascii: "0")...UInt8(ascii: "9") ~= before else { return nil }
        changed = (changed?.first ?? width, width + advance)
      }
      width += advance
    }
    guard Double(width) <= frame.width else { return nil }
    guard let changed else { return .zero }
    let x = Int(figuresStart(width: Double(width)))
    // Ink may lean out of its place a little.
    let lean = Int(min(max(size, 0), 4096) * font.figures(isBold: isBold).lean) + 2
    let box = PixelRect(covering: frame)
    return PixelRect(
      x: x + changed.first - lean, y: box.y, width: changed.last - changed.first + 2 * lean,
      height: box.height
    ).intersection(box)
  }

  /// Where a line of `width` device pixels starts in the box: on a whole column.
  public func figuresStart(width: Double) -> Double {
    let x =
      switch alignment {
      case .leading: frame.minX
      case .center: frame.midX - width / 2
      case .trailing: frame.maxX - width
      }
    return min(max(x.rounded(), -1_000_000), 1_000_000)
  }
}
