import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// A short message at the foot of the window, which rises from below its edge.
struct NoticeBar: Instrument {
  /// How long it takes to rise or to go, in seconds.
  static let motion = 0.2

  /// What was to be said last: it goes with its words.
  private var text = ""
  /// How far it has risen, 0 to 1.
  private var rise = Animated(0.0)
  private var item = DisplayItem.none
  /// What `item` shows, so many device pixels below its place.
  private var shown: (text: String, drop: Int)?

  /// What there is to say.
  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Notice? {
    model.footnote
  }

  mutating func layOut(on panel: Panel) { shown = nil }

  mutating func compose(_ notice: Notice?, at moment: Moment, into frame: inout Frame) -> NextChange
  {
    let current = notice.flatMap { $0.isShown(at: moment.reading.instant) ? $0 : nil }
    if let current { text = current.text }
    let target = current == nil ? 0.0 : 1
    if rise.target != target {
      rise.setTarget(
        target, duration: moment.panel.isAnimated ? NoticeBar.motion : 0, at: moment.now)
    }
    rise.prune(at: moment.now)
    let isMoving = rise.isMoving(at: moment.now)
    if target > 0 || isMoving {
      let environment = moment.panel.key.environment
      let place = NoticeBar.place(
        of: text, size: environment.size, room: environment.shape.middle(of: environment.size),
        scale: environment.scale
      ).moved(by: environment.drift)
      let way = environment.size.height - place.minY
      let drop = Int((way * (1 - rise.value(at: moment.now))).rounded())
      if shown?.text != text || shown?.drop != drop {
        shown = (text, drop)
        item = .picture(
          NoticeBar.picture(
            text: text, in: place.offset(dx: 0, dy: Double(drop)), theme: moment.panel.theme))
      }
      frame.append(item)
    }
    return isMoving ? .nextFrame : current?.end.map { .at($0) } ?? .never
  }

  /// Where the bar stands that says `text` at the foot of `room` in a window of `size` device pixels.
  private static func place(of text: String, size: Size, room: Rect, scale: Double) -> Rect {
    let height = min(30 * scale, size.height * 0.2)
    let wanted = Double(text.count) * textSize(height) * 0.64 + height * 1.4
    let width = min(room.width - height * 0.4, wanted)
    return Rect(
      x: (size.width - width) / 2, y: room.maxY - height * 1.3, width: width, height: height
    )
    .snapped
  }

  private static func textSize(_ height: Double) -> Double { height * 0.45 }

  private static func picture(text: String, in frame: Rect, theme: Theme) -> Picture {
    let marks: [Mark] = [
      .fill(.roundedRect(frame, radius: frame.height / 2), theme.text),
      .text(
        TextRun(
          text,
          frame: frame.inset(left: frame.height / 2, right: frame.height / 2),
          size: textSize(frame.height), color: theme.background)),
    ]
    return Picture(marks: marks, extent: PixelRect(covering: frame.inset(by: -1)))
  }
}
