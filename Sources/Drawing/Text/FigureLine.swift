import DisplayLists
import Geometry

/// A running number: glyphs on whole pixels, so that a changed digit needs no new mask.
final class FigureLine: Painter {
  private var run: TextRun
  /// One per character.
  private var glyphs: [(mask: Mask?, halo: Mask?, x: Int)] = []
  private var y = 0

  /// Nil for a line that has to be shaped: its glyphs are not those of its characters.
  init?(_ run: TextRun, with typesetter: inout Typesetter) {
    self.run = run
    if !place(with: &typesetter) { return nil }
  }

  func update(
    to item: DisplayItem, within bounds: PixelRect, with cache: inout SpriteCache
  ) -> Bool {
    guard case .text(let new) = item, new.isTabular else { return false }
    run = new
    return place(with: &cache.typesetter)
  }

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    let color = run.color.premultiplied
    let clip = PixelRect(covering: run.frame).intersection(clip)
    if let halo = run.halo?.premultiplied {
      for glyph in glyphs { glyph.halo?.draw(halo, into: buffer, clip: clip, dx: glyph.x, dy: y) }
    }
    for glyph in glyphs { glyph.mask?.draw(color, into: buffer, clip: clip, dx: glyph.x, dy: y) }
  }

  private func place(with typesetter: inout Typesetter) -> Bool {
    glyphs.removeAll(keepingCapacity: true)
    guard let line = typesetter.set(run) else { return true }
    guard line.shaped == nil else { return false }
    var x = Int(line.origin.x)
    y = Int(line.origin.y)
    for scalar in line.string.unicodeScalars {
      let glyph = line.font.glyph(scalar)
      let halo = run.halo == nil ? nil : line.font.halo(of: scalar, width: run.haloWidth)
      glyphs.append((glyph.mask, halo, x))
      x += glyph.advance
    }
    return true
  }
}
