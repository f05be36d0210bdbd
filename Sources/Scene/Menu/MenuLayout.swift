package import Geometry

/// Where the rows of a menu stand, in device pixels: one below the other, in as many columns as it takes.
package struct MenuLayout: Equatable, Sendable {
  /// The lengths of the design, in user units. A row is as high as WCAG 2.2 wants what is hit with a finger or a shaking
  /// hand to be (2.5.8); the text is that of most desktops' menus, 10 points.
  static let row = 24.0
  static let text = 13.0
  /// Around everything, and of the line between two groups with the room about it.
  static let padding = 6.0
  static let rule = 9.0
  /// Left of a title, where the check mark stands; between a title and its key; and right of the key.
  static let gutter = 26.0
  static let gap = 22.0
  static let trailing = 12.0
  /// Between two columns, and of the arrows above and below a menu that scrolls.
  static let columnGap = 13.0
  static let arrow = 18.0
  /// How much of a screen's height a menu may take before it has another column: the rest of the desktop stays in sight.
  static let mostOfHeight = 0.75

  /// The whole menu's.
  package let size: Size
  /// The place of each row when nothing is scrolled.
  let rows: [Rect]
  /// The column of each row, from the left.
  let columns: [Int]
  /// The lines between groups and between columns.
  let rules: [Rect]
  /// Where rows are seen; what lies above or below is scrolled away.
  let view: Rect
  /// How far the rows can be scrolled, in whole rows, and a row's height.
  let mostScroll: Int
  let rowHeight: Double
  /// How wide the keys' part of a row is, in each column.
  let keyWidths: [Double]
  let scale: Double

  /// The rows of groups of so many entries, whose titles and keys are so many device pixels wide, on a screen of the size
  /// `room`.
  init(groups: [Int], widths: [(title: Double, key: Double)], scale: Double, room: Size) {
    func pixels(_ units: Double) -> Double { max(1, (units * scale).rounded()) }
    let (row, rule, padding) = (
      pixels(MenuLayout.row), pixels(MenuLayout.rule), pixels(MenuLayout.padding)
    )
    let inside = Size(
      width: max(row, room.width.rounded(.down) - 2 * padding),
      height: max(row, room.height.rounded(.down) - 2 * padding))
    let gap = pixels(MenuLayout.columnGap)
    let fringe = pixels(MenuLayout.gutter) + pixels(MenuLayout.gap) + pixels(MenuLayout.trailing)
    let table = MenuColumns(groups: groups, widths: widths, row: row, rule: rule, fringe: fringe)
    let fitting = (1...max(1, groups.count)).map { table.split($0) }.filter { columns in
      columns.count == 1
        || columns.reduce(-gap) { $0 + table.width($1) + gap } <= inside.width
    }
    let chosen =
      fitting.first { table.height($0) <= room.height * MenuLayout.mostOfHeight - 2 * padding }
      ?? fitting.first { table.height($0) <= inside.height }
    let columns = chosen ?? table.split(1)
    let height = table.height(columns)

    var (rows, places, rules, keys): ([Rect], [Int], [Rect], [Double]) = ([], [], [], [])
    let top = padding + (chosen == nil ? pixels(MenuLayout.arrow) : 0)
    var x = padding
    for (number, column) in columns.enumerated() {
      if number > 0 {
        rules.append(
          Rect(x: x + (gap / 2).rounded(.down), y: top, width: pixels(1), height: height))
        x += gap
      }
      let width = min(table.width(column), inside.width)
      var y = top
      for group in column {
        if group > column.lowerBound {
          rules.append(
            Rect(
              x: x + row / 2, y: y + ((rule - pixels(1)) / 2).rounded(.down), width: width - row,
              height: pixels(1)))
          y += rule
        }
        for _ in 0..<groups[group] {
          rows.append(Rect(x: x, y: y, width: width, height: row))
          places.append(number)
          y += row
        }
      }
      keys.append(min(table.keyWidth(column), max(0, width - fringe)))
      x += width
    }
    let seen = chosen == nil ? max(row, inside.height - 2 * (top - padding)) : height
    view = Rect(x: padding, y: top, width: x - padding, height: seen)
    size = Size(width: x + padding, height: seen + 2 * top)
    mostScroll = Int(((height - seen) / row).rounded(.up))
    (self.rows, self.columns, self.rules) = (rows, places, rules)
    (rowHeight, keyWidths, self.scale) = (row, keys, scale)
  }

  /// The row at `point` where `scroll` rows are scrolled away, if any.
  func row(at point: Point, scroll: Int) -> Int? {
    guard view.contains(point) else { return nil }
    let place = point.offset(dx: 0, dy: offset(scroll))
    return rows.firstIndex { $0.contains(place) }
  }

  /// How far up the rows are where so many are scrolled away: at the end no farther than they reach.
  func offset(_ scroll: Int) -> Double {
    let most = (rows.map(\.maxY).max() ?? 0) - view.maxY
    return max(0, min(Double(scroll) * rowHeight, most))
  }

  /// How many rows are to be scrolled away, next to `scroll`, so that a row is seen whole.
  func scroll(showing row: Int, from scroll: Int) -> Int {
    guard rows.indices.contains(row), mostScroll > 0 else { return scroll }
    let above = Int(((rows[row].minY - view.minY) / rowHeight).rounded(.down))
    let below = Int(((rows[row].maxY - view.maxY) / rowHeight).rounded(.up))
    return max(0, min(max(min(scroll, above), below), mostScroll))
  }

  /// The row beside `row` in the next column to the right (1) or to the left (-1): of those that `isAllowed`, the nearest.
  func row(beside row: Int, _ step: Int, where isAllowed: (Int) -> Bool) -> Int? {
    let column = columns[row] + step
    return rows.indices.filter { columns[$0] == column && isAllowed($0) }.min {
      abs(rows[$0].midY - rows[row].midY) < abs(rows[$1].midY - rows[row].midY)
    }
  }
}

