import DisplayLists
import Geometry

/// A line of figures that changes in every frame, in a box no larger than it: its damage.
struct RunningText {
  private let full: TextRun
  private let font: FontMetrics

  /// A line like `run`, whatever that says, in `font`.
  init(_ run: TextRun, in font: FontMetrics) { (full, self.font) = (run, font) }

  func item(_ text: String) -> DisplayItem {
    var run = full
    run.string = text
    run.frame = frame(of: text)
    return .text(run)
  }

  /// The part of the full frame that the figures need. The text stays where it is.
  private func frame(of text: String) -> Rect {
    let (frame, size) = (full.frame, full.size)
    let width = text.unicodeScalars.reduce(2) { sum, scalar in
      sum + Double(font.advance(of: scalar, size: size, isBold: full.isBold) ?? 0)
    }
    // Whole pixels, the same number above and below, so that the middle and the edges stay whole.
    func spare(_ all: Double, _ used: Double) -> Double { max(0, (all - used).rounded(.down)) }
    let sides = spare(frame.width, width)
    let rows = spare(frame.height / 2, size * font.figures(isBold: full.isBold).reach + 0.5)
    let half = (sides / 2).rounded(.down)
    return switch full.alignment {
    case .leading: frame.inset(top: rows, bottom: rows, right: sides)
    case .center: frame.inset(top: rows, left: half, bottom: rows, right: half)
    case .trailing: frame.inset(top: rows, left: sides, bottom: rows)
    }
  }
}
