import DisplayLists
import Geometry
import Session

/// Rows with a label and a time, one below the other: laps, or steps.
struct ListLayout: Equatable {
  /// How many rows there are to place.
  var count: Int
  /// The height of a row that is wanted, in device pixels.
  var rowHeight: Double
  /// What the labels are: names need more room than numbers, and leave none for marks.
  var labels = ListContent.Labels.numbers
  /// The smallest size of text that is of use, in device pixels.
  var leastText = Environment.leastText

  /// One row, in device pixels.
  struct Row: Equatable {
    var label: Rect
    var time: Rect
    /// Empty where there is no room for it.
    var mark: Rect
    /// Empty where there is no room for it.
    var difference: Rect
    var textSize: Double
    /// Whether labels are numbers, which stand one below the other.
    var isNumbered: Bool
  }
}

extension ListLayout {
  /// The list in the room that `panel` has for it.
  init(on panel: Panel, count: Int = .max, labels: ListContent.Labels = .numbers) {
    // Five rows look best; in a low list fewer are shown rather than smaller ones.
    let scale = panel.key.environment.scale
    let least = min(14 * scale, panel.list.height / 2)
    let height = min(max(panel.list.height / 5, least), panel.list.width * 0.165, 40 * scale)
    self.init(count: count, rowHeight: height, labels: labels, leastText: panel.leastText)
  }

  private var textSize: Double { rowHeight * 0.64 }

  /// The size of a difference beside a time, as a part of that of the time.
  fileprivate static let differencePart = 0.6

  /// How many rows there are in `bounds`.
  func rowCount(in bounds: Rect) -> Int {
    guard textSize >= leastText, bounds.width > textSize * 5 else { return 0 }
    return max(0, min(count, Int((bounds.height / rowHeight).rounded(.down))))
  }

  /// The rows in `bounds`, from the top.
  func placeSubviews(in bounds: Rect) -> [Row] {
    (0..<rowCount(in: bounds)).map { row(at: Double($0), in: bounds) }
  }

  /// The row that stands so many rows below the top of `bounds`; below 0 and between rows while the list moves.
  func row(at place: Double, in bounds: Rect) -> Row {
    // A difference that nobody can read would only take the time its room.
    let isReadable = textSize * ListLayout.differencePart >= leastText
    let (labelEnd, timeEnd, differenceEnd) =
      switch labels {
      case .numbers where isReadable && bounds.width >= textSize * 10: (0.2, 0.66, 0.91)
      case .numbers: (0.26, 0.86, 0.86)
      case .numbersAndNames where isReadable && bounds.width >= textSize * 12.5: (0.34, 0.71, 0.93)
      case .numbersAndNames: (0.4, 0.92, 0.92)
      case .names: (0.47, 1.0, 1.0)
      }
    let y = bounds.minY + rowHeight * place
    func part(from start: Double, to end: Double) -> Rect {
      Rect(
        x: bounds.minX + bounds.width * start, y: y, width: bounds.width * (end - start), height: rowHeight
      ).snapped
    }
    // A name that fills its room ends before a time that fills its own; numbers leave enough.
    let gap = labels == .numbers ? 0 : (textSize * 0.4).rounded()
    return Row(
      label: part(from: 0, to: labelEnd).inset(by: Insets(top: 0, left: 0, bottom: 0, right: gap)),
      time: part(from: labelEnd, to: timeEnd),
      mark: part(from: differenceEnd, to: 1), difference: part(from: timeEnd, to: differenceEnd),
      textSize: textSize, isNumbered: labels == .numbers)
  }
}

extension ListLayout.Row {
  /// The words of a row that stands.
  func runs(_ row: ListContent.Row, theme: Theme) -> [TextRun] {
    let style = theme.style(of: row.kind)
    var runs = [
      label(row.label, style), time(row.time, style),
      TextRun(style.mark, frame: mark, alignment: .trailing, size: textSize * 0.72, color: style.time),
    ]
    if !row.difference.isEmpty, !difference.isEmpty {
      runs.append(
        TextRun(
          row.difference, frame: difference, alignment: .trailing, size: textSize * ListLayout.differencePart,
          isTabular: true, color: style.difference))
    }
    return runs
  }

  /// What a row is called by.
  func label(_ label: String, _ style: ListStyle) -> TextRun {
    TextRun(
      label, frame: self.label, alignment: .leading, size: textSize, isBold: style.isBold,
      isTabular: isNumbered, color: style.label)
  }

  /// The time of a row.
  func time(_ time: String, _ style: ListStyle) -> TextRun {
    TextRun(
      time, frame: self.time, alignment: .trailing, size: textSize, isTabular: true, color: style.time)
  }
}

/// How a row looks.
struct ListStyle {
  var label: Color
  var time: Color
  var difference = Color.clear
  /// Whether the label is bold; times are not, so that their figures stand one below the other.
  var isBold = false
  /// What tells it from the others besides its colour.
  var mark = ""
}

extension Theme {
  /// How a row of `kind` looks.
  func style(of kind: ListContent.Kind) -> ListStyle {
    switch kind {
    case .plain: ListStyle(label: secondaryText, time: text, difference: secondaryText)
    case .shortest: ListStyle(label: secondaryText, time: best, difference: secondaryText, mark: "▼")
    case .longest: ListStyle(label: secondaryText, time: worst, difference: secondaryText, mark: "▲")
    case .running: ListStyle(label: lapHand, time: lapHand)
    case .done: ListStyle(label: secondaryText.opacity(0.5), time: secondaryText.opacity(0.5))
    case .present:
      // The hand's own colour is too pale on a light ground for text as small as this.
      ListStyle(label: hand.mixed(with: text, by: 0.55), time: hand.mixed(with: text, by: 0.55), isBold: true)
    }
  }
}
