import DisplayLists
import Geometry
import Session
import Timekeeping

struct Help: Instrument {
  private var picture: Picture?

  mutating func update(_ update: inout Update) -> Bool {
    let isShown = update.model.isHelpShown
    guard update.isNew || isShown != (picture != nil) else { return false }
    picture = isShown ? Help.picture(on: update.panel) : nil
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    if let picture { frame.append(.picture(picture)) }
    return .never
  }

  private static func picture(on panel: Panel) -> Picture {
    let (environment, theme) = (panel.key.environment, panel.theme)
    let bounds = environment.middle
    let (size, keys) = (bounds.size, environment.bindings.rows)
    let columns = size.width > size.height * 1.5 && size.width > 320 * environment.scale ? 2 : 1
    let rows = (keys.count + columns - 1) / columns
    let title = 2.2
    let pitch = min(
      size.height * 0.9 / (Double(rows) + title), size.width * 0.92 / (Double(columns) * 17),
      30 * environment.scale)
    let textSize = pitch * 0.56
    let content = Rect(
      center: bounds.center,
      size: Size(
        width: min(size.width * 0.96, pitch * 17 * Double(columns)),
        height: pitch * (Double(rows) + title)))
    // The veil covers the window at any drift.
    let veil = Rect(origin: .zero, size: environment.size).inset(by: -Double(Drift.maxPixels))
    let head = Rect(x: content.minX, y: content.minY, width: content.width, height: pitch * 1.6)
    let heading = TextRun(
      "Keys", frame: head, size: textSize * 1.5, isBold: true, color: theme.text)
    var marks: [Mark] = [.fill(.rect(veil), theme.veil), .text(heading)]
    let width = content.width / Double(columns)
    for (index, line) in keys.enumerated() {
      let x = content.minX + width * Double(index / rows)
      let y = content.minY + pitch * (title + Double(index % rows))
      let row = Rect(x: x, y: y, width: width, height: pitch)
      let split = width * 0.4
      let label = TextRun(
        line.label, frame: row.inset(right: width - split + pitch * 0.4).snapped,
        alignment: .trailing, size: textSize, isBold: true, color: theme.text)
      let help = TextRun(
        line.help, frame: row.inset(left: split).snapped, alignment: .leading, size: textSize,
        color: theme.text)
      marks += [.text(label), .text(help)]
    }
    return Picture(marks: marks, extent: PixelRect(covering: veil))
  }
}
