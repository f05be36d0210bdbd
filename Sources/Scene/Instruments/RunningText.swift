import DisplayLists
import Geometry

extension TextRun {
  /// The same line of figures in a box that is no larger than it: a number that changes in every frame damages its
  /// whole box in every frame.
  ///
  /// The text stands where it stood, and fits the smaller box wherever it fitted the larger one. No figure is taller than
  /// `font` says.
  func fittedToFigures(of font: FontMetrics) -> TextRun {
    let width = string.unicodeScalars.reduce(2) { sum, scalar in
      sum + Double(font.advance(of: scalar, size: size, isBold: isBold) ?? 0)
    }
    // Whole pixels are taken away, the same number above and below, so that the middle and the edges stay whole.
    func spare(_ all: Double, _ used: Double) -> Double { max(0, (all - used).rounded(.down)) }
    let sides = spare(frame.width, width)
    let rows = spare(frame.height / 2, size * font.figures(isBold: isBold).reach + 0.5)
    var run = self
    let half = (sides / 2).rounded(.down)
    run.frame =
      switch alignment {
      case .leading: frame.inset(top: rows, bottom: rows, right: sides)
      case .center: frame.inset(top: rows, left: half, bottom: rows, right: half)
      case .trailing: frame.inset(top: rows, left: sides, bottom: rows)
      }
    return run
  }
}

/// A line of figures that changes in every frame, in a box that fits it.
struct RunningText {
  private let full: TextRun
  private var fitted: TextRun
  private let font: FontMetrics
  /// What the box was made for: how many digits, colons, points and minus signs, a byte each; a plus sign counts as a digit.
  private var shape: UInt32 = .max

  /// A line like `run`, whatever that says, set in `font`.
  init(_ run: TextRun, in font: FontMetrics) {
    full = run
    fitted = run
    self.font = font
  }

  /// The line that says `text`.
  mutating func item(_ text: String) -> DisplayItem {
    fitted.string = text
    var shape: UInt32 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ":"): shape &+= 1 << 8
      case UInt8(ascii: "."): shape &+= 1 << 16
      case UInt8(ascii: "-"): shape &+= 1 << 24
      default: shape &+= 1
      }
    }
    if shape != self.shape {
      self.shape = shape
      fitted.frame = full.frame
      fitted = fitted.fittedToFigures(of: font)
    }
    return .text(fitted)
  }
}
