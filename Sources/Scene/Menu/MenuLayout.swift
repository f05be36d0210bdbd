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
  /// The maximum fraction of the screen's height; higher menus get another column.
  static let maxHeight = 0.75

  package let size: Size
  let rows: [Rect]
  let columns: [Int]
  let rules: [Rect]
  let keyWidths: [Double]
  let scale: Double
  private let fits: Bool

  /// Creates the largest layout, of at most `scale`, that fits into `room`.
  package init(
    _ content: MenuContent, scale: Double, room: Size, font: FontMetrics, measurer: TextMeasurer
  ) {
    func layout(_ scale: Double) -> MenuLayout {
      MenuLayout(content, exactScale: scale, room: room) { measurer.width($0, false, font) }
    }
    var best = layout(scale)
    while !best.fits, best.scale > 0.05 { best = layout(best.scale * 0.95) }
    self = best
  }

  private init(
    _ content: MenuContent, exactScale scale: Double, room: Size, measure: (String) -> Double
  ) {
    func pixels(_ units: Double) -> Double { max(1, (units * scale).rounded()) }
    func width(_ texts: [String]) -> Double {
      ((texts.map(measure).max() ?? 0) * (MenuLayout.text * scale)).rounded(.up)
    }
    let (row, rule) = (pixels(MenuLayout.row), pixels(MenuLayout.rule))
    let (padding, gap) = (pixels(MenuLayout.padding), pixels(MenuLayout.columnGap))
    // The width of a row besides its words.
    let fringe = pixels(MenuLayout.gutter) + pixels(MenuLayout.gap) + pixels(MenuLayout.trailing)
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
    func size(_ columns: [Range<Int>]) -> Size {
      Size(
        width: columns.reduce(2 * padding - gap) { $0 + width($1) + gap },
        height: (columns.map { height($0) }.max() ?? 0) + 2 * padding)
    }
    let fitting = MenuLayout.choices(groups.count, height: height).filter {
      size($0).width <= room.width && size($0).height <= room.height
    }
    let low = fitting.filter { size($0).height <= room.height * MenuLayout.maxHeight }
    // As few columns as possible, and these as low as possible.
    let chosen = (low.isEmpty ? fitting : low).min {
      ($0.count, size($0).height) < ($1.count, size($1).height)
    }
    let columns = chosen ?? [groups.indices]
    fits = chosen != nil
    self.size = size(columns)
    let fullHeight = self.size.height - 2 * padding

    var (rows, places, rules): ([Rect], [Int], [Rect]) = ([], [], [])
    var x = padding
    for (number, column) in columns.enumerated() {
      if number > 0 {
        rules.append(
          Rect(x: x + (gap / 2).rounded(.down), y: padding, width: pixels(1), height: fullHeight))
        x += gap
      }
      let width = width(column)
      var y = padding
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
      x += width
    }
    (self.rows, self.columns, self.rules) = (rows, places, rules)
    (keyWidths, self.scale) = (columns.map { keyWidth($0) }, scale)
  }

  /// Returns the columns filled up to each height that a column may have.
  private static func choices(_ count: Int, height: (Range<Int>) -> Double) -> [[Range<Int>]] {
    let limits = (0..<count).flatMap { start in (start..<count).map { height(start..<$0 + 1) } }
    return limits.map { limit in
      var columns: [Range<Int>] = []
      for group in 0..<count {
        if let last = columns.last, height(last.lowerBound..<group + 1) <= limit {
          columns[columns.count - 1] = last.lowerBound..<group + 1
        } else {
          columns.append(group..<group + 1)
        }
      }
      return columns
    }
  }

  func row(at point: Point) -> Int? { rows.firstIndex { $0.contains(point) } }

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
