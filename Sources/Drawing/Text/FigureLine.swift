import DisplayLists
import Geometry

/// A running number: glyphs on whole pixels, so that a changed digit needs no new mask.
final class FigureLine: Painter {
  private var run: TextRun
  private var font: Font?
  /// One per character; the text is ASCII if there are as many glyphs as bytes.
  private(set) var glyphs: [(mask: Mask?, x: Int)] = []
  private(set) var y = 0

  init(_ run: TextRun, with typesetter: inout Typesetter) {
    self.run = run
    place(with: &typesetter)
  }

  func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool {
    guard case .text(let new) = item, new.isTabular else { return false }
    let old = run
    run = new
    guard let font, isLike(old), glyphs.count == new.string.utf8.count else {
      place(with: &cache.typesetter)
      return true
    }
    var index = 0
    for byte in new.string.utf8 {
      glyphs[index].mask = font.glyph(Unicode.Scalar(byte)).mask
      index += 1
    }
    return true
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let color = run.color.premultiplied
    let clip = PixelRect(covering: run.frame).intersection(clip)
    for glyph in glyphs { glyph.mask?.draw(color, into: buffer, clip: clip, dx: glyph.x, dy: y) }
  }

  private func place(with typesetter: inout Typesetter) {
    glyphs.removeAll(keepingCapacity: true)
    font = nil
    guard let line = typesetter.set(run) else { return }
    font = line.font
    var x = Int(line.origin.x)
    y = Int(line.origin.y)
    for scalar in line.string.unicodeScalars {
      let glyph = line.font.glyph(scalar)
      glyphs.append((glyph.mask, x))
      x += glyph.advance
    }
  }

  /// Returns whether all characters have the positions of those of `old`: only digits have changed.
  private func isLike(_ old: TextRun) -> Bool {
    guard run.frame == old.frame, run.alignment == old.alignment, run.size == old.size,
      run.isBold == old.isBold, run.string.utf8.count == old.string.utf8.count
    else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var former = old.string.utf8.makeIterator()
    for new in run.string.utf8 {
      guard let former = former.next(),
        new == former && new >= 0x20 && new < 0x7F
          || digits.contains(new) && digits.contains(former)
      else { return false }
    }
    return true
  }
}
