import DisplayLists
import Geometry

/// A running number: glyph by glyph on whole pixels, so that a changed digit makes nothing new.
final class FigureLine {
  private var glyphs: [(mask: Mask, x: Int)] = []
  private var y = 0

  /// Places the glyphs of `run`.
  func set(_ run: TextRun, with typesetter: inout Typesetter) {
    glyphs.removeAll(keepingCapacity: true)
    guard let line = typesetter.set(run) else { return }
    var x = Int(line.origin.x)
    y = Int(line.origin.y)
    for scalar in line.string.unicodeScalars {
      let glyph = line.font.glyph(scalar)
      if let mask = glyph.mask { glyphs.append((mask, x)) }
      x += glyph.advance
    }
  }

  /// Puts `color` through the glyphs on the pixels of `buffer` that `clip` lets through.
  func draw(_ color: UInt32, into buffer: PixelBuffer, clip: PixelRect) {
    for glyph in glyphs { glyph.mask.draw(color, into: buffer, clip: clip, dx: glyph.x, dy: y) }
  }
}
