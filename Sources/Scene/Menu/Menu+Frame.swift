package import DisplayLists
package import Geometry
package import Session

extension Menu {
  /// What it looks like in `theme`, with texts in `font`.
  package func list(in theme: Theme, font: FontMetrics) -> DisplayList {
    let bounds = Rect(origin: .zero, size: layout.size)
    return DisplayList(
      width: PixelRect(covering: bounds).width, height: PixelRect(covering: bounds).height,
      background: theme.background, font: font,
      items: [rim(theme, bounds), highlight(theme), rows(theme), arrows(theme, bounds)])
  }

  private func unit(_ units: Double) -> Double { max(1, (units * layout.scale).rounded()) }

  /// The line around it: nothing else sets it off from what lies below.
  private func rim(_ theme: Theme, _ bounds: Rect) -> DisplayItem {
    let width = unit(1)
    let color =
      theme.button.border.alpha > 0
      ? theme.button.border : theme.background.mixed(with: theme.text, by: 0.3)
    return .picture(
      Picture(
        marks: [.stroke(.rect(bounds.inset(by: width / 2)), width: width, round: false, color)],
        extent: PixelRect(covering: bounds)))
  }

  private func place(_ row: Int) -> Rect {
    layout.rows[row].offset(dx: 0, dy: -layout.offset(scroll))
  }

  /// The chosen row: raised like a button, with the ring that says where keys go.
  private func highlight(_ theme: Theme) -> DisplayItem {
    guard let selection, entries.indices.contains(selection) else { return .none }
    let frame = place(selection)
    let width = theme.focusWidth(scale: layout.scale)
    let pill = frame.inset(by: width / 2)
    return .picture(
      Picture(
        marks: [
          .fill(.roundedRect(pill, radius: frame.height / 2), theme.chosenFace),
          .stroke(
            .roundedRect(pill, radius: frame.height / 2), width: width, round: false, theme.focus),
        ], extent: PixelRect(covering: frame)))
  }

  private func rows(_ theme: Theme) -> DisplayItem {
    let offset = layout.offset(scroll)
    var marks: [Mark] = layout.rules.map {
      .fill(.rect($0.offset(dx: 0, dy: -offset)), theme.text.opacity(0.16))
    }
    let gutter = unit(MenuLayout.gutter)
    for (row, entry) in entries.enumerated() {
      let frame = place(row)
      guard frame.maxY > layout.view.minY, frame.minY < layout.view.maxY else { continue }
      let strength: Float = entry.isEnabled ? 1 : Button.disabledStrength
      if entry.isOn == true {
        marks.append(check(in: frame, color: theme.text.opacity(strength)))
      }
      let keyWidth = layout.keyWidths[layout.columns[row]]
      let right = frame.maxX - unit(MenuLayout.trailing)
      let title = Rect(
        x: frame.minX + gutter, y: frame.minY,
        width: max(0, right - keyWidth - unit(MenuLayout.gap) / 2 - frame.minX - gutter),
        height: frame.height)
      marks.append(
        .text(
          TextRun(
            entry.title, frame: title, alignment: .leading, size: MenuLayout.text * layout.scale,
            color: theme.text.opacity(strength))))
      guard !entry.key.isEmpty else { continue }
      // A little wider than measured, so that rounding makes no text smaller.
      let key = Rect(
        x: right - keyWidth - 1, y: frame.minY, width: keyWidth + 1, height: frame.height)
      marks.append(
        .text(
          TextRun(
            entry.key, frame: key, alignment: .trailing, size: MenuLayout.text * layout.scale,
            color: (entry.isEnabled ? theme.menuKey : theme.text).opacity(strength))))
    }
    return .picture(Picture(marks: marks, extent: PixelRect(covering: layout.view)))
  }

  /// A check mark in the room left of a title.
  private func check(in frame: Rect, color: Color) -> Mark {
    let size = MenuLayout.text * layout.scale
    let x = frame.minX + unit(MenuLayout.gutter) / 2
    let points = [(-0.26, 0.02), (-0.07, 0.22), (0.3, -0.24)].map {
      Point(x: x + $0.0 * size, y: frame.midY + $0.1 * size)
    }
    return .stroke(
      Path([.move(points[0]), .line(points[1]), .line(points[2])]), width: max(1, size * 0.14),
      round: true,
      color)
  }

  /// What says that there is more above or below.
  private func arrows(_ theme: Theme, _ bounds: Rect) -> DisplayItem {
    guard layout.mostScroll > 0 else { return .none }
    let size = MenuLayout.text * layout.scale * 0.3
    let marks: [Mark] = [(-1.0, scroll > 0), (1.0, scroll < layout.mostScroll)].map {
      direction, isMore in
      let middle = (bounds.height - layout.view.height) / 4
      let y = direction < 0 ? bounds.minY + middle : bounds.maxY - middle
      return .fill(
        .polygon([
          Point(x: bounds.midX - size * 1.6, y: y - direction * size / 2),
          Point(x: bounds.midX + size * 1.6, y: y - direction * size / 2),
          Point(x: bounds.midX, y: y + direction * size),
        ]), theme.text.opacity(isMore ? 0.8 : 0.15))
    }
    return .picture(Picture(marks: marks, extent: PixelRect(covering: bounds)))
  }
}

extension MenuLayout {
  /// The layout of `content` on a screen of the size `room`; `measure` says how wide each of some texts is, in device
  /// pixels, where their em is so many.
  package init(
    _ content: MenuContent, scale: Double, room: Size,
    measure: (_ texts: [String], _ em: Double) -> [Double]
  ) {
    let size = MenuLayout.text * scale
    let (titles, keys) = (
      measure(content.entries.map(\.title), size), measure(content.entries.map(\.key), size)
    )
    self.init(
      groups: content.groups.map(\.count),
      widths: zip(titles, keys).map { (title: $0, key: $1) }, scale: scale, room: room)
  }
}

extension Theme {
  /// The ring around what keys go to: the hands' colour, as far from itself as WCAG 2.2 wants of what is no text (1.4.11).
  package var focus: Color { hand.shade(toward: text, by: Contrast.large, on: background) }

  /// How wide that ring is, in device pixels: two units at least (WCAG 2.2, 2.4.13).
  func focusWidth(scale: Double) -> Double { max(2, (2 * scale).rounded()) }

  /// The face of a row that is chosen.
  var chosenFace: Color { background.mixed(with: focus, by: 0.1).inBytes }

  /// The names of keys in a menu, to be read on a chosen row, too.
  var menuKey: Color { secondaryText.shade(toward: text, by: Contrast.text, on: chosenFace) }
}
