package import DisplayLists
package import Geometry
package import Keys
package import Session
import Wording

/// The open menu: its rows, the selection, and its reaction to keys and pointer.
///
/// It is no instrument and has a window of its own: the widget may be smaller than any menu. A
/// submenu takes the place of the menu above it.
package struct Menu: Sendable {
  package enum Answer: Equatable, Sendable {
    case stay
    case close
    case choose(InputCommand)
    case unknown
  }

  private var root: MenuContent
  /// The rows of the open submenus, from the top level on.
  private var path: [Int] = []
  private var level: MenuContent
  private let space: MenuSpace
  package private(set) var layout: MenuLayout
  package private(set) var place: PixelRect
  /// Where it opened; a submenu stays there if it fits.
  private let corner: Point
  package private(set) var selection: Int?
  /// Where the button that opened the menu was pressed, until it is released or dragged.
  private var opening: Point?
  private var isInside = false

  /// The distance that turns a click into a drag, in user units; the same as for moving a window.
  private static let threshold = 3.0

  /// Opens a menu by a button pressed at a point of the screen, or by a key around that point.
  package init(_ content: MenuContent, in space: MenuSpace, at point: Point, byKey: Bool) {
    (root, level, self.space) = (content, content, space)
    layout = MenuLayout(content, in: space)
    place = space.place(layout.size, at: point, isCentered: byKey)
    corner = place.rect.origin
    selection = byKey ? entries.firstIndex(where: \.isEnabled) : nil
    opening = byKey ? nil : point.offset(dx: -corner.x, dy: -corner.y)
  }

  package mutating func update(_ content: MenuContent) {
    root = content
    show(selecting: selection)
  }

  /// Shows the level of `path`, or the last one of it that still exists.
  private mutating func show(selecting row: Int?) {
    var level = root
    for (depth, row) in path.enumerated() {
      let entries = level.entries
      guard entries.indices.contains(row), case .open(let inner) = entries[row].choice else {
        path.removeSubrange(depth...)
        break
      }
      level = inner
    }
    if level != self.level {
      self.level = level
      layout = MenuLayout(level, in: space)
      place = space.clamped(PixelRect(covering: Rect(origin: corner, size: layout.size)))
    }
    selection = row.flatMap { entries.indices.contains($0) && entries[$0].isEnabled ? $0 : nil }
  }

  private mutating func goBack() -> Answer {
    guard let row = path.popLast() else { return .close }
    show(selecting: row)
    return .stay
  }

  /// Chooses a row of the level that is shown.
  package mutating func choose(_ row: Int) -> Answer {
    entries.indices.contains(row) && entries[row].isEnabled ? activate(row) : .unknown
  }

  private mutating func activate(_ row: Int) -> Answer {
    switch entries[row].choice {
    case .perform(let command): return .choose(command)
    case .back: return goBack()
    case .open:
      path.append(row)
      // The row below the one that goes back.
      show(selecting: 0)
      step(1)
      return .stay
    }
  }

  package func enabledRow(at point: Point) -> Int? {
    guard let item = elements.hit(at: point), item.isEnabled, case .choose(let row) = item.action
    else { return nil }
    return row
  }

  package var elements: [Element] {
    let title = entries.first { $0.choice == .back }?.title ?? tr("Menu")
    return [Element(.menu, .menu, title, in: .box(bounds))]
      + zip(entries, layout.rows).enumerated().map { row, pair in
        let (entry, frame) = pair
        var item = Element(.menuItem(path + [row]), .menuItem, entry.title, in: .box(frame))
        item.value = entry.key.isEmpty ? .none : .text(entry.key)
        item.action = .choose(row: row)
        if !entry.isEnabled { item.states.insert(.disabled) }
        if entry.isOn != nil { item.states.insert(.checkable) }
        if entry.isOn == true { item.states.insert(.checked) }
        if row == selection { item.states.insert(.focused) }
        return item
      }
  }

  package mutating func move(to point: Point) {
    if let opening, point.distance(to: opening) > Menu.threshold * layout.scale {
      self.opening = nil
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
    guard let row = enabledRow(at: point) else { return .stay }
    return activate(row)
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
    case .right:
      if let selection, !isRepeat, case .open = entries[selection].choice {
        return activate(selection)
      }
    case .left: if !path.isEmpty, !isRepeat { return goBack() }
    case .return, .space:
      // Without a selection they have their usual meaning.
      guard let selection else { return .unknown }
      return isRepeat ? .stay : activate(selection)
    case .escape: return isRepeat ? .stay : goBack()
    case .character(let letter): return find(letter, isRepeat: isRepeat)
    default: return .unknown
    }
    return .stay
  }

  /// Selects the next row that starts with `letter`, and chooses it if it is the only one.
  private mutating func find(_ letter: Unicode.Scalar, isRepeat: Bool) -> Answer {
    let rows = entries.indices.filter { row in
      entries[row].choice != .back
        && entries[row].title.lowercased().unicodeScalars.first == letter
    }
    guard !rows.isEmpty else { return .unknown }
    let enabled = rows.filter { entries[$0].isEnabled }
    if rows.count == 1, let row = enabled.first { return isRepeat ? .stay : activate(row) }
    selection = enabled.first { $0 > selection ?? -1 } ?? enabled.first ?? selection
    return .stay
  }

  package var entries: [MenuContent.Entry] { level.entries }

  private var bounds: Rect { Rect(origin: .zero, size: layout.size) }

  private mutating func step(_ direction: Int) {
    selection = entries.nextIndex(after: selection, direction, where: \.isEnabled) ?? selection
  }
}