/// How groups of rows share columns.
private struct MenuColumns {
  let groups: [Int]
  let widths: [(title: Double, key: Double)]
  let row: Double
  let rule: Double
  /// What a row is wider than its words.
  let fringe: Double

  /// The widest of the keys of some groups.
  func keyWidth(_ range: Range<Int>) -> Double {
    (words(of: range).map(\.key).max() ?? 0).rounded(.up)
  }

  /// The width of a column of some groups.
  func width(_ range: Range<Int>) -> Double {
    fringe + (words(of: range).map(\.title).max() ?? 0).rounded(.up) + keyWidth(range)
  }

  private func words(of range: Range<Int>) -> ArraySlice<(title: Double, key: Double)> {
    let first = groups[..<range.lowerBound].reduce(0, +)
    return widths[first..<first + groups[range].reduce(0, +)]
  }

  /// The height of groups one below the other.
  func height(_ range: Range<Int>) -> Double {
    Double(groups[range].reduce(0, +)) * row + Double(max(0, range.count - 1)) * rule
  }

  /// The height of the highest of some columns.
  func height(_ columns: [Range<Int>]) -> Double { columns.map { height($0) }.max() ?? 0 }

  /// The groups in up to so many columns, in their order, so that the highest is as low as can be.
  func split(_ count: Int) -> [Range<Int>] {
    var heights: [Double] = []
    for start in groups.indices {
      for end in start..<groups.count { heights.append(height(start..<end + 1)) }
    }
    for most in heights.sorted() {
      let columns = filled(to: most)
      if columns.count <= count, height(columns) <= most { return columns }
    }
    return [0..<groups.count]
  }

  /// The groups in columns, each as full as it may be.
  private func filled(to most: Double) -> [Range<Int>] {
    var columns: [Range<Int>] = []
    var start = 0
    for end in groups.indices where end > start && height(start..<end + 1) > most {
      columns.append(start..<end)
      start = end
    }
    if start < groups.count { columns.append(start..<groups.count) }
    return columns
  }
}
