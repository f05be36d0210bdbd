import DisplayLists
import Geometry
import Session

extension Panel {
  /// The list has a frame of its own, or shares that of the rings.
  var listBox: ListBox {
    frames[.laps].map {
      ListBox.alone(in: $0, scale: key.environment.scale, maxText: maxListText)
    } ?? rings?.list ?? ListBox()
  }

  /// The usual maximum, and more in a window that is more than 44 times as high: 880 pixels.
  var maxListText: Double {
    let linesPerWindow = 44.0
    let size = key.environment.size
    return max(
      ListBox.maxText * key.environment.scale, min(size.width, size.height) / linesPerWindow)
  }
}

/// A list's frame, empty if nothing is listed, and its rows: a label and a time each.
struct ListBox: Equatable {
  var frame = Rect.zero
  var rowHeight = 0.0
  var textScale = 1.0

  /// The boxes of a row, in device pixels; empty if they do not fit.
  struct Row: Equatable {
    var label: Rect
    var time: Rect
    var mark = Rect.zero
    var difference = Rect.zero
    var textSize: Double
    /// That of a label, which a long one makes smaller.
    var labelSize: Double
    var differenceSize: Double
  }

  /// The size of text by the height of its row: lines are half as far apart again as text is high.
  static let textFraction = 0.64
  /// The maximum size of a list's text, in user units, except in a large window.
  static let maxText = 20.0
  /// The size of a difference by that of the times: as they have it, and at least.
  private static let (differenceFraction, minDifference) = (0.8, 0.6)
  // In text sizes.

  /// Minimum widths: of a row with a time of hours and a number, of that time, and of a difference.
  static let minWidth = 9.6
  private static let timeWidth = 6.4
  private static let differenceWidth = 3.6
  /// The width of a difference by its own size.
  private static let differenceAspect = differenceWidth / minDifference
  /// The minimum width of a label beside a difference, such as "12.", without which a row is not
  /// identified.
  private static let labelWidth = 2.2
  /// The width of a mark and the space after it.
  private static let markWidth = 0.7
  /// Between a difference and a mark, and a mark and a long label's time.
  fileprivate static let markGap = 0.2
  /// Between a long label and what is after it.
  static let labelGap = 0.4
  /// The minimum width of a line: the shortest time, `00:00`, and some of its label.
  static let minTextWidth = 5.0

  /// The size of a mark, a triangle as high as figures are.
  fileprivate static let markSize = 0.72
  /// The maximum size of a difference: one as large as the time would be taken for it.
  private static let maxDifference = 0.9

  /// A row of the smallest legible text, in user units: 9 / 0.64, and a little for rounding.
  private static let minRowHeight = 14.1
  /// The number of rows at which a list alone looks best: it is neither a table nor a caption.
  private static let usualRows = 5.0
  /// The maximum width by the height of a row: a label and its time are still read as one.
  private static let maxRowAspect = 11.0
  /// What figures of a small size may be wider than measured, in device pixels.
  private static let timeSlack = 3.0
  /// Rounding, of which a last row of exactly the available height must not be lost.
  private static let tolerance = 1e-6

  /// The height at which a time of hours fits and, if `isRoomy`, a difference.
  static func rowHeight(inWidth width: Double, isRoomy: Bool = false) -> Double {
    width / (minWidth + (isRoomy ? differenceWidth : 0)) / textFraction
  }

  /// The usual number of rows; a high window has more.
  static func alone(in bounds: Rect, scale: Double, maxText: Double) -> ListBox {
    let count = max(1, min((bounds.height / (minRowHeight * scale)).rounded(.down), usualRows))
    let height = min(
      bounds.height / count, rowHeight(inWidth: bounds.width, isRoomy: true), maxText / textFraction
    )
    let rows = height > 0 ? (bounds.height / height + tolerance).rounded(.down) : 0
    let size = Size(width: min(bounds.width, height * maxRowAspect), height: rows * height)
    return ListBox(frame: Rect(center: bounds.center, size: size).snapped, rowHeight: height)
  }

  var textSize: Double { rowHeight * ListBox.textFraction * textScale }