extension Menu {
  /// The opacity of the text's colour in a line between groups, and around a colour's disc.
  private static let (ruleOpacity, discRim): (Float, Float) = (0.16, 0.3)
  /// The radius of the dot in a theme's sample, by the sample's diameter.
  private static let sampleDot = 0.24
  /// The width of a sign's lines, in ems.
  private static let signWidth = 0.14

  /// `themes` are those whose samples are shown.
  package func list(
    in theme: Theme, font: FontMetrics, themes: ThemeCatalog = .builtIn,
    on face: PopupFace = .square
  ) -> DisplayList {
    face.list(
      of: [highlight(theme).map { .picture($0) } ?? .none, .picture(rows(theme, themes))],
      size: layout.size, in: theme, font: font)
  }

  private func unit(_ units: Double) -> Double { max(1, (units * layout.scale).rounded()) }

  private var textSize: Double { MenuLayout.text * layout.scale }

  private func highlight(_ theme: Theme) -> Picture? {
    guard let selection, entries.indices.contains(selection) else { return nil }
    let frame = layout.rows[selection]
    let width = theme.focusWidth(scale: layout.scale)
    let pill = Path.roundedRect(frame.inset(by: width / 2), radius: frame.height / 2)
    return Picture(
      [.fill(pill, theme.chosenFace), .stroke(pill, width: width, round: false, theme.focus)],
      covering: frame)
  }

  private func rows(_ theme: Theme, _ themes: ThemeCatalog) -> Picture {
    var marks: [Mark] = layout.rules.map { .fill(.rect($0), theme.text.opacity(Menu.ruleOpacity)) }
    let gutter = unit(MenuLayout.gutter)
    for (row, entry) in entries.enumerated() {
      let frame = layout.rows[row]
      let color = theme.text.opacity(entry.isEnabled ? 1 : Button.disabledStrength)
      if let sign = sign(of: entry, in: frame, color: color) { marks.append(sign) }
      if let swatch = entry.swatch {
        marks += disc(swatch, in: frame, isLeading: entry.isOn == nil, theme)
      }
      if let name = entry.theme, themes.names.contains(name) {
        marks += sample(of: themes.theme(named: name), in: frame, theme)
      }
      // The key's box is a pixel wider than measured, so that rounding makes no text smaller.
      let keyWidth = layout.keyWidths[row]
      let trailing = unit(MenuLayout.trailing)
      let gap = unit(MenuLayout.gap) / 2
      let title = frame.inset(left: gutter, right: trailing + keyWidth + gap)
      let key = frame.inset(left: frame.width - trailing - keyWidth - 1, right: trailing)
      // In the middle, so that the per cent of a ring stays.
      let shown = entry.title.shortened { space.measure($0) * textSize <= title.width }
      marks.append(
        .text(TextRun(shown, frame: title, alignment: .leading, size: textSize, color: color)))
      guard !entry.key.isEmpty else { continue }
      marks.append(
        .text(
          TextRun(
            entry.key, frame: key, alignment: .trailing, size: textSize,
            color: entry.isEnabled ? theme.menuKey : color)))
    }
    return Picture(marks, covering: bounds)
  }

