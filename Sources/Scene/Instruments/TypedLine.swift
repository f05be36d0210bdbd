import DisplayLists
import Geometry

/// A line that is being typed: the part of a text around the caret, and the caret or the selection behind it.
struct TypedLine {
  private(set) var run: TextRun
  private(set) var mark: Mark

  /// The width of the caret and the space before it, in ems.
  static let caretWidth = 0.25
  /// The height of the caret and of the selection, in ems: somewhat more than letters have, above
  /// and below.
  private static let height = 1.2
  private static let selectionOpacity: Float = 0.25

  /// `run` starts at the left of its frame; `selection` is of its characters, and empty at the caret. `width` returns
  /// the width of a text in ems.
  init(_ run: TextRun, _ selection: Range<Int>, width: (String) -> Double) {
    let (em, frame) = (run.size, run.frame)
    let shown = run.string.part(around: selection.upperBound) {
      (width($0) + TypedLine.caretWidth) * em <= frame.width
    }
    self.run = run
    self.run.string = shown.text
    func x(_ offset: Int) -> Double {
      frame.minX + width(String(shown.text.prefix(max(0, offset)))) * em
    }
    let end = x(shown.caret)
    // The caret, and the space before it.
    let thickness = em / 12
    let height = em * TypedLine.height
    var box = Rect(
      x: end + thickness, y: frame.midY - height / 2, width: max(1, thickness), height: height)
    mark = .fill(.rect(box.snapped), run.color)
    guard !selection.isEmpty else { return }
    box.origin.x = x(shown.caret - selection.count)
    box.size.width = end - box.minX
    let color = run.color.opacity(TypedLine.selectionOpacity)
    mark = .fill(.roundedRect(box.snapped, radius: em / 6), color)
  }
}

extension String {
  /// Returns the longest part around the offset `caret` that fits, with an ellipsis at each end that is cut, and the
  /// caret's offset in it.
  func part(around caret: Int, toFit fits: (String) -> Bool) -> (text: String, caret: Int) {
    guard !fits(self) else { return (self, caret) }
    let text = Array(self)
    func part(_ count: Int) -> (text: String, caret: Int) {
      let start = max(0, min(caret - count / 2, text.count - count))
      let head = start > 0 ? "…" : ""
      let tail = start + count < text.count ? "…" : ""
      let shown = String(text[start..<start + count])
      return (head + shown + tail, caret - start + head.count)
    }
    return part(TextRun.longest(below: text.count) { fits(part($0).text) })
  }
}