  func rowCount(minText: Double) -> Int {
    guard textSize >= minText, frame.width > textSize * ListBox.minTextWidth else { return 0 }
    // The frame may have lost a pixel by rounding.
    return max(0, Int(((frame.height + 1) / rowHeight).rounded(.down)))
  }

  /// `figures` is the width of the longest time in device pixels, if it is known.
  func row(at index: Int, minText: Double, figures: Double = .infinity) -> Row {
    let em = textSize
    let y = frame.minY + rowHeight * Double(index)
    func part(from start: Double, to end: Double) -> Rect {
      Rect(x: start, y: y, width: max(0, end - start), height: rowHeight).snapped
    }
    // From the right, so that all times end at one edge.
    let timeWidth =
      min(em * ListBox.timeWidth, figures + em * ListBox.markGap) + ListBox.timeSlack
    let time = max(frame.minX, frame.maxX - timeWidth)
    let mark = max(frame.minX, time - em * ListBox.markWidth)
    let least = max(
      em * ListBox.minDifference, Environment.minCaption * minText / Environment.minText)
    let free = mark - frame.minX - em * ListBox.labelWidth
    let size = max(
      least, min(em * ListBox.differenceFraction, free / ListBox.differenceAspect))
    let width = size * ListBox.differenceAspect
    let hasDifference = size <= em * ListBox.maxDifference && width <= free
    let difference = hasDifference ? mark - width : mark
    return Row(
      label: part(from: frame.minX, to: difference),
      time: part(from: time, to: frame.maxX), mark: part(from: mark, to: time),
      difference: part(from: difference, to: mark - em * ListBox.markGap), textSize: em,
      labelSize: em, differenceSize: size)
  }
}

extension ListBox.Row {
  /// Takes the place of a swatch, as large as a legend's, from the start of the label.
  mutating func cutSwatch() -> Rect {
    let side = (textSize * LegendLayout.swatch).rounded()
    let swatch = Rect(
      x: label.minX, y: (label.midY - side / 2).rounded(), width: side, height: side)
    label = label.inset(left: (side * LegendLayout.swatchPitch).rounded())
    return swatch
  }

  /// Widens the label for a text of `width` ems: over the difference and an empty mark, then up to the `figures` of the
  /// time, in pixels. Then it becomes smaller, down to `minSize`; marks and times stay. What is typed may take the row.
  func fitting(
    _ row: ListContent.Row, label width: Double, time figures: Double, minSize: Double
  ) -> Self {
    guard label.width < width * textSize else { return self }
    var wide = self
    wide.difference = .zero
    if row.selection != nil {
      wide.label.size.width = time.maxX - label.minX
      (wide.mark, wide.time) = (.zero, .zero)
      return wide
    }
    let end = row.hasMark ? mark.minX : time.maxX - figures
    let limit = end - ListBox.labelGap * textSize
    wide.label.size.width = max(0, min(limit - label.minX, width * textSize))
    wide.labelSize = min(textSize, max(minSize, wide.label.width / width))
    return wide
  }

  /// Returns the label and the time, then the mark and the difference if there are any.
  func runs(_ row: ListContent.Row, _ theme: Theme) -> [TextRun] {
    let style = theme.style(of: row.kind)
    // Only the label is bold, so that the figures of all times are aligned.
    var runs = [
      TextRun(
        row.label, frame: label, alignment: .leading, size: labelSize, isBold: row.kind == .present,
        isTabular: row.label.utf8.allSatisfy { (48...57).contains($0) },
        color: row.selection == nil ? style.label : theme.text),
      TextRun(
        row.time, frame: time, alignment: .trailing, size: textSize, isTabular: true,
        color: style.time),
    ]
    if !style.mark.isEmpty {
      runs.append(
        TextRun(
          style.mark, frame: mark, alignment: .leading, size: textSize * ListBox.markSize,
          color: style.time))
    }
    if !row.difference.isEmpty, !difference.isEmpty {
      runs.append(
        TextRun(
          row.difference, frame: difference, alignment: .trailing,
          size: differenceSize, isTabular: true, color: style.label))
    }
    return runs
  }
}
