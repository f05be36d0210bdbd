import DisplayLists
import Geometry
import Session

/// A plan's text while it is typed, in the place of the first rows of its list.
struct TypedField: Equatable {
  private let text: [Character]
  private let selection: Range<Int>
  /// In lines of the text.
  private let lines: [Range<Int>]
  let frame: Rect
  /// The height that the list below it has not, in device pixels.
  let height: Double
  private let size: Double

  // By the height of a row.

  /// The distance of two lines; the space around them, and below the field.
  private static let (pitch, padding, foot) = (0.82, 0.26, 0.4)
  /// The rows that the list keeps.
  private static let minRows = 1.0

  /// Nil unless a plan is typed and a row of `box` is left.
  init?(_ entry: Session.Entry?, in box: ListBox, minText: Double, width: (String) -> Double) {
    guard let entry, entry.field == .plan, box.rowCount(minText: minText) > 0 else { return nil }
    (text, selection, size) = (Array(entry.text), entry.selection, box.textSize)
    let row = box.rowHeight
    let padding = row * TypedField.padding
    let ems = max(1, (box.frame.width - 2 * padding) / size) - TypedLine.caretWidth
    var all = TypedField.lines(of: text, width: ems, measure: width)
    let fitting = Int(
      (box.frame.height / row - 2 * TypedField.padding - TypedField.foot - TypedField.minRows)
        / TypedField.pitch)
    guard fitting > 0 else { return nil }
    if all.count > fitting {
      // Around the caret.
      let caret = all.lastIndex { $0.lowerBound <= entry.selection.upperBound } ?? 0
      let first = max(0, min(caret - fitting / 2, all.count - fitting))
      all = Array(all[first..<first + fitting])
    }
    lines = all
    let inner = row * TypedField.pitch * Double(lines.count)
    height = inner + 2 * padding + row * TypedField.foot
    frame =
      Rect(
        x: box.frame.minX, y: box.frame.minY, width: box.frame.width, height: inner + 2 * padding
      ).snapped
  }

  /// The lines into which a text is broken after spaces, of at most `width` ems; one of a word that is longer is cut.
  static func lines(
    of text: [Character], width: Double, measure: (String) -> Double
  ) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var (end, space) = (start, start)
      while end < text.count, measure(String(text[start...end])) <= width || text[end] == " " {
        if text[end] == " " { space = end + 1 }
        end += 1
      }
      if end < text.count { end = space > start ? space : max(end, start + 1) }
      lines.append(start..<end)
      start = end
    }
    return lines.isEmpty ? [0..<0] : lines
  }

  /// A hollow with the theme's face, and the text in it.
  func picture(on panel: Panel, width: (String) -> Double) -> Picture {
    let theme = panel.theme
    let row = size / ListBox.textFraction
    let path = Path.roundedRect(frame, radius: row * TypedField.padding)
    let line = theme.focusWidth(scale: panel.key.environment.scale)
    let rim = Path.roundedRect(frame.inset(by: line / 2), radius: row * TypedField.padding)
    var marks: [Mark] = [
      .fill(path, theme.button.pressed), .stroke(rim, width: line, round: false, theme.focus),
    ]
    for (index, range) in lines.enumerated() {
      let run = TextRun(
        String(text[range]),
        frame: Rect(
          x: frame.minX + row * TypedField.padding,
          y: frame.minY + row * (TypedField.padding + TypedField.pitch * Double(index)),
          width: frame.width - 2 * row * TypedField.padding, height: row * TypedField.pitch),
        alignment: .leading, size: size, color: theme.text)
      let isLast = index == lines.count - 1
      let hasCaret =
        selection.isEmpty
        && (range.contains(selection.lowerBound)
          || isLast && selection.lowerBound >= range.upperBound)
      let chosen = selection.clamped(to: range)
      guard hasCaret || !chosen.isEmpty else {
        marks.append(.text(run))
        continue
      }
      let typed = TypedLine(
        run, chosen.lowerBound - range.lowerBound..<chosen.upperBound - range.lowerBound,
        width: width)
      marks += [typed.mark, .text(typed.run)]
    }
    return Picture(marks, covering: frame.inset(by: -1))
  }

  var element: Element {
    var element = Element(.planText, .entry, Mode.plan.label.text, in: .box(frame))
    (element.value, element.action) = (.text(String(text)), .text)
    return element
  }
}
