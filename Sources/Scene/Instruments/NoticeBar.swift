import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// A short message at the foot of the window, which rises from below its edge.
struct NoticeBar: Instrument {
  private static let motion = 0.2

  private var notice: Notice?
  /// The last text, which leaves with the bar.
  private var text = ""
  private var rise = Animated(0.0)
  private var item = DisplayItem.none
  /// The text of `item`, and its distance below its position in device pixels.
  private var shown: (text: String, drop: Int)?

  mutating func update(_ update: inout Update) -> Bool {
    defer { notice = update.model.footnote }
    if update.isNew { shown = nil }
    return update.isNew || notice != update.model.footnote
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    let (panel, now) = (moment.panel, moment.now)
    let current = notice.flatMap { $0.isShown(at: moment.reading.instant) ? $0 : nil }
    if let current { text = current.text }
    rise.setTarget(current == nil ? 0 : 1, duration: panel.motion(NoticeBar.motion), at: now)
    rise.prune(at: now)
    let isMoving = rise.isMoving(at: now)
    if current != nil || isMoving {
      let place = NoticeBar.place(of: text, on: panel)
      let way = panel.key.environment.size.height - place.minY
      let drop = Int((way * (1 - rise.value(at: now))).rounded())
      if shown?.text != text || shown?.drop != drop {
        shown = (text, drop)
        let frame = place.offset(dx: 0, dy: Double(drop))
        item = .picture(NoticeBar.picture(text: text, in: frame, theme: panel.theme))
      }
      frame.append(item)
    }
    return isMoving ? .nextFrame : current?.end.map { .at($0) } ?? .never
  }

  private static func place(of text: String, on panel: Panel) -> Rect {
    let environment = panel.key.environment
    let room = environment.middle
    let height = min(30 * environment.scale, environment.size.height * 0.2)
    let wanted = panel.width(of: text, letter: 0.64) * textSize(height) + height * 1.4
    let width = min(room.width - height * 0.4, wanted)
    return Rect(
      x: room.midX - width / 2, y: room.maxY - height * 1.3, width: width, height: height
    ).snapped
  }

  private static func textSize(_ height: Double) -> Double { height * 0.45 }

  private static func picture(text: String, in frame: Rect, theme: Theme) -> Picture {
    let radius = frame.height / 2
    let run = TextRun(
      text, frame: frame.inset(left: radius, right: radius), size: textSize(frame.height),
      color: theme.background)
    return Picture(
      [.fill(.roundedRect(frame, radius: radius), theme.text), .text(run)],
      covering: frame.inset(by: -1))
  }
}
