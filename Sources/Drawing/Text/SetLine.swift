import DisplayLists
import Geometry

/// A line of text that fits: what is written, with which font, and where.
struct SetLine {
  /// How the characters are made into glyphs.
  enum Body {
    /// Each by its glyph of the font.
    case plain
    /// By Pango.
    case shaped(ShapedLine)
    /// By their glyphs of several fonts, each piece so far to the right of the origin.
    case pieces([(string: String, font: Font, dx: Double)])
  }

  /// The text as written, without control characters, cut where it was too long; what Pango has cut is whole here.
  var string: String
  /// The font, at the size that fits.
  var font: Font
  /// The start of the baseline, on whole pixels.
  var origin: Point
  var body = Body.plain

  /// All that it inks.
  var ink: Rect {
    switch body {
    case .plain: return font.ink(of: string, at: origin)
    case .shaped(let line): return line.ink.offset(dx: origin.x, dy: origin.y)
    case .pieces(let pieces):
      var box: Rect?
      for piece in pieces {
        let ink = piece.font.ink(of: piece.string, at: origin.offset(dx: piece.dx, dy: 0))
        box = box.map { $0.union(ink) } ?? ink
      }
      return box ?? .zero
    }
  }

  /// Draws it as outlines on `canvas`.
  func outline(on canvas: Canvas) {
    switch body {
    case .plain: font.outline(string, at: origin, on: canvas)
    case .shaped(let line): line.outline(at: origin, on: canvas)
    case .pieces(let pieces):
      for piece in pieces {
        piece.font.outline(piece.string, at: origin.offset(dx: piece.dx, dy: 0), on: canvas)
      }
    }
  }

  /// Writes it as text on `canvas`, where that can be done; for canvases that keep text as such.
  func write(on canvas: Canvas) {
    switch body {
    case .plain: font.write(string, at: origin, on: canvas)
    case .shaped(let line): line.write(at: origin, on: canvas)
    case .pieces(let pieces):
      for piece in pieces {
        piece.font.write(piece.string, at: origin.offset(dx: piece.dx, dy: 0), on: canvas)
      }
    }
  }
}
