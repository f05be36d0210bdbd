package import DisplayLists
package import Geometry
package import Keys
package import Session

/// The open menu: its rows, the selection, and its reaction to keys and pointer.
///
/// It is no instrument and has a window of its own: the widget may be smaller than any menu.
package struct Menu: Equatable, Sendable {
  package enum Answer: Equatable, Sendable {
    case stay
    case close
    case choose(Command)
    case unknown
  }

  package private(set) var entries: [MenuContent.Entry]
  package let layout: MenuLayout
  package private(set) var selection: Int?
  /// Where the button that opened the menu was pressed, until it is released or dragged.
  private var opening: Point?
  private var isInside = false

  /// The distance that turns a click into a drag, in user units; the same as for moving a window.
  private static let threshold = 3.0

  /// Opens a menu by a button pressed at `opening`, or by a key if that is nil.
  package init(_ content: MenuContent, layout: MenuLayout, opening: Point?) {
    entries = content.entries
    self.layout = layout
    self.opening = opening
    if opening == nil { selection = entries.firstIndex(where: \.isEnabled) }
  }

  package mutating func update(_ content: MenuContent) {
    guard content.entries.count == entries.count else { return }
    entries = content.entries
    if let selection, !entries[selection].isEnabled { self.selection = nil }
  }

  package func enabledRow(at point: Point) -> Int? {
    layout.row(at: point).flatMap { entries[$0].isEnabled ? $0 : nil }
  }

  package mutating func move(to point: Point) {
    if let opening {
      let (dx, dy) = (point.x - opening.x, point.y - opening.y)
      let limit = Menu.threshold * layout.scale
      if dx * dx + dy * dy > limit * limit { self.opening = nil }
    }
    let wasInside = isInside
    isInside = bounds.contains(point)
    // Leaving the menu clears the pointer's selection, but not that of keys.
    if isInside || wasInside { selection = enabledRow(at: point) }
  }

  /// Handles a button release. After an opening click without a drag, the next click chooses.
  package mutating func release(at point: Point) -> Answer {
    move(to: point)
    if opening != nil {
      opening = nil
      return .stay
    }
    guard bounds.contains(point) else { return .close }
    return enabledRow(at: point).map { .choose(entries[$0].command) } ?? .stay
  }

  /// Handles the wheel; `notches` are positive downward.
  package mutating func scroll(by notches: Int) {
    for _ in 0..<min(notches.magnitude, 100) { step(notches.signum()) }
  }

  package mutating func press(_ key: Key, modifiers: Modifiers, isRepeat: Bool) -> Answer {
    guard modifiers.isEmpty else { return .unknown }
    switch key {
    case .down: step(1)
    case .up: step(-1)
    case .home: selection = entries.firstIndex(where: \.isEnabled)
    case .end: selection = entries.lastIndex(where: \.isEnabled)
    case .left, .right:
      guard let selection else {
        step(1)
        break
      }
      self.selection = layout.row(beside: selection) { entries[$0].isEnabled } ?? selection
    case .return, .space:
      // Without a selection they have their usual meaning.
      guard let selection else { return .unknown }
      if isRepeat { return .stay }
      return .choose(entries[selection].command)
    case .escape: return isRepeat ? .stay : .close
    default: return .unknown
    }
    return .stay
  }

  private var bounds: Rect { Rect(origin: .zero, size: layout.size) }

  private mutating func step(_ direction: Int) {
    selection = entries.nextIndex(after: selection, direction, where: \.isEnabled) ?? selection
  }
}

extension Menu {
  package func list(in theme: Theme, font: FontMetrics) -> DisplayList {
    let extent = PixelRect(covering: bounds)
    return DisplayList(
      width: extent.width, height: extent.height, background: theme.background, font: font,
      items: [
        .picture(rim(theme)), highlight(theme).map { .picture($0) } ?? .none,
        .picture(rows(theme)),
      ])
  }

  private func unit(_ units: Double) -> Double { max(1, (units * layout.scale).rounded()) }

  private var textSize: Double { MenuLayout.text * layout.scale }

  private func rim(_ theme: Theme) -> Picture {
    let width = unit(1)
    let color =
      theme.button.border.alpha > 0
      ? theme.button.border : theme.background.mixed(with: theme.text, by: 0.3)
    let frame = Path.rect(bounds.inset(by: width / 2))
    return Picture([.stroke(frame, width: width, round: false, color)], covering: bounds)
  }

  private func highlight(_ theme: Theme) -> Picture? {
    guard let selection, entries.indices.contains(selection) else { return nil }
    let frame = layout.rows[selection]
    let width = theme.focusWidth(scale: layout.scale)
    let pill = Path.roundedRect(frame.inset(by: width / 2), radius: frame.height / 2)
    return Picture(
      [.fill(pill, theme.chosenFace), .stroke(pill, width: width, round: false, theme.focus)],
      covering: frame)
  }

  private func rows(_ theme: Theme) -> Picture {
    var marks: [Mark] = layout.rules.map { .fill(.rect($0), theme.text.opacity(0.16)) }
    let gutter = unit(MenuLayout.gutter)
    for (row, entry) in entries.enumerated() {
      let frame = layout.rows[row]
      let strength: Float = entry.isEnabled ? 1 : Button.disabledStrength
      let color = theme.text.opacity(strength)
      if entry.isOn == true { marks.append(check(in: frame, color: color)) }
      // The key's box is a pixel wider than measured, so that rounding makes no text smaller.
      let keyWidth = layout.keyWidths[row]
      let trailing = unit(MenuLayout.trailing)
      let gap = unit(MenuLayout.gap) / 2
      let title = frame.inset(left: gutter, right: trailing + keyWidth + gap)
      let key = frame.inset(left: frame.width - trailing - keyWidth - 1, right: trailing)
      marks.append(
        .text(
          TextRun(
            entry.title, frame: title, alignment: .leading, size: textSize, color: color)))
      guard !entry.key.isEmpty else { continue }
      marks.append(
        .text(
          TextRun(
            entry.key, frame: key, alignment: .trailing, size: textSize,
            color: entry.isEnabled ? theme.menuKey : color)))
    }
    return Picture(marks, covering: bounds)
  }

  private func check(in frame: Rect, color: Color) -> Mark {
    let x = frame.minX + unit(MenuLayout.gutter) / 2
    let points = [(-0.26, 0.02), (-0.07, 0.22), (0.3, -0.24)].map {
      Point(x: x + $0.0 * textSize, y: frame.midY + $0.1 * textSize)
    }
    let path = Path([.move(points[0]), .line(points[1]), .line(points[2])])
    return .stroke(path, width: max(1, textSize * 0.14), round: true, color)
  }
}

extension Theme {
  /// The hands' colour, with the contrast that WCAG 2.2 requires of graphics (1.4.11).
  package var focus: Color { hand.shade(toward: text, by: Contrast.large, on: background) }

  /// The focus ring's width in device pixels: at least two units (WCAG 2.2, 2.4.13).
  func focusWidth(scale: Double) -> Double { max(2, (2 * scale).rounded()) }

  var chosenFace: Color { background.mixed(with: focus, by: 0.1).inBytes }

  /// The colour of key names in a menu, also legible on a selected row.
  var menuKey: Color { secondaryText.shade(toward: text, by: Contrast.text, on: chosenFace) }
}
