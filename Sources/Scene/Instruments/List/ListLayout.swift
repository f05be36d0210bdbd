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
    self.init(count: count, rowHeight: panel.rowHeight, labels: labels, leastText: panel.leastText)
  }

  /// The size of a row's text by the row's height.
  static let textShare = 0.64
  /// How wide a row is that has nothing to spare, and how wide a time of hours, in sizes of its text.
  private static let leastWidth = 9.6
  private static let timeWidth = 6.4

  /// How wide a difference is with the space before it.
  private static let differenceWidth = 3.6

  /// How high rows are that are so wide, in the same unit: a time of hours fits, and where it `isRoomy`, a difference.
  static func rowHeight(inWidth width: Double, isRoomy: Bool = false) -> Double {
    width / (leastWidth + (isRoomy ? differenceWidth : 0)) / textShare
  }

  /// Where a list stands that has `bounds` for itself, in the middle, and the height of its rows: five look best, in a high
  /// window there are more. `scale` is device pixels to a user unit.
  static func alone(in bounds: Rect, scale: Double) -> (Rect, rowHeight: Double) {
    let wanted = max(bounds.height / 5, min(14 * scale, bounds.height / 2))
    let height = min(wanted, rowHeight(inWidth: bounds.width, isRoomy: true), 44 * scale)
    let rows = height > 0 ? (bounds.height / height).rounded(.down) : 0
    let size = Size(width: min(bounds.width, height * 11), height: rows * height)
    return (Rect(center: bounds.center, size: size).snapped, height)
  }

  private var textSize: Double { rowHeight * ListLayout.textShare }

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
    let em = textSize
    let y = bounds.minY + rowHeight * place
    func part(from start: Double, to end: Double) -> Rect {
      Rect(x: start, y: y, width: max(0, end - start), height: rowHeight).snapped
    }
    guard labels != .names else {
      let time = bounds.maxX - min(bounds.width * 0.5, em * 5.4)
      return Row(
        label: part(from: bounds.minX, to: time - em * 0.4),
        time: part(from: time, to: bounds.maxX),
        mark: .zero,
        difference: .zero, textSize: em, isNumbered: false)
    }
    // From the right, so that all times end at one edge: what is left is the label's.
    // Of small letters some are a pixel wider than they should be.
    let least = labels == .numbers ? 0 : bounds.width * 0.4
    let time = max(bounds.minX + least, bounds.maxX - em * ListLayout.timeWidth - 3)
    let mark = max(bounds.minX + least * 0.7, time - em * 0.7)
    // A difference that nobody can read would only take the label its room.
    let isReadable = em * ListLayout.differencePart >= leastText
    let label = em * (labels == .numbers ? 2.2 : 5)
    let others = em * (ListLayout.timeWidth + 0.7 + ListLayout.differenceWidth) + 3
    let hasDifference = isReadable && bounds.width >= others + label
    let difference = hasDifference ? mark - em * ListLayout.differenceWidth : mark
    return Row(
      label: part(from: bounds.minX, to: difference - (labels == .numbers ? 0 : 4)),
      time: part(from: time, to: bounds.maxX), mark: part(from: mark, to: time),
      difference: part(from: difference, to: mark - em * 0.2), textSize: em,
      isNumbered: labels == .numbers)
  }
}

extension ListLayout.Row {
  /// The words of a row that stands.
  func runs(_ row: ListContent.Row, theme: Theme) -> [TextRun] {
    let style = theme.style(of: row.kind)
    var runs = [
      label(row.label, style), time(row.time, style),
      TextRun(
        style.mark, frame: mark, alignment: .leading, size: textSize * 0.72, color: style.time),
    ]
    if !row.difference.isEmpty, !difference.isEmpty {
      runs.append(
        TextRun(
          row.difference, frame: difference, alignment: .trailing,
          size: textSize * ListLayout.differencePart,
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
      time, frame: self.time, alignment: .trailing, size: textSize, isTabular: true,
      color: style.time)
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
    case .shortest:
      ListStyle(label: secondaryText, time: best, difference: secondaryText, mark: "▼")
    case .longest:
      ListStyle(label: secondaryText, time: worst, difference: secondaryText, mark: "▲")
    case .running: ListStyle(label: lapText, time: lapText)
    case .done: ListStyle(label: secondaryText, time: secondaryText)
    case .present:
      ListStyle(label: handText, time: handText, isBold: true)
    }
  }
}
