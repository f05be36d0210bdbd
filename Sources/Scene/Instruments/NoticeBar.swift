import DisplayLists
import Geometry
import Session
import Timekeeping

/// A short message above the buttons.
struct NoticeBar: Instrument {
  private var text: String?
  private var picture: Picture?

  mutating func update(_ update: inout Update) -> Bool {
    let model = update.model
    let notice = update.isEntryShown ? model.message : model.footnote
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
    let place = panel.noticePlace
    let height = min(28 * environment.scale, environment.size.height / 6).rounded(.down)
    let room = place.width - height * 1.4
    // Text of the menu's size becomes smaller before it is shortened.
    let largest = min(MenuLayout.text * environment.scale, height * 0.5)
    let least = min(NoticeBar.leastText * environment.scale, largest)
    func width(_ text: String) -> Double { panel.width(of: text, letter: 0.55) }
    let text = text.shortened { width($0) * least <= room }
    let size = max(least, min(largest, room / max(1, width(text))))
    let frame = Rect(
      center: Point(x: place.midX, y: place.maxY - height * 0.8),
      size: Size(width: min(room, width(text) * size) + height, height: height)
    ).snapped
    let radius = frame.height / 2
    let run = TextRun(
      text, frame: frame.inset(left: radius, right: radius), size: size,
      color: panel.theme.background)
    return Picture(
      [.fill(.roundedRect(frame, radius: radius), panel.theme.text), .text(run)],
      covering: frame.inset(by: -1))
  }

  /// In user units.
  private static let leastText = 9.0
}

extension Panel {
  /// The part of the window without buttons: above them, or beside them.
  fileprivate var noticePlace: Rect {
    let room = key.environment.middle
    let rows = [mainButtons, ringButtons].compactMap { $0 }
    let top = rows.map(\.minY).min() ?? room.maxY
    if top > room.midY { return room.inset(bottom: max(0, room.maxY - top)) }
    let left = rows.map(\.minX).min() ?? room.maxX
    return left > room.midX ? room.inset(right: max(0, room.maxX - left)) : room
  }
}

extension String {
  /// Returns the text with an ellipsis for as little as possible: in the folders of a path, so that what is said about
  /// the file stays; without a path, in the middle.
  func shortened(toFit fits: (String) -> Bool) -> String {
    guard !fits(self) else { return self }
    let text = Array(prefix(2048))
    let words = text.split(separator: " ").filter { $0.contains("/") }
    let path = words.max { $0.count < $1.count }
    let hole = path?.lastIndex(of: "/").map { (path?.startIndex ?? 0)..<$0 } ?? text.indices
    func keeping(_ count: Int) -> String {
      let (head, tail) = (hole.lowerBound + (count + 1) / 2, hole.upperBound - count / 2)
      return String(text[..<head]) + "…" + String(text[tail...])
    }
    var kept = 0
    for bit in (0..<11).reversed() where kept + 1 << bit < hole.count {
      if fits(keeping(kept + 1 << bit)) { kept += 1 << bit }
    }
    return keeping(kept)
  }
}
