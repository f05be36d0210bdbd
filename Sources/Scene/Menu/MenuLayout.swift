package import DisplayLists
package import Geometry
package import Session

/// The geometry of a menu, in device pixels: rows in as many columns as needed.
package struct MenuLayout: Equatable, Sendable {
  // In user units. The row height is WCAG 2.2's for targets (2.5.8); the text has 10 points.

  static let row = 24.0
  static let text = 13.0
  static let padding = 6.0
  /// The line between two groups, including its margins.
  static let rule = 9.0
  /// Left of a title, where the check mark is; before the key; and after it.
  static let gutter = 26.0
  static let gap = 22.0
  static let trailing = 12.0
  static let columnGap = 13.0
  static let arrow = 18.0
  /// The maximum fraction of the screen's height; higher menus get another column.
  static let maxHeight = 0.75

  package let size: Size
  /// At scroll position 0.
  let rows: [Rect]
  let columns: [Int]
  let rules: [Rect]
  let view: Rect
  let maxScroll: Int
  let rowHeight: Double
  let keyWidths: [Double]
  let scale: Double

  package init(
    _ content: MenuContent, scale: Double, room: Size, font: FontMetrics, measurer: TextMeasurer
  ) {
    func pixels(_ units: Double) -> Double { max(1, (units * scale).rounded()) }
    func width(_ texts: [String]) -> Double {
      let widths = texts.map { measurer.width($0, false, font) }
      return ((widths.max() ?? 0) * (MenuLayout.text * scale)).rounded(.up)
    }
    let (row, rule, padding) = (
      pixels(MenuLayout.row), pixels(MenuLayout.rule), pixels(MenuLayout.padding)
    )
    let gap = pixels(MenuLayout.columnGap)
    // The width of a row besides its words.
    let fringe = pixels(MenuLayout.gutter) + pixels(MenuLayout.gap) + pixels(MenuLayout.trailing)
    let inside = Size(
      width: max(row, room.width.rounded(.down) - 2 * padding),
      height: max(row, room.height.rounded(.down) - 2 * padding))
    let groups = content.groups.map {
      (count: $0.count, title: width($0.map(\.title)), key: width($0.map(\.key)))
    }
    // A column is a range of groups.
    func height(_ column: Range<Int>) -> Double {
      let count = groups[column].reduce(0) { $0 + $1.count }
      return Double(count) * row + Double(max(0, column.count - 1)) * rule
    }
    func keyWidth(_ column: Range<Int>) -> Double { groups[column].map(\.key).max() ?? 0 }
    func width(_ column: Range<Int>) -> Double {
      fringe + (groups[column].map(\.title).max() ?? 0) + keyWidth(column)
    }
    func height(_ columns: [Range<Int>]) -> Double { columns.map { height($0) }.max() ?? 0 }
    let fitting = MenuLayout.choices(groups.count, height: height).filter { columns in
      columns.count == 1 || columns.reduce(-gap) { $0 + width($1) + gap } <= inside.width
    }
    let chosen =
      fitting.first { height($0) <= room.height * MenuLayout.maxHeight - 2 * padding }
      ?? fitting.first { height($0) <= inside.height }
    let columns = chosen ?? [groups.indices]
    let fullHeight = height(columns)

    var (rows, places, rules, keys): ([Rect], [Int], [Rect], [Double]) = ([], [], [], [])
    let top = padding + (chosen == nil ? pixels(MenuLayout.arrow) : 0)
    var x = padding
    for (number, column) in columns.enumerated() {
      if number > 0 {
        rules.append(
          Rect(x: x + (gap / 2).rounded(.down), y: top, width: pixels(1), height: fullHeight))
        x += gap
      }
      let width = min(width(column), inside.width)
      var y = top
      for group in column {
        if group > column.lowerBound {
          rules.append(
            Rect(
              x: x + row / 2, y: y + ((rule - pixels(1)) / 2).rounded(.down), width: width - row,
              height: pixels(1)))
          y += rule
        }
        for _ in 0..<groups[group].count {
          rows.append(Rect(x: x, y: y, width: width, height: row))
          places.append(number)
          y += row
        }
      }
      keys.append(min(keyWidth(column), max(0, width - fringe)))
      x += width
    }
    let seen = chosen == nil ? max(row, inside.height - 2 * (top - padding)) : fullHeight
    view = Rect(x: padding, y: top, width: x - padding, height: seen)
    size = Size(width: x + padding, height: seen + 2 * top)
    maxScroll = Int(((fullHeight - seen) / row).rounded(.up))
    (self.rows, self.columns, self.rules) = (rows, places, rules)
    (rowHeight, keyWidths, self.scale) = (row, keys, scale)
  }

  /// In one column, in two, and so on; the highest column is as low as possible.
  private static func choices(_ count: Int, height: (Range<Int>) -> Double) -> [[Range<Int>]] {
    var choices: [[Range<Int>]] = []
    let limits = (0..<count).flatMap { start in (start..<count).map { height(start..<$0 + 1) } }
    for limit in limits.sorted(by: >) {
      var columns: [Range<Int>] = []
      var start = 0
      for end in 1...count where end == count || height(start..<end + 1) > limit {
        columns.append(start..<end)
        start = end
      }
      guard columns.allSatisfy({ height($0) <= limit }) else { break }
      if columns.count == choices.last?.count { choices.removeLast() }
      choices.append(columns)
    }
    return choices
  }

  func row(at point: Point, scroll: Int) -> Int? {
    guard view.contains(point) else { return nil }
    let position = point.offset(dx: 0, dy: offset(scroll))
    return rows.firstIndex { $0.contains(position) }
  }

  func offset(_ scroll: Int) -> Double {
    let maxOffset = (rows.map(\.maxY).max() ?? 0) - view.maxY
    return max(0, min(Double(scroll) * rowHeight, maxOffset))
  }

  /// Returns the scroll position nearest to `scroll` that shows all of `row`.
  func scroll(showing row: Int, from scroll: Int) -> Int {
    guard rows.indices.contains(row), maxScroll > 0 else { return scroll }
    let above = Int(((rows[row].minY - view.minY) / rowHeight).rounded(.down))
    let below = Int(((rows[row].maxY - view.maxY) / rowHeight).rounded(.up))
    return max(0, min(max(min(scroll, above), below), maxScroll))
  }

  /// Returns the nearest allowed row in the next column to the right (1) or left (-1).
  func row(beside row: Int, _ step: Int, where isAllowed: (Int) -> Bool) -> Int? {
    let column = columns[row] + step
    return rows.indices.filter { columns[$0] == column && isAllowed($0) }.min {
      abs(rows[$0].midY - rows[row].midY) < abs(rows[$1].midY - rows[row].midY)
    }
  }
}

