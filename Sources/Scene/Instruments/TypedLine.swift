import DisplayLists
import Geometry

/// A line that is being typed: the part of a text around the caret, and the caret.
struct TypedLine {
  private(set) var run: TextRun
  private(set) var caret: Mark

  /// The width of the caret and the space before it, in ems.
  static let caretWidth = 0.25

  /// `run` starts at the left of its frame; `caret` is an offset in its characters. `width` returns the width of a text
  /// in ems.
  init(_ run: TextRun, caret: Int, width: (String) -> Double) {
    let (em, frame) = (run.size, run.frame)
    let shown = run.string.part(around: caret) {
      (width($0) + TypedLine.caretWidth) * em <= frame.width
    }
    self.run = run
    self.run.string = shown.text
    let x = frame.minX + (width(String(shown.text.prefix(shown.caret))) + 1 / 12) * em
    let bar = Rect(x: x, y: frame.midY - em * 0.6, width: max(1, em / 12), height: em * 1.2)
    self.caret = .fill(.rect(bar.snapped), run.color)
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
    return part(longest(below: text.count) { fits(part($0).text) })
  }
}
