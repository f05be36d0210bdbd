import DisplayLists
import Geometry
import Session
import Timekeeping

/// A short message at the foot of the window.
struct NoticeBar: Instrument {
  private var text: String?
  private var picture: Picture?

  mutating func update(_ update: inout Update) -> Bool {
    let notice = update.model.footnote
    guard update.isNew || text != notice?.text else { return false }
    let old = picture
    picture = notice.map { NoticeBar.picture($0.text, on: update.panel) }
    text = notice?.text
    // A name that is typed has no end, and changes at once.
    if notice == nil || notice?.end != nil {
      update.fades += [old, picture].compactMap { $0?.extent.rect }
    }
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    if let picture { frame.append(.picture(picture)) }
    return .never
  }

  private static func picture(_ text: String, on panel: Panel) -> Picture {
    let environment = panel.key.environment
    let room = environment.middle
    let height = min(30 * environment.scale, environment.size.height * 0.2)
    let size = height * 0.45
    let wanted = panel.width(of: text, letter: 0.64) * size + height * 1.4
    let width = min(room.width - height * 0.4, wanted)
    let frame = Rect(
      x: room.midX - width / 2, y: room.maxY - height * 1.3, width: width, height: height
    ).snapped
    let radius = frame.height / 2
    let run = TextRun(
      text, frame: frame.inset(left: radius, right: radius), size: frame.height * 0.45,
      color: panel.theme.background)
    return Picture(
      [.fill(.roundedRect(frame, radius: radius), panel.theme.text), .text(run)],
      covering: frame.inset(by: -1))
  }
}