/// The position of a menu on the screen, in device pixels.
package enum MenuPlacement {
  package static let margin = 4.0

  /// The minimum useful size, in user units: eight rows, and the words and the key of one.
  private static let minSize = Size(width: 260, height: 8 * 24)

  /// The window's `scale`, reduced if a menu would not fit on `monitor`.
  package static func scale(_ scale: Double, on monitor: PixelRect) -> Double {
    min(
      scale, Double(max(1, monitor.width)) / minSize.width,
      Double(max(1, monitor.height)) / minSize.height)
  }

  package static func room(on monitor: PixelRect, scale: Double) -> PixelRect {
    let edge = Int((margin * scale).rounded())
    guard monitor.width > 4 * edge, monitor.height > 4 * edge else { return monitor }
    return PixelRect(
      x: monitor.x + edge, y: monitor.y + edge, width: monitor.width - 2 * edge,
      height: monitor.height - 2 * edge)
  }

  /// To the right of and below `point` if it fits; around it if `isCentered`.
  package static func place(
    _ size: Size, at point: Point, isCentered: Bool, in room: PixelRect
  ) -> PixelRect {
    var menu = PixelRect(covering: Rect(origin: point, size: size))
    if isCentered {
      menu = menu.offset(dx: -menu.width / 2, dy: -menu.height / 2)
    } else {
      if menu.maxX > room.maxX { menu.x -= menu.width }
      if menu.maxY > room.maxY { menu.y -= menu.height }
    }
    menu.x = max(room.x, min(menu.x, room.maxX - menu.width))
    menu.y = max(room.y, min(menu.y, room.maxY - menu.height))
    return menu
  }
}
