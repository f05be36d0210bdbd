import DisplayLists
import Geometry
import Session
import Timekeeping

/// A short message at the foot of the window.
struct NoticeBar: Instrument {
  private var item = DisplayItem.none

  /// What there is to say.
  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Notice? {
    model.footnote
  }

  mutating func layOut(on panel: Panel) {}

  mutating func prepare(_ notice: Notice?, on panel: Panel) {
    guard let notice else { return }
    let environment = panel.key.environment
    item = .picture(
      NoticeBar.picture(
        text: notice.text, size: environment.size, scale: environment.scale, theme: panel.theme))
  }

  mutating func compose(_ notice: Notice?, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let notice, notice.isShown(at: moment.reading.instant) else { return .never }
    frame.append(item)
    return notice.end.map { .at($0) } ?? .never
  }

  /// The bar that says `text` in a window of `size` device pixels.
  private static func picture(text: String, size: Size, scale: Double, theme: Theme) -> Picture {
    let height = min(30 * scale, size.height * 0.2)
    let textSize = height * 0.45
    let wanted = Double(text.count) * textSize * 0.64 + height * 1.4
    let width = min(size.width - height * 0.4, wanted)
    let frame = Rect(
      x: (size.width - width) / 2, y: size.height - height * 1.3, width: width, height: height
    ).snapped
    let marks: [Mark] = [
      .fill(.roundedRect(frame, radius: height / 2), theme.text),
      .text(
        TextRun(
          text, frame: frame.inset(by: Insets(top: 0, left: height / 2, bottom: 0, right: height / 2)),
          size: textSize, color: theme.background)),
    ]
    return Picture(marks: marks, extent: PixelRect(covering: frame.inset(by: -1)))
  }
}
