import DisplayLists
import Geometry

extension TextRun {
  /// The same line of figures in a box that is no larger than it: a number that changes in every frame damages its
  /// whole box in every frame.
  ///
  /// The text stands where it stood, and fits the smaller box wherever it fitted the larger one. The measures are
  /// those of a wide typeface, in ems: figures of 0.64 and capitals of 0.73, as in DejaVu Sans.
  var fittedToFigures: TextRun {
    var width = 2.0
    for byte in string.utf8 {
      let isSeparator = byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      width += (size * (isSeparator ? 0.36 : 0.64)).rounded(.up)
    }
    let height = min(frame.height, size * 0.8 + 3)
    width = min(frame.width, width)
    let x =
      switch alignment {
      case .leading: frame.minX
      case .center: frame.midX - width / 2
      case .trailing: frame.maxX - width
      }
    var run = self
    run.frame = Rect(x: x, y: frame.midY - height / 2, width: width, height: height)
    return run
  }
}
