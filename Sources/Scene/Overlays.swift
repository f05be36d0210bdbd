import DisplayLists
import Geometry
import Session

/// The pictures that lie over the panel, kept from frame to frame.
struct Overlays {
  private var help: DisplayItem?
  private var notice: (text: String, item: DisplayItem)?

  /// The help over `panel`.
  mutating func help(on panel: Panel) -> DisplayItem {
    if let help { return help }
    let surroundings = panel.key.surroundings
    let item = DisplayItem.picture(
      HelpOverlay.picture(
        size: surroundings.size, scale: surroundings.scale, lines: KeyBindings.help, theme: panel.theme))
    help = item
    return item
  }

  /// The notice that says `text` over `panel`.
  mutating func notice(_ text: String, on panel: Panel) -> DisplayItem {
    if let notice, notice.text == text { return notice.item }
    let surroundings = panel.key.surroundings
    let item = DisplayItem.picture(
      NoticeOverlay.picture(
        text: text, size: surroundings.size, scale: surroundings.scale, theme: panel.theme))
    notice = (text, item)
    return item
  }
}

/// The help: every key and what it does, over a veil.
enum HelpOverlay {
  /// The overlay for a window of `size` device pixels with `lines` of keys and actions.
  static func picture(
    size: Size, scale: Double, lines: [(keys: String, action: String)], theme: Theme
  ) -> Picture {
    let bounds = Rect(origin: .zero, size: size)
    // In a wide and low window the list is set in two columns.
    let columns = size.width > size.height * 1.5 && size.width > 320 * scale ? 2 : 1
    let rows = (lines.count + columns - 1) / columns
    let title = 2.2
    let pitch = min(
      size.height * 0.9 / (Double(rows) + title), size.width * 0.92 / (Double(columns) * 17), 30 * scale)
    let textSize = pitch * 0.56
    let content = Rect(
      center: bounds.center,
      size: Size(
        width: min(size.width * 0.96, pitch * 17 * Double(columns)),
        height: pitch * (Double(rows) + title)))
    var marks: [Mark] = [.fill(.rect(bounds), theme.veil)]
    marks.append(
      .text(
        TextRun(
          "Keys", frame: Rect(x: content.minX, y: content.minY, width: content.width, height: pitch * 1.6),
          size: textSize * 1.5, isBold: true, color: theme.text)))
    let width = content.width / Double(columns)
    for (index, line) in lines.enumerated() {
      let x = content.minX + width * Double(index / rows)
      let y = content.minY + pitch * (title + Double(index % rows))
      let gap = pitch * 0.4
      let split = width * 0.4
      marks.append(
        .text(
          TextRun(
            line.keys, frame: Rect(x: x, y: y, width: split - gap, height: pitch).snapped,
            alignment: .trailing, size: textSize, isBold: true, color: theme.text)))
      marks.append(
        .text(
          TextRun(
            line.action, frame: Rect(x: x + split, y: y, width: width - split, height: pitch).snapped,
            alignment: .leading, size: textSize, color: theme.text)))
    }
    return Picture(marks: marks, extent: PixelRect(covering: bounds))
  }
}

/// A short message at the foot of the window.
enum NoticeOverlay {
  /// The overlay that says `text` in a window of `size` device pixels.
  static func picture(text: String, size: Size, scale: Double, theme: Theme) -> Picture {
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
