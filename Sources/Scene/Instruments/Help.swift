import DisplayLists
import Geometry
import Session
import Timekeeping

/// The help: every key and what it does, over a veil.
struct Help: Instrument {
  private var item: DisplayItem?

  /// Whether it is shown.
  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Bool { model.isHelpShown }

  mutating func layOut(on panel: Panel) { item = nil }

  mutating func compose(_ isShown: Bool, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard isShown else { return .never }
    let environment = moment.panel.key.environment
    let item =
      self.item
      ?? .picture(
        Help.picture(
          size: environment.size,
          in: environment.shape.middle(of: environment.size).moved(by: environment.drift),
          scale: environment.scale, rows: environment.bindings.rows, theme: moment.panel.theme))
    self.item = item
    frame.append(item)
    return .never
  }

  /// The help with a `table` of keys, in `bounds` of a window of `window` device pixels.
  private static func picture(
    size window: Size, in bounds: Rect, scale: Double, rows table: [KeyRow], theme: Theme
  ) -> Picture {
    let size = bounds.size
    // In a wide and low window the list is set in two columns.
    let columns = size.width > size.height * 1.5 && size.width > 320 * scale ? 2 : 1
    let rows = (table.count + columns - 1) / columns
    let title = 2.2
    let pitch = min(
      size.height * 0.9 / (Double(rows) + title), size.width * 0.92 / (Double(columns) * 17),
      30 * scale)
    let textSize = pitch * 0.56
    let content = Rect(
      center: bounds.center,
      size: Size(
        width: min(size.width * 0.96, pitch * 17 * Double(columns)),
        height: pitch * (Double(rows) + title)))
    var marks: [Mark] = [.fill(.rect(Rect(origin: .zero, size: window)), theme.veil)]
    marks.append(
      .text(
        TextRun(
          "Keys",
          frame: Rect(x: content.minX, y: content.minY, width: content.width, height: pitch * 1.6),
          size: textSize * 1.5, isBold: true, color: theme.text)))
    let width = content.width / Double(columns)
    for (index, line) in table.enumerated() {
      let x = content.minX + width * Double(index / rows)
      let y = content.minY + pitch * (title + Double(index % rows))
      let gap = pitch * 0.4
      let split = width * 0.4
      marks.append(
        .text(
          TextRun(
            line.label, frame: Rect(x: x, y: y, width: split - gap, height: pitch).snapped,
            alignment: .trailing, size: textSize, isBold: true, color: theme.text)))
      marks.append(
        .text(
          TextRun(
            line.help, frame: Rect(x: x + split, y: y, width: width - split, height: pitch).snapped,
            alignment: .leading, size: textSize, color: theme.text)))
    }
    return Picture(marks: marks, extent: PixelRect(covering: Rect(origin: .zero, size: window)))
  }
}