  /// At the end of a row, or in the place of a check mark if that is free.
  private func disc(
    _ swatch: MenuContent.RingSwatch, in frame: Rect, isLeading: Bool, _ theme: Theme
  ) -> [Mark] {
    disc(
      theme.colors(ofRing: swatch.ring, swatch.color).start,
      at: isLeading ? frame.minX + unit(MenuLayout.gutter) / 2 : discX(in: frame), in: frame, theme)
  }

  private func disc(_ color: Color, at x: Double, in frame: Rect, _ theme: Theme) -> [Mark] {
    let center = Point(x: x, y: frame.midY)
    let path = Path.circle(center: center, radius: unit(MenuLayout.swatch) / 2)
    let rim = theme.text.opacity(Menu.discRim)
    return [.fill(path, color), .stroke(path, width: unit(1), round: false, rim)]
  }

  /// The background of another theme, and a hand in it.
  private func sample(of other: Theme, in frame: Rect, _ theme: Theme) -> [Mark] {
    let center = Point(x: discX(in: frame), y: frame.midY)
    let dot = Path.circle(center: center, radius: unit(MenuLayout.swatch) * Menu.sampleDot)
    return disc(other.background, at: center.x, in: frame, theme) + [.fill(dot, other.hand)]
  }

  private func discX(in frame: Rect) -> Double {
    frame.maxX - unit(MenuLayout.trailing) - unit(MenuLayout.swatch) / 2
  }

  /// A sign is drawn around the origin, in ems: arrows are half an em high, and a check mark is little wider.
  private func sign(of entry: MenuContent.Entry, in frame: Rect, color: Color) -> Mark? {
    var x = frame.minX + unit(MenuLayout.gutter) / 2
    let corners: [(Double, Double)]
    switch entry.choice {
    case .back: corners = [(0.13, -0.25), (-0.12, 0), (0.13, 0.25)]
    case .open:
      // The tip of the arrow is where keys end.
      x = frame.maxX - unit(MenuLayout.trailing) - 0.13 * textSize
      corners = [(-0.12, -0.25), (0.13, 0), (-0.12, 0.25)]
    case .perform:
      guard entry.isOn == true else { return nil }
      corners = [(-0.26, 0.02), (-0.07, 0.22), (0.3, -0.24)]
    }
    let points = corners.map { Point(x: x + $0.0 * textSize, y: frame.midY + $0.1 * textSize) }
    return .stroke(.polyline(points), width: max(1, textSize * Menu.signWidth), round: true, color)
  }
}

extension Theme {
  /// What the edge of a popup has of the text's colour if buttons have no border.
  private static let rimText: Float = 0.3
  /// What a selected row has of the focus's colour: little, so that its texts stay legible.
  private static let chosenFocus: Float = 0.1
  /// The minimum width of a focus ring (WCAG 2.2, 2.4.13), in user units and in device pixels.
  private static let minFocus = 2.0

  func rim(of bounds: Rect, width: Double, radius: Double) -> Mark {
    let color =
      button.border.alpha > 0
      ? button.border : background.mixed(with: text, by: Theme.rimText)
    let line = bounds.inset(by: width / 2)
    let path = radius > 0 ? Path.roundedRect(line, radius: radius - width / 2) : .rect(line)
    return .stroke(path, width: width, round: false, color)
  }

  /// The hands' colour, with the contrast that WCAG 2.2 requires of graphics (1.4.11).
  package var focus: Color { hand.shade(toward: text, by: Contrast.large, on: background) }

  /// The focus ring's width in device pixels.
  func focusWidth(scale: Double) -> Double {
    max(Theme.minFocus, (Theme.minFocus * scale).rounded())
  }

  var chosenFace: Color { background.mixed(with: focus, by: Theme.chosenFocus).inBytes }

  /// The colour of key names in a menu, also legible on a selected row.
  var menuKey: Color { secondaryText.shade(toward: text, by: Contrast.text, on: chosenFace) }
}
